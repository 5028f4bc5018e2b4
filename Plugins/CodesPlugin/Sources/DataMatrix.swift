/// Encoder of Data Matrix codes (ISO/IEC 16022, ECC 200).
enum DataMatrix {
  /// Size of a square code. A value.
  private struct Size {
    let side: Int
    /// Number of regions along a side.
    let regions: Int
    let data: Int
    let parity: Int
    let blocks: Int

    init(_ side: Int, _ regions: Int, _ data: Int, _ parity: Int, _ blocks: Int = 1) {
      (self.side, self.regions, self.data, self.parity, self.blocks) = (side, regions, data, parity, blocks)
    }
  }

  private static let sizes = [
    Size(10, 1, 3, 5), Size(12, 1, 5, 7), Size(14, 1, 8, 10), Size(16, 1, 12, 12), Size(18, 1, 18, 14), Size(20, 1, 22, 18),
    Size(22, 1, 30, 20), Size(24, 1, 36, 24), Size(26, 1, 44, 28), Size(32, 2, 62, 36), Size(36, 2, 86, 42), Size(40, 2, 114, 48),
    Size(44, 2, 144, 56), Size(48, 2, 174, 68), Size(52, 2, 204, 84, 2), Size(64, 4, 280, 112, 2), Size(72, 4, 368, 144, 4),
    Size(80, 4, 456, 192, 4), Size(88, 4, 576, 224, 4), Size(96, 4, 696, 272, 4), Size(104, 4, 816, 336, 6), Size(120, 6, 1050, 408, 6),
    Size(132, 6, 1304, 496, 8), Size(144, 6, 1558, 620, 10),
  ]
  private static let limit = 3116

  static func symbol(_ text: String) throws(CodeError) -> CodeSymbol {
    guard !text.isEmpty else { throw CodeError("Data Matrix takes a text that is not empty") }
    let bytes = Array(text.utf8.prefix(limit + 1))
    guard bytes.count <= limit else { throw CodeError("the text is too long for Data Matrix") }
    // 241 and 27 designate UTF-8; without them readers guess.
    let prefix = bytes.allSatisfy { $0 < 128 } ? [] : [241, 27]
    var (words, endsInASCII) = DataMatrixWords.words(bytes, after: prefix)
    guard let size = sizes.first(where: { $0.data >= words.count + (endsInASCII || $0.data == words.count ? 0 : 1) }) else {
      throw CodeError("the text is too long for Data Matrix")
    }
    if !endsInASCII, words.count < size.data { words.append(254) }
    if words.count < size.data { words.append(129) }
    while words.count < size.data {
      let filler = 129 + 149 * (words.count + 1) % 253 + 1
      words.append(filler > 254 ? filler - 254 : filler)
    }
    return CodeSymbol(grid(words + parity(words, size), size), quietZone: 2, text: text)
  }

  private static func parity(_ words: [Int], _ size: Size) -> [Int] {
    let (blocks, count) = (size.blocks, size.parity / size.blocks)
    var result = Array(repeating: 0, count: size.parity)
    for block in 0..<blocks {
      let data = stride(from: block, to: words.count, by: blocks).map { words[$0] }
      // The largest code begins with the blocks that are shorter.
      let place = size.side == 144 ? (block + 2) % blocks : block
      for (i, word) in GaloisField.dataMatrix.parity(of: data, count: count, first: 1).enumerated() {
        result[i * blocks + place] = word
      }
    }
    return result
  }

  private static func grid(_ words: [Int], _ size: Size) -> ModuleGrid {
    let inner = size.side - 2 * size.regions
    let data = DataMatrixPlacement(side: inner).modules(words)
    var grid = ModuleGrid(width: size.side, height: size.side)
    let region = size.side / size.regions
    for y in 0..<size.side {
      for x in 0..<size.side {
        let (cx, cy) = (x % region, y % region)
        if cx == 0 || cy == region - 1 {
          grid[x, y] = true
        } else if cy == 0 {
          grid[x, y] = cx % 2 == 0
        } else if cx == region - 1 {
          grid[x, y] = cy % 2 == 1
        } else {
          grid[x, y] = data[(y / region * (region - 2) + cy - 1) * inner + x / region * (region - 2) + cx - 1]
        }
      }
    }
    return grid
  }
}
