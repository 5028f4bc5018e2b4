internal import Tessera

/// Kind of a code. The raw value is its name in scenes.
public enum CodeKind: String, Sendable, CaseIterable, Hashable {
  /// QR code: versions 1 to 40.
  case qr
  /// Micro QR code: M1 to M4, at most 35 digits.
  case microQR = "micro-qr"
  /// EAN-13, with 2 or 5 more digits after a `+`. The check digit may be missing.
  case ean13 = "ean-13"
  /// EAN-8. The check digit may be missing.
  case ean8 = "ean-8"
  /// UPC-A. The check digit may be missing.
  case upcA = "upc-a"
  /// UPC-E: 6 digits, with a number system (0 or 1) before and a check digit after them if 7 or 8 are given.
  case upcE = "upc-e"
  /// Code 128: ISO 8859-1.
  case code128 = "code-128"
  /// Code 39: capitals, digits and seven signs. Small letters become capitals.
  case code39 = "code-39"
  /// Code 93: ASCII.
  case code93 = "code-93"
  /// Interleaved 2 of 5: digits. An odd number of digits gets a leading 0.
  case interleaved2of5 = "itf"
  /// ITF-14. The check digit may be missing.
  case itf14 = "itf-14"
  /// Codabar: digits and `-$:/.+` between two of the letters A to D.
  case codabar
  /// Data Matrix (ECC 200): squares of 10 to 144 modules.
  case dataMatrix = "data-matrix"
  /// Aztec code.
  case aztec
  /// PDF417.
  case pdf417

  /// Name in messages.
  var title: String {
    switch self {
    case .qr: "QR code"
    case .microQR: "Micro QR code"
    case .ean13: "EAN-13"
    case .ean8: "EAN-8"
    case .upcA: "UPC-A"
    case .upcE: "UPC-E"
    case .code128: "Code 128"
    case .code39: "Code 39"
    case .code93: "Code 93"
    case .interleaved2of5: "interleaved 2 of 5"
    case .itf14: "ITF-14"
    case .codabar: "Codabar"
    case .dataMatrix: "Data Matrix"
    case .aztec: "Aztec code"
    case .pdf417: "PDF417"
    }
  }

  /// Name that languages translate; nil: ``title``, a proper name.
  var word: StandardWord? {
    switch self {
    case .qr: .qrCode
    case .microQR: .microQRCode
    case .aztec: .aztecCode
    default: nil
    }
  }

  /// Whether the code is one row of bars.
  public var isLinear: Bool {
    switch self {
    case .qr, .microQR, .dataMatrix, .aztec, .pdf417: false
    default: true
    }
  }
}
