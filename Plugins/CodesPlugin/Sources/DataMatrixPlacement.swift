/// Places of words in a Data Matrix code: each word has the shape of a step, on diagonals.
struct DataMatrixPlacement {
  private let side: Int
  private var isSet: [Bool]
  private var modules: [Bool]

  init(side: Int) {
    self.side = side
    isSet = Array(repeating: false, count: side * side)
    modules = isSet
  }

  /// Returns the modules of the words, row by row.
  func modules(_ words: [Int]) -> [Bool] {
    var copy = self
    copy.place(words)
    return copy.modules
  }

  private mutating func place(_ words: [Int]) {
    var (row, column, index) = (4, 0, 0)
    func next() -> Int {
      defer { index += 1 }
      return index < words.count ? words[index] : 0
    }
    repeat {
      if row == side, column == 0 { corner(next(), [(-1, 0), (-1, 1), (-1, 2), (0, -2), (0, -1), (1, -1), (2, -1), (3, -1)]) }
      if row == side - 2, column == 0, side % 4 != 0 {
        corner(next(), [(-3, 0), (-2, 0), (-1, 0), (0, -4), (0, -3), (0, -2), (0, -1), (1, -1)])
      }
      if row == side - 2, column == 0, side % 8 == 4 {
        corner(next(), [(-3, 0), (-2, 0), (-1, 0), (0, -2), (0, -1), (1, -1), (2, -1), (3, -1)])
      }
      if row == side + 4, column == 2, side % 8 == 0 {
        corner(next(), [(-1, 0), (-1, -1), (0, -3), (0, -2), (0, -1), (1, -3), (1, -2), (1, -1)])
      }
      repeat {
        if row < side, column >= 0, !isSet[row * side + column] { step(next(), row, column) }
        row -= 2
        column += 2
      } while row >= 0 && column < side
      row += 1
      column += 3
      repeat {
        if row >= 0, column < side, !isSet[row * side + column] { step(next(), row, column) }
        row += 2
        column -= 2
      } while row < side && column >= 0
      row += 3
      column += 1
    } while row < side || column < side
    if !isSet[side * side - 1] {
      set(side - 1, side - 1, true)
      set(side - 2, side - 2, true)
    }
  }

  private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
    modules[row * side + column] = isDark
    isSet[row * side + column] = true
  }

  /// Sets the bits of a word at places that count from the ends of the rows and columns if they are negative.
  private mutating func corner(_ word: Int, _ places: [(Int, Int)]) {
    for (bit, place) in places.enumerated() {
      set(place.0 < 0 ? side + place.0 : place.0, place.1 < 0 ? side + place.1 : place.1, word >> (7 - bit) & 1 != 0)
    }
  }

  private mutating func step(_ word: Int, _ row: Int, _ column: Int) {
    let places = [(-2, -2), (-2, -1), (-1, -2), (-1, -1), (-1, 0), (0, -2), (0, -1), (0, 0)]
    for (bit, place) in places.enumerated() {
      var (y, x) = (row + place.0, column + place.1)
      if y < 0 {
        y += side
        x += 4 - (side + 4) % 8
      }
      if x < 0 {
        x += side
        y += 4 - (side + 4) % 8
      }
      set(y, x, word >> (7 - bit) & 1 != 0)
    }
  }
}
