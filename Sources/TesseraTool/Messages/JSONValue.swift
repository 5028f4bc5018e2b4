/// JSON value that keeps numbers as written, for suites of cases.
enum JSONValue: Equatable {
  case null
  case boolean(Bool)
  /// Number literal.
  case number(String)
  case text(String)
  case list([JSONValue])
  case map([(key: String, value: JSONValue)])

  static func == (first: JSONValue, second: JSONValue) -> Bool { first.json == second.json }

  subscript(key: String) -> JSONValue? {
    guard case .map(let pairs) = self else { return nil }
    return pairs.last { $0.key == key }?.value
  }

  var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  var list: [JSONValue]? {
    guard case .list(let list) = self else { return nil }
    return list
  }

  var pairs: [(key: String, value: JSONValue)] {
    guard case .map(let pairs) = self else { return [] }
    return pairs
  }

  /// Text of texts, numbers and flags.
  var shown: String? {
    switch self {
    case .text(let text), .number(let text): text
    case .boolean(let flag): flag ? "true" : "false"
    case .null, .list, .map: nil
    }
  }

  /// JSON in one line.
  var json: String {
    switch self {
    case .null: "null"
    case .boolean(let flag): flag ? "true" : "false"
    case .number(let text): text
    case .text(let text): JSONValue.quoted(text)
    case .list(let list): "[" + list.map(\.json).joined(separator: ",") + "]"
    case .map(let pairs): "{" + pairs.map { JSONValue.quoted($0.key) + ":" + $0.value.json }.joined(separator: ",") + "}"
    }
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x2028 || scalar.value == 0x2029:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// Reader of JSON text (RFC 8259). Linear; at most 64 levels.
struct JSONReader {
  /// Problem with its offset in bytes.
  struct Problem: Error {
    let reason: String
    let offset: Int
  }

  private let bytes: [UInt8]
  private var position = 0
  private static let depthLimit = 64

  private init(_ text: String) { bytes = Array(text.utf8) }

  static func read(_ text: String) throws(Problem) -> JSONValue {
    var reader = JSONReader(text)
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.position == reader.bytes.count else { throw reader.problem("content after the value") }
    return value
  }

  private func problem(_ reason: String) -> Problem { Problem(reason: reason, offset: position) }
  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 32 || byte == 9 || byte == 10 || byte == 13 { position += 1 }
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    let isEqual = word.withUTF8Buffer { bytes[position..<(position + count)].elementsEqual($0) }
    if isEqual { position += count }
    return isEqual
  }

  private mutating func value(depth: Int) throws(Problem) -> JSONValue {
    guard depth <= Self.depthLimit else { throw problem("more than \(Self.depthLimit) levels") }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try map(depth: depth)
    case UInt8(ascii: "["): return try list(depth: depth)
    case UInt8(ascii: "\""): return .text(try text())
    default:
      if skip("true") { return .boolean(true) }
      if skip("false") { return .boolean(false) }
      if skip("null") { return .null }
      let digits = bytes[position...].prefix { $0 >= 48 && $0 <= 57 || [43, 45, 46, 69, 101].contains($0) }
      let literal = String(decoding: digits, as: UTF8.self)
      guard !digits.isEmpty, Double(literal) != nil else { throw problem("invalid value") }
      position += digits.count
      return .number(literal)
    }
  }

  private mutating func map(depth: Int) throws(Problem) -> JSONValue {
    position += 1
    var pairs: [(key: String, value: JSONValue)] = []
    skipSpace()
    if skip("}") { return .map(pairs) }
    while true {
      skipSpace()
      let key = try text()
      skipSpace()
      guard skip(":") else { throw problem("missing `:`") }
      pairs.append((key, try value(depth: depth + 1)))
      skipSpace()
      if skip("}") { return .map(pairs) }
      guard skip(",") else { throw problem("missing `,` or `}`") }
    }
  }

  private mutating func list(depth: Int) throws(Problem) -> JSONValue {
    position += 1
    var items: [JSONValue] = []
    skipSpace()
    if skip("]") { return .list(items) }
    while true {
      items.append(try value(depth: depth + 1))
      skipSpace()
      if skip("]") { return .list(items) }
      guard skip(",") else { throw problem("missing `,` or `]`") }
    }
  }

  private mutating func text() throws(Problem) -> String {
    guard skip("\"") else { throw problem("missing text") }
    var result: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: result, as: UTF8.self) else { throw problem("invalid UTF-8") }
        return text
      case UInt8(ascii: "\\"): result += try escaped()
      case 0..<32: throw problem("control character in a text")
      default: result.append(byte)
      }
    }
    throw problem("missing end of a text")
  }

  private mutating func escaped() throws(Problem) -> [UInt8] {
    guard let byte = next else { throw problem("missing end of a text") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "u"):
      var code = try hexadecimal()
      if (0xD800...0xDBFF).contains(code) {
        // Half of a pair alone has no scalar. CESU bytes are invalid UTF-8, which the text's end refuses.
        guard skip("\\u") else { throw problem("half of a surrogate pair") }
        let low = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(low) else { throw problem("half of a surrogate pair") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw problem("half of a surrogate pair") }
      return Array(String(Character(scalar)).utf8)
    default: throw problem("invalid escape")
    }
  }

  private mutating func hexadecimal() throws(Problem) -> UInt32 {
    guard position + 4 <= bytes.count, let code = UInt32(String(decoding: bytes[position..<(position + 4)], as: UTF8.self), radix: 16)
    else {
      throw problem("invalid escape")
    }
    position += 4
    return code
  }
}
