/// `\uD83D\uDE00`: how JSON writes what lies beyond U+FFFF, and what libyaml refuses.
///
/// Before libyaml reads them, such escapes become those of private characters that the text has none of, which are as long, so that lines and
/// columns stay what they are. In what was read these become what they stood for.
struct SurrogateEscapes {
  /// The first of the 2,048 characters that stand for U+D800 to U+DFFF: E000, E800 or F000.
  private let stand: UInt32

  /// Replaces the escapes in `bytes`; nil, with nothing changed, where there are none, or where the text has private characters everywhere.
  ///
  /// One pass to find the first; linear.
  init?(replacingIn bytes: inout [UInt8]) {
    guard SurrogateEscapes.next(in: bytes, from: 0) != nil,
      let stand = [0xE000, 0xE800, 0xF000].first(where: { !SurrogateEscapes.uses(bytes, $0) })
    else { return nil }
    self.stand = stand
    var from = 0
    while let at = SurrogateEscapes.next(in: bytes, from: from) {
      let isLower = bytes[at + 2] == UInt8(ascii: "d")
      // \uD8 to \uDF: the second digit's lower three bits are kept.
      let digit = UInt32(SurrogateEscapes.digit(bytes[at + 3]) ?? 0) & 7 | stand >> 8 & 8
      bytes[at + 2] = SurrogateEscapes.letters[Int(stand >> 12)] | (isLower ? 0x20 : 0)
      bytes[at + 3] = SurrogateEscapes.letters[Int(digit)] | (isLower ? 0x20 : 0)
      from = at + 6
    }
  }

  /// What `text`, read by libyaml, stands for: pairs become one character, a half U+FFFD, and what was no escape is as it was.
  func restored(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 >= 0xEE }) else { return text }
    var result = String.UnicodeScalarView()
    var high: UInt32?
    for scalar in text.unicodeScalars {
      let half = scalar.value >= stand && scalar.value < stand + 0x800 ? scalar.value - stand + 0xD800 : 0
      if let first = high {
        high = nil
        if half >= 0xDC00, let pair = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (half - 0xDC00)) {
          result.append(pair)
          continue
        }
        result.append("\u{FFFD}")
      }
      if half >= 0xDC00 { result.append("\u{FFFD}") } else if half > 0 { high = half } else { result.append(scalar) }
    }
    if high != nil { result.append("\u{FFFD}") }
    var bytes = Array(String(result).utf8)
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(result) }
    // Escapes that were none: in single quotes, without quotes, behind a second backslash.
    var at = 0
    while at + 5 < bytes.count {
      if SurrogateEscapes.isEscape(bytes, at), let code = SurrogateEscapes.code(bytes, at), code >= stand, code < stand + 0x800 {
        let isLower = bytes[at + 2] >= 0x60
        bytes[at + 2] = SurrogateEscapes.letters[0xD] | (isLower ? 0x20 : 0)
        bytes[at + 3] = SurrogateEscapes.letters[Int((code - stand) >> 8 & 7) + 8] | (isLower ? 0x20 : 0)
      }
      at += 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let letters = Array("0123456789ABCDEF".utf8)

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30
    case 0x41...0x46: Int(byte) - 0x41 + 10
    case 0x61...0x66: Int(byte) - 0x61 + 10
    default: nil
    }
  }

  private static func isEscape(_ bytes: [UInt8], _ at: Int) -> Bool {
    bytes[at] == UInt8(ascii: "\\") && at + 5 < bytes.count && bytes[at + 1] == UInt8(ascii: "u")
  }

  /// The number that the four digits of an escape at `at` write; nil where they are not digits.
  private static func code(_ bytes: [UInt8], _ at: Int) -> UInt32? {
    var code: UInt32 = 0
    for byte in bytes[(at + 2)..<(at + 6)] {
      guard let digit = digit(byte) else { return nil }
      code = code << 4 | UInt32(digit)
    }
    return code
  }

  /// The place of the first escape of a surrogate at or behind `from`.
  private static func next(in bytes: [UInt8], from: Int) -> Int? {
    var at = from
    while at + 5 < bytes.count {
      if bytes[at] == UInt8(ascii: "\\"), isEscape(bytes, at), let code = code(bytes, at), (0xD800...0xDFFF).contains(code) { return at }
      at += 1
    }
    return nil
  }

  /// Whether the text has one of the 2,048 characters from `first` on, as it is or as an escape.
  private static func uses(_ bytes: [UInt8], _ first: UInt32) -> Bool {
    for at in bytes.indices where at + 2 < bytes.count {
      if bytes[at] == UInt8(ascii: "\\"), at + 5 < bytes.count {
        if isEscape(bytes, at), let code = code(bytes, at), code >= first, code < first + 0x800 { return true }
        // \U0000E000
        if bytes[at + 1] == UInt8(ascii: "U"), at + 9 < bytes.count, let code = code(bytes, at + 4), code >= first, code < first + 0x800 {
          return true
        }
      } else if bytes[at] & 0xF0 == 0xE0 {
        let code = UInt32(bytes[at] & 0xF) << 12 | UInt32(bytes[at + 1] & 0x3F) << 6 | UInt32(bytes[at + 2] & 0x3F)
        if code >= first, code < first + 0x800 { return true }
      }
    }
    return false
  }
}
