/// Encoded text: light and dark modules. A value.
///
/// ```swift
/// let code = try CodeSymbol("https://example.com", as: .qr)
/// let isDark = code[0, 0]
/// ```
public struct CodeSymbol: Sendable, Hashable {
  /// Words below a bar code, centered over a range of modules.
  public struct Caption: Sendable, Hashable {
    public let words: String
    /// Modules that the words belong to. Negative modules are in the quiet zone.
    public let modules: Range<Int>
  }

  /// Number of modules in a row.
  public let width: Int
  /// Number of rows; 1 for bar codes.
  public let height: Int
  /// Modules, row by row; true is dark.
  public let modules: [Bool]
  /// Modules that must be light around the code.
  public let quietZone: Int
  /// Height of a row, in modules. 0: any, for bar codes.
  public let rowHeight: Int
  /// Encoded text with check digits, which people read below the code.
  public internal(set) var text: String
  /// Words below a bar code; empty for matrix codes.
  public internal(set) var captions: [Caption] = []
  /// Modules whose bars are longer: the guards of EAN and UPC.
  public internal(set) var guards: [Range<Int>] = []
  /// Whether bars above and below the code belong to it.
  public internal(set) var hasBearer = false
  /// QR code and Micro QR code: version, 1...40 or 1...4; otherwise 0.
  public internal(set) var version = 0
  /// QR code and Micro QR code: index of the mask; otherwise 0.
  public internal(set) var mask = 0

  /// Returns whether a module is dark. Traps outside of the code.
  public subscript(x: Int, y: Int) -> Bool { modules[y * width + x] }

  init(_ grid: ModuleGrid, quietZone: Int, rowHeight: Int = 1, text: String) {
    (width, height, modules) = (grid.width, grid.height, grid.modules)
    (self.quietZone, self.rowHeight, self.text) = (quietZone, rowHeight, text)
  }

  /// Creates a bar code from a row of modules.
  init(bars: [Bool], quietZone: Int = 10, text: String) {
    (width, height, modules, rowHeight) = (bars.count, 1, bars, 0)
    (self.quietZone, self.text) = (quietZone, text)
    captions = [Caption(words: text, modules: 0..<bars.count)]
  }

  /// Encodes a text. Any thread; O(n) in the number of modules.
  ///
  /// - Parameters:
  ///   - text: Text of the code.
  ///   - kind: Kind of the code.
  ///   - options: Options of QR codes and other matrix codes.
  /// - Throws: ``CodeError`` with the character or digit that the code does not have.
  public init(_ text: String, as kind: CodeKind, options: CodeOptions = CodeOptions()) throws(CodeError) {
    switch kind {
    case .qr: self = try QRCode.symbol(text, options)
    case .microQR: self = try MicroQRCode.symbol(text, options)
    case .ean13: self = try RetailCode.ean13(text)
    case .ean8: self = try RetailCode.ean8(text)
    case .upcA: self = try RetailCode.upcA(text)
    case .upcE: self = try RetailCode.upcE(text)
    case .code128: self = try Code128.symbol(text)
    case .code39: self = try Code39.symbol(text)
    case .code93: self = try Code93.symbol(text)
    case .interleaved2of5: self = try Interleaved2of5.symbol(text)
    case .itf14: self = try Interleaved2of5.itf14(text)
    case .codabar: self = try Codabar.symbol(text)
    case .dataMatrix: self = try DataMatrix.symbol(text)
    case .aztec: self = try AztecCode.symbol(text, options)
    case .pdf417: self = try PDF417.symbol(text, options)
    }
  }
}

/// Options of matrix codes. A value.
public struct CodeOptions: Sendable, Hashable {
  /// Share of a code that may be unreadable. The raw value is its name in scenes.
  public enum Level: String, Sendable, CaseIterable, Hashable {
    /// 7 %.
    case low
    /// 15 %.
    case medium
    /// 25 %.
    case quartile
    /// 30 %.
    case high
  }

  /// Encoding of characters in a QR code. The raw value is its name in scenes.
  public enum Mode: String, Sendable, CaseIterable, Hashable {
    /// The shortest sequence of segments in the other modes.
    case automatic
    case numeric, alphanumeric, byte, kanji
  }

  /// Error correction of QR code, Micro QR code and PDF417.
  public var level = Level.medium
  /// QR code: version, 1...40; Micro QR code: 1...4. 0: the smallest one.
  public var version = 0
  /// QR code: mask, 0...7; Micro QR code: 0...3. nil: the best one.
  public var mask: Int?
  /// QR code: encoding of all characters.
  public var mode = Mode.automatic

  /// Creates the default options.
  public init() {}
}
