/// Quoted text with JSON escapes (RFC 8259) in a line of a script.
struct QuotedText {
  /// Error in the text, at a scalar of the line.
  struct Wrong: Error {
    var offset: Int
    var message: String
  }

  /// Text without quotes and escapes.
  let text: String
  /// Offset of the scalar after the closing quote.
  let end: Int

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "t": "\t", "r": "\r", "b": "\u{8}", "f": "\u{C}", "\"": "\"", "\\": "\\", "/": "/",
  ]

  /// Parses from the opening quote at `start`.
  init(_ line: [Unicode.Scalar], from start: Int) throws(Wrong) {
    var result = String.UnicodeScalarView()
    var i = start + 1
    while i < line.count, line[i] != "\"" {
      guard line[i] == "\\", i + 1 < line.count else {
        result.append(line[i])
        i += 1
        continue
      }
      if let scalar = Self.escapes[line[i + 1]] {
        result.append(scalar)
        i += 2
      } else {
        let (scalar, length) = try Self.unicode(line, at: i)
        result.append(scalar)
        i += length
      }
    }
    guard i < line.count else { throw Wrong(offset: start, message: "the text that begins here has no closing quote") }
    (text, end) = (String(result), i + 1)
  }

  /// Returns the character of the escape `\uXXXX`, or of a surrogate pair, at `i`, and its length in scalars.
  private static func unicode(_ line: [Unicode.Scalar], at i: Int) throws(Wrong) -> (Unicode.Scalar, length: Int) {
    guard let first = code(line, at: i) else {
      let escape = String(line[i + 1])
      throw Wrong(
        offset: i,
        message: "`\\\(escape)` is not a valid escape; valid are \\n \\t \\r \\b \\f \\\" \\\\ \\/ and \\u with four hexadecimal digits")
    }
    if let scalar = Unicode.Scalar(first) { return (scalar, 6) }
    if first < 0xDC00, let second = code(line, at: i + 6), (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    {
      return (scalar, 12)
    }
    let escape = String(String.UnicodeScalarView(line[i..<i + 6]))
    let missing = first < 0xDC00 ? "\\udc00 to \\udfff must follow it" : "\\ud800 to \\udbff must precede it"
    throw Wrong(offset: i, message: "`\(escape)` is half of a surrogate pair; \(missing), such as \\ud83d\\ude00 for 😀")
  }

  /// Returns the number of the escape `\uXXXX` at `i`; nil if there is none.
  private static func code(_ line: [Unicode.Scalar], at i: Int) -> UInt32? {
    guard i + 6 <= line.count, line[i] == "\\", line[i + 1] == "u" else { return nil }
    var code: UInt32 = 0
    for scalar in line[i + 2..<i + 6] {
      guard scalar.isASCII, let digit = Character(scalar).hexDigitValue else { return nil }
      code = code << 4 | UInt32(digit)
    }
    return code
  }
}
