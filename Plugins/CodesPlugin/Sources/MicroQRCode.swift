/// Encoder of Micro QR codes (ISO/IEC 18004).
enum MicroQRCode {
  /// Version with its level. A value.
  private struct Size {
    let version: Int
    let level: CodeOptions.Level
    /// Bits of data.
    let bits: Int
    let parity: Int
  }

  /// In the order of their numbers in the format.
  private static let sizes = [
    Size(version: 1, level: .low, bits: 20, parity: 2), Size(version: 2, level: .low, bits: 40, parity: 5),
    Size(version: 2, level: .medium, bits: 32, parity: 6), Size(version: 3, level: .low, bits: 84, parity: 6),
    Size(version: 3, level: .medium, bits: 68, parity: 8), Size(version: 4, level: .low, bits: 128, parity: 8),
    Size(version: 4, level: .medium, bits: 112, parity: 10), Size(version: 4, level: .quartile, bits: 80, parity: 14),
  ]

  static func symbol(_ text: String, _ options: CodeOptions) throws(CodeError) -> CodeSymbol {
    let scalars = Array(text.unicodeScalars.prefix(36))
    guard !scalars.isEmpty else { throw CodeError("Micro QR code takes a text that is not empty") }
    guard (0...4).contains(options.version) else { throw CodeError("the version of a Micro QR code is 1 to 4, not \(options.version)") }
    if let mask = options.mask, !(0...3).contains(mask) { throw CodeError("the mask of a Micro QR code is 0 to 3, not \(mask)") }
    guard options.level != .high else { throw CodeError("Micro QR code has no level high; valid are low, medium and quartile") }
    let forced = QRMode(options.mode)
    let forms: [QRText.Encoding] = forced == .kanji ? [.kanji, .utf8] : [.latin1, .kanji, .utf8]
    guard let source = forms.lazy.compactMap({ QRText(scalars, $0, isDesignated: false) }).first else {
      throw CodeError("the text cannot be encoded")
    }
    for (number, size) in sizes.enumerated() where options.version == 0 || options.version == size.version {
      // The smallest version has one level, which only detects errors.
      guard size.level == options.level || size.version == 1 && options.level == .low else { continue }
      guard let buffer = try bits(source, forced, size.version), buffer.count <= size.bits else { continue }
      var symbol = CodeSymbol(matrix(size, number, words(buffer, size), options.mask), quietZone: 2, text: text)
      symbol.version = size.version
      return symbol
    }
    throw CodeError("the text is too long for a Micro QR code at level \(options.level.rawValue)")
  }

  private static func bits(_ text: QRText, _ forced: QRMode?, _ version: Int) throws(CodeError) -> BitBuffer? {
    func header(_ mode: QRMode) -> Int? { mode.microCountBits(version: version).map { $0 + version - 1 } }
    let segments = if let forced { try text.segment(forced) } else { text.segments(header: header) }
    guard let segments else { return nil }
    var buffer = BitBuffer()
    for segment in segments {
      guard let bits = segment.mode.microCountBits(version: version), text.count(segment) < 1 << bits else { return nil }
      buffer.append(segment.mode.rawValue, version - 1)
      buffer.append(text.count(segment), bits)
      text.append(segment, to: &buffer)
    }
    return buffer
  }

  private static func words(_ buffer: BitBuffer, _ size: Size) -> BitBuffer {
    var buffer = buffer
    buffer.append(0, min(size.version * 2 + 1, size.bits - buffer.count))
    // The last word of the versions 1 and 3 has 4 bits.
    let whole = size.bits / 8 * 8
    if buffer.count < whole { buffer.append(0, (8 - buffer.count % 8) % 8) }
    var isOdd = false
    while buffer.count < whole {
      buffer.append(isOdd ? 0x11 : 0xEC, 8)
      isOdd.toggle()
    }
    buffer.append(0, size.bits - buffer.count)
    for word in GaloisField.qr.parity(of: buffer.words(of: 8), count: size.parity, first: 0) { buffer.append(word, 8) }
    return buffer
  }

  private static func matrix(_ size: Size, _ number: Int, _ data: BitBuffer, _ mask: Int?) -> ModuleGrid {
    let side = size.version * 2 + 9
    var grid = ModuleGrid(width: side, height: side)
    for i in 0..<side {
      grid.setFunction(i, 0, i % 2 == 0)
      grid.setFunction(0, i, i % 2 == 0)
    }
    grid.setFinder(3, 3)
    for i in 1...8 {
      grid.setFunction(8, i, false)
      grid.setFunction(i, 8, false)
    }
    var index = 0
    for (column, right) in stride(from: side - 1, through: 1, by: -2).enumerated() {
      for step in 0..<side {
        let y = column % 2 == 0 ? side - 1 - step : step
        for x in [right, right - 1] where grid.isFree(x, y) && index < data.count {
          grid[x, y] = data.bits[index]
          index += 1
        }
      }
    }
    func masked(_ mask: Int) -> ModuleGrid {
      var copy = grid
      copy.mask { QRMask.inverts([1, 4, 6, 7][mask], $0, $1) }
      let bits = QRMask.format(number << 2 | mask, mask: 0x4445)
      for i in 0..<15 { copy.setFunction(i < 8 ? 8 : 15 - i, i < 8 ? i + 1 : 8, bits >> i & 1 != 0) }
      return copy
    }
    if let mask { return masked(mask) }
    return (0..<4).map(masked).max { score($0) < score($1) } ?? grid
  }

  /// Returns how well the edges without a pattern are told from the background.
  private static func score(_ grid: ModuleGrid) -> Int {
    let last = grid.width - 1
    let right = (1...last).count { grid[last, $0] }
    let bottom = (1...last).count { grid[$0, last] }
    return min(right, bottom) * 16 + max(right, bottom)
  }
}
