/// Surrogate escapes such as `\uD83D\uDE00`, the JSON form of characters above U+FFFF, which libyaml rejects.
///
/// Before parsing, such escapes are replaced by escapes of private characters that the text does not use. They have the same length, so
/// lines and columns do not change. After parsing, the private characters are replaced by the original characters.
struct SurrogateEscapes {
  /// First of the 2,048 characters that represent U+D800 to U+DFFF: E000, E800 or F000.
  private let stand: UInt32

  /// Replaces the escapes in `bytes`. Returns nil, without changes, without escapes, or if every range of private characters is used.
  ///
  /// Linear; a text without escapes is read once.
  init?(replacingIn bytes: inout [UInt8]) {
    guard SurrogateEscapes.next(in: bytes, from: 0) != nil,
      let stand = [0xE000, 0xE800, 0xF000].first(where: { !SurrogateEscapes.uses(bytes, $0) })
    else { return nil }
    self.stand = stand
    var from = 0
    while let at = SurrogateEscapes.next(in: bytes, from: from) {
      let isLower = bytes[at + 2] == UInt8(ascii: "d")
      // \uD8 to \uDF: keeps the lower three bits of the second digit.
      let digit = UInt32(SurrogateEscapes.digit(bytes[at + 3]) ?? 0) & 7 | stand >> 8 & 8
      bytes[at + 2] = SurrogateEscapes.letters[Int(stand >> 12)] | (isLower ? 0x20 : 0)
      bytes[at + 3] = SurrogateEscapes.letters[Int(digit)] | (isLower ? 0x20 : 0)
      from = at + 6
    }
  }

  /// Returns the original text of `text`, which libyaml has read: pairs become one character, halves become U+FFFD, and text that was no
  /// escape is restored.
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
    // Replaced text that was no escape: in single quotes, without quotes, or after a second backslash.
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

  /// Returns the value of the four digits of an escape at `at`; nil if they are not digits.
  private static func code(_ bytes: [UInt8], _ at: Int) -> UInt32? {
    var code: UInt32 = 0
    for byte in bytes[(at + 2)..<(at + 6)] {
      guard let digit = digit(byte) else { return nil }
      code = code << 4 | UInt32(digit)
    }
    return code
  }

  /// Returns the index of the first surrogate escape at or after `from`.
  private static func next(in bytes: [UInt8], from: Int) -> Int? {
    var at = from
    while at + 5 < bytes.count {
      if bytes[at] == UInt8(ascii: "\\"), isEscape(bytes, at), let code = code(bytes, at), (0xD800...0xDFFF).contains(code) { return at }
      at += 1
    }
    return nil
  }

  /// Returns whether the text contains one of the 2,048 characters from `first` on, directly or as an escape.
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
