/// Encoder of Aztec codes (ISO/IEC 24778).
enum AztecCode {
  private static let limit = 3900

  /// Form of a code. A value.
  private struct Form {
    let isCompact: Bool
    let layers: Int

    var bits: Int { ((isCompact ? 88 : 112) + 16 * layers) * layers }
    var wordSize: Int { layers <= 2 ? 6 : layers <= 8 ? 8 : layers <= 22 ? 10 : 12 }
    /// Side without the lines of the reference grid.
    var base: Int { (isCompact ? 11 : 14) + layers * 4 }
    var side: Int { isCompact ? base : base + 1 + 2 * ((base / 2 - 1) / 15) }
    var field: GaloisField {
      switch wordSize {
      case 6: .aztec6
      case 8: .dataMatrix
      case 10: .aztec10
      default: .aztec12
      }
    }

    /// Returns the places of rows and columns, which leave out the reference grid.
    var places: [Int] {
      guard !isCompact else { return Array(0..<base) }
      let (middle, center) = (base / 2, side / 2)
      return (0..<base).map { i in
        let distance = i < middle ? middle - 1 - i : i - middle
        let offset = distance + distance / 15 + 1
        return i < middle ? center - offset : center + offset
      }
    }
  }

  static func symbol(_ text: String, _ options: CodeOptions) throws(CodeError) -> CodeSymbol {
    guard !text.isEmpty else { throw CodeError("Aztec code takes a text that is not empty") }
    let isLatin = text.unicodeScalars.allSatisfy { $0.value <= 0xFF }
    let bytes = isLatin ? text.unicodeScalars.prefix(limit + 1).map { UInt8($0.value) } : Array(text.utf8.prefix(limit + 1))
    guard bytes.count <= limit else { throw CodeError("the text is too long for an Aztec code") }
    let data = AztecBits.bits(bytes, isUTF8: !isLatin)
    let share = [10, 23, 36, 50][options.level.index]
    let forms = (1...4).map { Form(isCompact: true, layers: $0) } + (4...32).map { Form(isCompact: false, layers: $0) }
    for form in forms where data.count <= form.bits {
      let words = stuffed(data, form.wordSize)
      let parity = data.count * share / 100 + 3 * form.wordSize
      if form.isCompact, words.count > 64 { continue }
      guard words.count * form.wordSize + parity <= form.bits / form.wordSize * form.wordSize else { continue }
      return CodeSymbol(grid(form, words), quietZone: 2, text: text)
    }
    throw CodeError("the text is too long for an Aztec code at level \(options.level.rawValue)")
  }

  /// Returns words without those of equal bits: the last bit of such a word is the other one.
  private static func stuffed(_ data: BitBuffer, _ size: Int) -> [Int] {
    var (words, start) = ([Int](), 0)
    let mask = (1 << size) - 2
    while start < data.count {
      var word = 0
      for i in start..<start + size { word = word << 1 | (i >= data.count || data.bits[i] ? 1 : 0) }
      start += size
      if word & mask == mask {
        word &= mask
        start -= 1
      } else if word & mask == 0 {
        word |= 1
        start -= 1
      }
      words.append(word)
    }
    return words
  }

  private static func grid(_ form: Form, _ words: [Int]) -> ModuleGrid {
    var message = BitBuffer()
    message.append(0, form.bits % form.wordSize)
    let total = form.bits / form.wordSize
    for word in words + form.field.parity(of: words, count: total - words.count, first: 1) { message.append(word, form.wordSize) }
    var grid = ModuleGrid(width: form.side, height: form.side)
    place(message.bits, form, in: &grid)
    setCenter(form, in: &grid)
    placeMode(form, words.count, in: &grid)
    return grid
  }

  /// Places the layers from the outer one in, each clockwise from the upper left corner down.
  private static func place(_ bits: [Bool], _ form: Form, in grid: inout ModuleGrid) {
    let (places, last) = (form.places, form.base - 1)
    var start = 0
    for layer in 0..<form.layers {
      let length = (form.layers - layer) * 4 + (form.isCompact ? 9 : 12)
      let (near, far) = (layer * 2, last - layer * 2)
      for j in 0..<length {
        for k in 0..<2 {
          let index = start + j * 2 + k
          grid[places[near + k], places[near + j]] = bits[index]
          grid[places[near + j], places[far - k]] = bits[index + length * 2]
          grid[places[far - k], places[far - j]] = bits[index + length * 4]
          grid[places[far - j], places[near + k]] = bits[index + length * 6]
        }
      }
      start += length * 8
    }
  }

  private static func setCenter(_ form: Form, in grid: inout ModuleGrid) {
    let (center, size) = (form.side / 2, form.isCompact ? 5 : 7)
    if !form.isCompact {
      for line in 0...(form.base / 2 - 2) / 15 {
        for k in stride(from: center & 1, to: form.side, by: 2) {
          for place in [center - line * 16, center + line * 16] {
            grid.setFunction(place, k, true)
            grid.setFunction(k, place, true)
          }
        }
      }
    }
    for y in -size...size {
      for x in -size...size {
        let ring = max(abs(x), abs(y))
        grid.setFunction(center + x, center + y, ring < size && ring % 2 == 0)
      }
    }
    for (x, y) in [(-size, -size), (1 - size, -size), (-size, 1 - size), (size, -size), (size, 1 - size), (size, size - 1)] {
      grid.setFunction(center + x, center + y, true)
    }
  }

  /// Places the number of layers and words around the center.
  private static func placeMode(_ form: Form, _ count: Int, in grid: inout ModuleGrid) {
    var data = BitBuffer()
    data.append(form.layers - 1, form.isCompact ? 2 : 5)
    data.append(count - 1, form.isCompact ? 6 : 11)
    let words = data.words(of: 4)
    var message = BitBuffer()
    for word in words + GaloisField.aztec4.parity(of: words, count: form.isCompact ? 5 : 6, first: 1) { message.append(word, 4) }
    let (center, length) = (form.side / 2, form.isCompact ? 7 : 10)
    let reach = form.isCompact ? 5 : 7
    for i in 0..<length {
      // The middle of a side of a full code is a line of the grid.
      let offset = form.isCompact ? center - 3 + i : center - 5 + i + i / 5
      grid.setFunction(offset, center - reach, message.bits[i])
      grid.setFunction(center + reach, offset, message.bits[length + i])
      grid.setFunction(offset, center + reach, message.bits[3 * length - 1 - i])
      grid.setFunction(center - reach, offset, message.bits[4 * length - 1 - i])
    }
  }
}
