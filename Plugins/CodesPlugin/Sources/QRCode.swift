/// Encoder of QR codes (ISO/IEC 18004).
enum QRCode {
  static func symbol(_ text: String, _ options: CodeOptions) throws(CodeError) -> CodeSymbol {
    let scalars = Array(text.unicodeScalars.prefix(QRText.limit + 1))
    guard !scalars.isEmpty else { throw CodeError("QR code takes a text that is not empty") }
    guard scalars.count <= QRText.limit else { throw CodeError("QR code takes at most \(QRText.limit) characters") }
    guard (0...40).contains(options.version) else { throw CodeError("the version of a QR code is 1 to 40, not \(options.version)") }
    if let mask = options.mask, !(0...7).contains(mask) { throw CodeError("the mask of a QR code is 0 to 7, not \(mask)") }
    let (version, words) = try words(scalars, options)
    return matrix(version, options.level.index, words, mask: options.mask, text)
  }

  /// Returns the smallest version that has the text, and its words of data.
  private static func words(_ scalars: [Unicode.Scalar], _ options: CodeOptions) throws(CodeError) -> (Int, [Int]) {
    let forced = QRMode(options.mode)
    // Readers guess the encoding without a designator. With one they do not, but it takes 12 bits.
    let forms: [(QRText.Encoding, Bool)] =
      forced == .kanji
      ? [(.kanji, false)]
      : forced != nil || scalars.allSatisfy(\.isASCII)
        ? [(.utf8, false)]
        : [(.utf8, true), (.kanji, false), (.utf8, false), (.latin1, true), (.latin1, false)]
    var texts = forms.compactMap { QRText(scalars, $0, isDesignated: $1) }
    // The error names the character.
    if texts.isEmpty { texts = [QRText(scalars, .utf8, isDesignated: false)].compactMap(\.self) }
    if forced != nil { texts = Array(texts.prefix(1)) }
    let versions = options.version > 0 ? options.version...options.version : 1...40
    var buffers: [BitBuffer?] = []
    for version in versions {
      // The headers have other sizes from versions 10 and 27 on.
      if buffers.isEmpty || version == 10 || version == 27 {
        buffers = []
        for text in texts { buffers.append(try bits(text, forced, version)) }
      }
      let room = QRTables.dataCount(version, options.level.index) * 8
      if let buffer = buffers.lazy.compactMap(\.self).first(where: { $0.count <= room }) {
        return (version, padded(buffer, to: room))
      }
    }
    let limit = options.version > 0 ? "QR code of version \(options.version)" : "QR code"
    throw CodeError("the text of \(scalars.count) characters is too long for a \(limit) at level \(options.level.rawValue)")
  }

  private static func bits(_ text: QRText, _ forced: QRMode?, _ version: Int) throws(CodeError) -> BitBuffer? {
    let segments = if let forced { try text.segment(forced) } else { text.segments { 4 + $0.countBits(version: version) } }
    guard let segments else { return nil }
    var buffer = BitBuffer()
    if let designator = text.designator, segments.contains(where: { $0.mode == .byte }) {
      buffer.append(0b0111, 4)
      buffer.append(designator, 8)
    }
    for segment in segments {
      let (count, bits) = (text.count(segment), segment.mode.countBits(version: version))
      guard count < 1 << bits else { return nil }
      buffer.append(segment.mode.indicator, 4)
      buffer.append(count, bits)
      text.append(segment, to: &buffer)
    }
    return buffer
  }

  private static func padded(_ buffer: BitBuffer, to room: Int) -> [Int] {
    var buffer = buffer
    buffer.append(0, min(4, room - buffer.count))
    buffer.append(0, (8 - buffer.count % 8) % 8)
    var words = buffer.words(of: 8)
    let count = words.count
    for i in count..<max(count, room / 8) { words.append((i - count) % 2 == 0 ? 0xEC : 0x11) }
    return words
  }

  /// Returns the words of all blocks with their error correction in the order of the matrix.
  static func interleaved(_ words: [Int], _ version: Int, _ level: Int) -> [Int] {
    let (count, parity) = (QRTables.blockCount(version, level), QRTables.parityCount(version, level))
    let short = words.count / count
    let longer = words.count % count
    var (blocks, start) = ([[Int]](), 0)
    for i in 0..<count {
      let size = short + (i >= count - longer ? 1 : 0)
      blocks.append(Array(words[start..<start + size]))
      start += size
    }
    let parities = blocks.map { GaloisField.qr.parity(of: $0, count: parity, first: 0) }
    let data = (0..<short + 1).flatMap { i in blocks.compactMap { i < $0.count ? $0[i] : nil } }
    return data + (0..<parity).flatMap { i in parities.map { $0[i] } }
  }

  private static func matrix(_ version: Int, _ level: Int, _ words: [Int], mask: Int?, _ text: String) -> CodeSymbol {
    let size = version * 4 + 17
    var grid = ModuleGrid(width: size, height: size)
    setPatterns(version, in: &grid)
    QRMask.placeFormat(level, mask: 0, in: &grid)
    place(interleaved(words, version, level), in: &grid)
    let (best, masked) = QRMask.apply(mask, level, to: grid)
    var symbol = CodeSymbol(masked, quietZone: 4, text: text)
    (symbol.version, symbol.mask) = (version, best)
    return symbol
  }

  private static func setPatterns(_ version: Int, in grid: inout ModuleGrid) {
    let size = grid.width
    for i in 0..<size {
      grid.setFunction(6, i, i % 2 == 0)
      grid.setFunction(i, 6, i % 2 == 0)
    }
    for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { grid.setFinder(x, y) }
    let places = QRTables.alignments(version)
    for (i, x) in places.enumerated() {
      for (j, y) in places.enumerated() {
        let last = places.count - 1
        if i == 0 && j == 0 || i == 0 && j == last || i == last && j == 0 { continue }
        for dy in -2...2 {
          for dx in -2...2 { grid.setFunction(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) }
        }
      }
    }
    guard version >= 7 else { return }
    var rest = version
    for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
    let bits = version << 12 | rest
    for i in 0..<18 {
      let isDark = bits >> i & 1 != 0
      grid.setFunction(size - 11 + i % 3, i / 3, isDark)
      grid.setFunction(i / 3, size - 11 + i % 3, isDark)
    }
  }

  /// Places words in columns of two modules from the lower right corner on.
  private static func place(_ words: [Int], in grid: inout ModuleGrid) {
    let size = grid.width
    var (index, right) = (0, size - 1)
    while right >= 1 {
      // The column of the timing pattern is skipped.
      if right == 6 { right = 5 }
      let isUpward = (right + 1) & 2 == 0
      for step in 0..<size {
        let y = isUpward ? size - 1 - step : step
        for x in [right, right - 1] where grid.isFree(x, y) && index < words.count * 8 {
          grid[x, y] = words[index / 8] >> (7 - index % 8) & 1 != 0
          index += 1
        }
      }
      right -= 2
    }
  }
}
