/// Encoder of PDF417 (ISO/IEC 15438).
enum PDF417 {
  private static let limit = 2800
  /// Largest number of words of data and error correction.
  private static let wordLimit = 928

  static func symbol(_ text: String, _ options: CodeOptions) throws(CodeError) -> CodeSymbol {
    guard !text.isEmpty else { throw CodeError("PDF417 takes a text that is not empty") }
    let bytes = text.utf8.prefix(limit + 1)
    guard bytes.count <= limit else { throw CodeError("the text is too long for PDF417") }
    var words = PDF417Words.words(Array(bytes), isASCII: text.unicodeScalars.allSatisfy(\.isASCII))
    let level = level(words.count, options.level)
    let parity = 2 << level
    guard let (columns, rows) = size(words.count + 1 + parity) else { throw CodeError("the text is too long for PDF417") }
    let count = columns * rows - parity
    words.insert(count, at: 0)
    words += Array(repeating: 900, count: count - words.count)
    words += self.parity(words, count: parity)
    return CodeSymbol(grid(words, columns, rows, level), quietZone: 2, rowHeight: 3, text: text)
  }

  /// Returns the level of error correction: that of the standard for this many words, and higher ones for the levels above `low`.
  private static func level(_ count: Int, _ level: CodeOptions.Level) -> Int {
    let least = count <= 40 ? 2 : count <= 160 ? 3 : count <= 320 ? 4 : 5
    let wanted = least + [0, 0, 1, 2][level.index]
    return (0...wanted).last { count + 1 + (2 << $0) <= wordLimit } ?? 0
  }

  /// Returns the columns of data and the rows of a code that is about twice as wide as high.
  private static func size(_ count: Int) -> (Int, Int)? {
    let sizes = (1...30).compactMap { columns -> (Int, Int)? in
      let rows = max(3, (count + columns - 1) / columns)
      return rows <= 90 && rows * columns <= wordLimit ? (columns, rows) : nil
    }
    return sizes.min { distance($0) < distance($1) }
  }

  private static func distance(_ size: (columns: Int, rows: Int)) -> Double {
    let (width, height) = (Double(17 * size.columns + 69), Double(3 * size.rows))
    return max(width / (2.5 * height), 2.5 * height / width)
  }

  /// Returns the words of error correction over the numbers modulo 929.
  private static func parity(_ words: [Int], count: Int) -> [Int] {
    // Coefficients of the product of (x - 3ⁱ), the highest power left out.
    var (generator, root) = ([1], 1)
    for _ in 0..<count {
      root = root * 3 % 929
      var next = Array(repeating: 0, count: generator.count + 1)
      for (i, factor) in generator.enumerated() {
        next[i + 1] = (next[i + 1] + factor) % 929
        next[i] = (next[i] + factor * (929 - root)) % 929
      }
      generator = next
    }
    var rest = Array(repeating: 0, count: count)
    for word in words {
      let factor = (word + rest[count - 1]) % 929
      for i in stride(from: count - 1, through: 0, by: -1) {
        rest[i] = ((i > 0 ? rest[i - 1] : 0) + 929 - factor * generator[i] % 929) % 929
      }
    }
    return rest.reversed().map { (929 - $0) % 929 }
  }

  private static func grid(_ words: [Int], _ columns: Int, _ rows: Int, _ level: Int) -> ModuleGrid {
    var grid = ModuleGrid(width: 17 * columns + 69, height: rows)
    for row in 0..<rows {
      let base = row / 3 * 30
      let numbers = [(rows - 1) / 3, level * 3 + (rows - 1) % 3, columns - 1]
      let left = base + numbers[row % 3]
      let right = base + numbers[(row + 2) % 3]
      var x = 0
      func append(_ pattern: Int, _ count: Int) {
        for bit in stride(from: count - 1, through: 0, by: -1) {
          grid[x, row] = pattern >> bit & 1 != 0
          x += 1
        }
      }
      append(0b1_1111_1110_1010_1000, 17)
      append(PDF417Patterns.modules(left, row: row), 17)
      for column in 0..<columns { append(PDF417Patterns.modules(words[row * columns + column], row: row), 17) }
      append(PDF417Patterns.modules(right, row: row), 17)
      append(0b11_1111_1010_0010_1001, 18)
    }
    return grid
  }
}
