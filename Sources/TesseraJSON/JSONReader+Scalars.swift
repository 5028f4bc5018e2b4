/// Numbers and texts.
extension JSONReader {
  mutating func number() throws(JSONError) -> JSONValue {
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
    let beginsWithZero = byte == 48
    let first = at
    addDigits(0)
    guard !beginsWithZero || at == first + 1 else { throw failure("a number has a superfluous 0 at its beginning", at: start) }
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
    if !settings.keepsLiterals, digits <= 15, -scale <= 22 {
      let value = Double(mantissa) / Self.powers[-scale]
      return .number(isNegative ? -value : value)
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    guard let value = Double(text), value.isFinite else { throw failure("the number \(text.prefix(24)) is too large", at: start) }
    return settings.keepsLiterals ? .literal(text) : .number(value)
  }

  private static let powers: [Double] = (0...22).reduce(into: []) { list, _ in list.append((list.last ?? 0.1) * 10) }

  mutating func string() throws(JSONError) -> String {
    at += 1
    let start = at
    while let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 32 { at += 1 }
    if byte == UInt8(ascii: "\"") {
      let string = try text(UnsafeBufferPointer(rebasing: bytes[start..<at]), from: start)
      at += 1
      return string
    }
    var result = Array(bytes[start..<at])
    while let byte, byte != UInt8(ascii: "\"") {
      guard byte >= 32 else { throw failure("a text contains a control character") }
      at += 1
      if byte == UInt8(ascii: "\\") { try addEscape(to: &result) } else { result.append(byte) }
    }
    guard byte != nil else { throw failure("") }
    let string = try result.withUnsafeBufferPointer { buffer throws(JSONError) -> String in try text(buffer, from: start) }
    at += 1
    return string
  }

  private func text(_ content: UnsafeBufferPointer<UInt8>, from start: Int) throws(JSONError) -> String {
    if settings.repairsTexts { return String(decoding: content, as: UTF8.self) }
    guard let text = String(validating: content, as: UTF8.self) else { throw failure("a text contains invalid UTF-8", at: start) }
    return text
  }

  private mutating func addEscape(to result: inout [UInt8]) throws(JSONError) {
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
      let scalar = try escapedScalar()
      result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default:
      at -= 1
      throw failure("unknown escape in a text")
    }
  }

  /// Reads the digits after `\u`, and the second escape of a surrogate pair.
  private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
    let start = at
    let unit = try codeUnit()
    if UTF16.isLeadSurrogate(unit), byte == UInt8(ascii: "\\"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "u") {
      let second = at
      at += 2
      let trail = try codeUnit()
      let code = 0x10000 + ((UInt32(unit) & 0x3FF) << 10) + (UInt32(trail) & 0x3FF)
      if UTF16.isTrailSurrogate(trail), let scalar = Unicode.Scalar(code) { return scalar }
      at = second
    }
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard settings.repairsTexts else { throw failure("\\u has half of a surrogate pair", at: start) }
    return "\u{FFFD}"
  }

  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    var result: UInt16 = 0
    for _ in 0..<4 {
      guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw failure("\\u needs four hexadecimal digits") }
      result = result << 4 | UInt16(digit)
      at += 1
    }
    return result
  }
}
