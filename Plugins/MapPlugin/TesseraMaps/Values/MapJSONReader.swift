/// Parser of JSON with limited size and depth, and with the lines of values. Source: RFC 8259.
struct MapJSONReader {
  static let maximumSize = 64 << 20
  static let maximumDepth = 200
  static let maximumValues = 8 << 20

  private let bytes: [UInt8]
  private let source: String
  private let recordsLines: Bool
  private var at = 0
  private var line = 1
  private var values = 0

  init(_ bytes: [UInt8], source: String, recordsLines: Bool) {
    (self.bytes, self.source, self.recordsLines) = (bytes, source, recordsLines)
  }

  mutating func read() throws(MapError) -> (value: MapValue, lines: LineTree) {
    guard bytes.count <= Self.maximumSize else { throw failure("the file has \(bytes.count) bytes; the maximum is \(Self.maximumSize)") }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    let result = try value(depth: 0)
    skipSpace()
    guard at == bytes.count else { throw failure("text follows the value") }
    return result
  }

  private func failure(_ reason: String) -> MapError {
    MapError(source: source, line: line, reason: at >= bytes.count ? "the file ends too early" : reason)
  }

  private var byte: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skipSpace() {
    while at < bytes.count, bytes[at] == 32 || (bytes[at] >= 9 && bytes[at] <= 13) {
      if bytes[at] == 10 { line += 1 }
      at += 1
    }
  }

  private mutating func value(depth: Int) throws(MapError) -> (value: MapValue, lines: LineTree) {
    guard depth <= Self.maximumDepth else { throw failure("values are nested more than \(Self.maximumDepth) deep") }
    values += 1
    guard values <= Self.maximumValues else { throw failure("there are more than \(Self.maximumValues) values") }
    skipSpace()
    var lines = LineTree(line: line)
    switch byte {
    case UInt8(ascii: "{"): return (.map(try map(depth: depth, &lines)), lines)
    case UInt8(ascii: "["): return (.list(try list(depth: depth, &lines)), lines)
    case UInt8(ascii: "\""): return (.text(try string()), lines)
    case UInt8(ascii: "t"): return (try word("true", .boolean(true)), lines)
    case UInt8(ascii: "f"): return (try word("false", .boolean(false)), lines)
    case UInt8(ascii: "n"): return (try word("null", .null), lines)
    default: return (.number(try number()), lines)
    }
  }

  private mutating func word(_ text: String, _ value: MapValue) throws(MapError) -> MapValue {
    guard bytes[at...].starts(with: text.utf8) else { throw failure("this is not a JSON value") }
    at += text.utf8.count
    return value
  }

  private mutating func list(depth: Int, _ lines: inout LineTree) throws(MapError) -> [MapValue] {
    at += 1
    var result: [MapValue] = []
    skipSpace()
    if byte == UInt8(ascii: "]") {
      at += 1
      return []
    }
    while true {
      let item = try value(depth: depth + 1)
      result.append(item.value)
      if recordsLines { lines.children.append(item.lines) }
      skipSpace()
      switch byte {
      case UInt8(ascii: ","): at += 1
      case UInt8(ascii: "]"):
        at += 1
        return result
      default: throw failure("a list needs a comma or ] here")
      }
    }
  }

  private mutating func map(depth: Int, _ lines: inout LineTree) throws(MapError) -> [MapValue.Member] {
    at += 1
    var result: [MapValue.Member] = []
    skipSpace()
    if byte == UInt8(ascii: "}") {
      at += 1
      return []
    }
    while true {
      skipSpace()
      guard byte == UInt8(ascii: "\"") else { throw failure("an object needs a key in quotes here") }
      let key = try string()
      skipSpace()
      guard byte == UInt8(ascii: ":") else { throw failure("a key needs a colon after it") }
      at += 1
      let item = try value(depth: depth + 1)
      result.append(MapValue.Member(key, item.value))
      if recordsLines {
        lines.keys.append(key)
        lines.children.append(item.lines)
      }
      skipSpace()
      switch byte {
      case UInt8(ascii: ","): at += 1
      case UInt8(ascii: "}"):
        at += 1
        return result
      default: throw failure("an object needs a comma or } here")
      }
    }
  }

  private mutating func number() throws(MapError) -> Double {
    let start = at
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 >= 48 && $0 <= 57 } ?? false }
    if byte == UInt8(ascii: "-") { at += 1 }
    guard isDigit(byte) else { throw failure("this is not a JSON value") }
    while isDigit(byte) { at += 1 }
    if byte == UInt8(ascii: ".") {
      at += 1
      guard isDigit(byte) else { throw failure("a point needs a digit after it") }
      while isDigit(byte) { at += 1 }
    }
    if let e = byte, e | 32 == UInt8(ascii: "e") {
      at += 1
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") { at += 1 }
      guard isDigit(byte) else { throw failure("an exponent needs a digit") }
      while isDigit(byte) { at += 1 }
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    guard let value = Double(text), value.isFinite else { throw failure("the number \(text.prefix(24)) is too large") }
    return value
  }

  private mutating func string() throws(MapError) -> String {
    at += 1
    let start = at
    while let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 32 { at += 1 }
    if byte == UInt8(ascii: "\"") {
      defer { at += 1 }
      return String(decoding: bytes[start..<at], as: UTF8.self)
    }
    var result = Array(bytes[start..<at])
    while let byte, byte != UInt8(ascii: "\"") {
      guard byte >= 32 else { throw failure("a text contains a control character") }
      at += 1
      if byte == UInt8(ascii: "\\") { try addEscape(to: &result) } else { result.append(byte) }
    }
    guard byte != nil else { throw failure("") }
    at += 1
    return String(decoding: result, as: UTF8.self)
  }

  private mutating func addEscape(to result: inout [UInt8]) throws(MapError) {
    guard let escaped = byte else { throw failure("") }
    at += 1
    switch escaped {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(escaped)
    case UInt8(ascii: "b"): result.append(8)
    case UInt8(ascii: "f"): result.append(12)
    case UInt8(ascii: "n"): result.append(10)
    case UInt8(ascii: "r"): result.append(13)
    case UInt8(ascii: "t"): result.append(9)
    case UInt8(ascii: "u"):
      var units = [try unit()]
      if UTF16.isLeadSurrogate(units[0]), byte == UInt8(ascii: "\\"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "u") {
        at += 2
        units.append(try unit())
      }
      result.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
    default:
      at -= 1
      throw failure("unknown escape in a text")
    }
  }

  private mutating func unit() throws(MapError) -> UInt16 {
    var result: UInt16 = 0
    for _ in 0..<4 {
      guard let byte, let digit = Character(UnicodeScalar(byte)).hexDigitValue else { throw failure("\\u needs four hexadecimal digits") }
      result = result << 4 | UInt16(digit)
      at += 1
    }
    return result
  }
}
