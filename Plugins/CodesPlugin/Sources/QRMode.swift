/// Mode of a segment of a QR code. A value.
enum QRMode: Int, CaseIterable {
  case numeric, alphanumeric, byte, kanji

  init?(_ mode: CodeOptions.Mode) {
    switch mode {
    case .automatic: return nil
    case .numeric: self = .numeric
    case .alphanumeric: self = .alphanumeric
    case .byte: self = .byte
    case .kanji: self = .kanji
    }
  }

  /// Indicator of 4 bits in a QR code.
  var indicator: Int { 1 << rawValue }

  /// Returns the bits of the number of characters in a QR code.
  func countBits(version: Int) -> Int {
    let size = version <= 9 ? 0 : version <= 26 ? 1 : 2
    return switch self {
    case .numeric: [10, 12, 14][size]
    case .alphanumeric: [9, 11, 13][size]
    case .byte: [8, 16, 16][size]
    case .kanji: [8, 10, 12][size]
    }
  }

  /// Returns the bits of the number of characters in a Micro QR code; nil if the version does not have the mode.
  func microCountBits(version: Int) -> Int? {
    switch self {
    case .numeric: version + 2
    case .alphanumeric: version >= 2 ? version + 1 : nil
    case .byte: version >= 3 ? version + 1 : nil
    case .kanji: version >= 3 ? version : nil
    }
  }

  private static let signs: [UInt8] = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

  /// Returns the number of an alphanumeric character.
  static func alphanumeric(_ scalar: Unicode.Scalar) -> Int? {
    scalar.isASCII ? signs.firstIndex(of: UInt8(scalar.value)) : nil
  }

  var name: String {
    switch self {
    case .numeric: "numeric QR code"
    case .alphanumeric: "alphanumeric QR code"
    case .byte: "QR code"
    case .kanji: "kanji QR code"
    }
  }

  var valid: String {
    switch self {
    case .numeric: "digits"
    case .alphanumeric: "digits, capitals, space and $%*+-./:"
    case .byte: "all characters"
    case .kanji: "characters of JIS X 0208"
    }
  }
}
