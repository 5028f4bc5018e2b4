/// Parser of JSON with limited size and depth. Source: RFC 8259.
struct JSONReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let source: String
  private var at = 0
  private var values = 0
  /// Depth to which values are kept; deeper ones are parsed and dropped.
  private let keptDepth: Int

  private init(_ bytes: UnsafeBufferPointer<UInt8>, source: String, keptDepth: Int) {
    (self.bytes, self.source, self.keptDepth) = (bytes, source, keptDepth)
  }

  /// Parses `bytes`.
  /// - Parameters:
  ///   - bytes: UTF-8, with or without a byte order mark.
  ///   - source: name of the file in error messages.
  ///   - keptDepth: depth to which values are kept.
  /// - Throws: `LottieError`, with the byte offset, if the text is malformed or exceeds the limits.
  static func read(_ bytes: [UInt8], source: String, keptDepth: Int = .max) throws(LottieError) -> JSON {
    guard bytes.count <= LottieLimits.bytes else {
      throw LottieError(source: source, reason: "the file has \(bytes.count) bytes; the maximum is \(LottieLimits.bytes)")
    }
    return try bytes.withUnsafeBufferPointer { buffer throws(LottieError) in
      var reader = JSONReader(buffer, source: source, keptDepth: keptDepth)
      if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { reader.at = 3 }
      let value = try reader.value(depth: 0)
      reader.skipSpace()
      guard reader.at == buffer.count else { throw reader.failure("something follows the value") }
      return value
    }
  }

  private func failure(_ reason: String) -> LottieError {
    var error = LottieError(source: source, offset: at, reason: at >= bytes.count ? "the file ends too early" : reason)
    error.isTruncated = at >= bytes.count
    return error
  }

  private var byte: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skipSpace() {
    while at < bytes.count, bytes[at] == 32 || (bytes[at] >= 9 && bytes[at] <= 13) { at += 1 }
  }

  private mutating func value(depth: Int) throws(LottieError) -> JSON {
    guard depth <= LottieLimits.depth else { throw failure("values are nested more than \(LottieLimits.depth) deep") }
    values += 1
    guard values <= LottieLimits.values else { throw failure("there are more than \(LottieLimits.values) values") }
    skipSpace()
    switch byte {
    case UInt8(ascii: "{"): return try map(depth: depth)
    case UInt8(ascii: "["): return try list(depth: depth)
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ text: StaticString, _ value: JSON) throws(LottieError) -> JSON {
    let isThere = text.withUTF8Buffer { word in
      at + word.count <= bytes.count && (0..<word.count).allSatisfy { bytes[at + $0] == word[$0] }
    }
    if !isThere, bytes[at...].count < text.utf8CodeUnitCount, text.description.utf8.starts(with: bytes[at...]) { at = bytes.count }
    guard isThere else { throw failure("this is not a JSON value") }
    at += text.utf8CodeUnitCount
    return value
  }

  private mutating func list(depth: Int) throws(LottieError) -> JSON {
    at += 1
    var result: [JSON] = []
    skipSpace()
    if byte == UInt8(ascii: "]") {
      at += 1
      return .list([])
    }
    while true {
      let value = try value(depth: depth + 1)
      if depth < keptDepth { result.append(value) }
      skipSpace()
      switch byte {
      case UInt8(ascii: ","): at += 1
      case UInt8(ascii: "]"):
        at += 1
        return .list(result)
      default: throw failure("a list needs a comma or ] here")
      }
    }
  }

  private mutating func map(depth: Int) throws(LottieError) -> JSON {
    at += 1
    var result: [JSON.Member] = []
    skipSpace()
    if byte == UInt8(ascii: "}") {
      at += 1
      return .map([])
    }
    while true {
      skipSpace()
      guard byte == UInt8(ascii: "\"") else { throw failure("an object needs a key in quotes here") }
      let key = try string()
      skipSpace()
      guard byte == UInt8(ascii: ":") else { throw failure("a key needs a colon after it") }
      at += 1
      let value = try value(depth: depth + 1)
      if depth < keptDepth { result.append(JSON.Member(key: key, value: value)) }
      skipSpace()
      switch byte {
      case UInt8(ascii: ","): at += 1
      case UInt8(ascii: "}"):
        at += 1
        return .map(result)
      default: throw failure("an object needs a comma or } here")
      }
    }
  }

  private mutating func number() throws(LottieError) -> Double {
    let start = at
    var (mantissa, digits, scale) = (UInt64(0), 0, 0)
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative { at += 1 }
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 >= 48 && $0 <= 57 } ?? false }
    func addDigits(_ shift: Int) {
      while let byte, isDigit(byte) {
        if digits < 18 { mantissa = mantissa * 10 + UInt64(byte - 48) }
        if digits > 0 || byte != 48 { digits += 1 }
        scale += shift
        at += 1
      }
    }
    guard isDigit(byte) else { throw failure("this is not a JSON value") }
    addDigits(0)
    if byte == UInt8(ascii: ".") {
      at += 1
      guard isDigit(byte) else { throw failure("a point needs a digit after it") }
      addDigits(-1)
    }
    if let e = byte, e | 32 == UInt8(ascii: "e") {
      at += 1
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") { at += 1 }
      guard isDigit(byte) else { throw failure("an exponent needs a digit") }
      while isDigit(byte) { at += 1 }
      digits = .max
    }
    // Up to 15 digits and powers up to 22 are exact.
    if digits <= 15, -scale <= 22 {
      let value = Double(mantissa) / Self.powers[-scale]
      return isNegative ? -value : value
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      at = start
      throw failure("the number \(text.prefix(24)) is too large")
    }
    return value
  }

  private static let powers: [Double] = (0...22).reduce(into: []) { list, _ in list.append((list.last ?? 0.1) * 10) }

  private mutating func string() throws(LottieError) -> String {
    at += 1
    let start = at
    while let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 32 { at += 1 }
    guard byte == UInt8(ascii: "\\") else {
      guard byte == UInt8(ascii: "\"") else { throw failure("a text holds a control character") }
      defer { at += 1 }
      return String(decoding: bytes[start..<at], as: UTF8.self)
    }
    var result = Array(bytes[start..<at])
    while let byte, byte != UInt8(ascii: "\"") {
      guard byte >= 32 else { throw failure("a text holds a control character") }
      at += 1
      if byte == UInt8(ascii: "\\") { try addEscape(to: &result) } else { result.append(byte) }
    }
    guard byte != nil else { throw failure("") }
    at += 1
    return String(decoding: result, as: UTF8.self)
  }

  private mutating func addEscape(to result: inout [UInt8]) throws(LottieError) {
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

  private mutating func unit() throws(LottieError) -> UInt16 {
    var result: UInt16 = 0
    for _ in 0..<4 {
      guard let byte, let digit = Character(UnicodeScalar(byte)).hexDigitValue else { throw failure("\\u needs four hexadecimal digits") }
      result = result << 4 | UInt16(digit)
      at += 1
    }
    return result
  }
}
