internal import TesseraGeometry
internal import TesseraRender

/// Capital letters and digits of 3 x 5 dots, drawn as rectangles: no font and no shaping, identical on all systems.
enum PixelLetters {
  /// Five rows of three dots, the top row first, the left dot the highest bit.
  private static let rows: [Character: [UInt8]] = [
    "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 7, 1, 7], "4": [5, 5, 7, 1, 1], "5": [7, 4, 7, 1, 7],
    "6": [7, 4, 7, 5, 7], "7": [7, 1, 1, 2, 2], "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7], "A": [7, 5, 7, 5, 5], "B": [6, 5, 6, 5, 6],
    "C": [7, 4, 4, 4, 7], "D": [6, 5, 5, 5, 6], "E": [7, 4, 6, 4, 7], "F": [7, 4, 6, 4, 4], "G": [7, 4, 5, 5, 7], "H": [5, 5, 7, 5, 5],
    "I": [7, 2, 2, 2, 7], "J": [1, 1, 1, 5, 7], "K": [5, 5, 6, 5, 5], "L": [4, 4, 4, 4, 7], "M": [5, 7, 7, 5, 5], "N": [6, 5, 5, 5, 5],
    "O": [7, 5, 5, 5, 7], "P": [7, 5, 7, 4, 4], "Q": [7, 5, 5, 7, 1], "R": [7, 5, 6, 5, 5], "S": [7, 4, 7, 1, 7], "T": [7, 2, 2, 2, 2],
    "U": [5, 5, 5, 5, 7], "V": [5, 5, 5, 5, 2], "W": [5, 5, 7, 7, 5], "X": [5, 5, 2, 5, 5], "Y": [5, 5, 2, 2, 2], "Z": [7, 1, 2, 4, 7],
    ".": [0, 0, 0, 0, 2], "/": [1, 1, 2, 4, 4], "%": [5, 1, 2, 4, 5], "-": [0, 0, 7, 0, 0],
  ]

  /// Width of a letter and its gap, in dots.
  static let advance = 4.0
  /// Height of a letter, in dots.
  static let height = 5.0

  /// Draws `text` with its top left corner at `point`; unknown letters are gaps.
  static func draw(_ text: String, at point: Point, dot: Double, color: Color, in canvas: borrowing Canvas) {
    var x = point.x
    for letter in text {
      for (line, bits) in (rows[letter] ?? []).enumerated() {
        var column = 0
        while column < 3 {
          guard bits & (4 >> column) != 0 else {
            column += 1
            continue
          }
          // Adjacent dots are merged into one rectangle.
          let first = column
          while column < 3, bits & (4 >> column) != 0 { column += 1 }
          let bar = Rect(x + Double(first) * dot, point.y + Double(line) * dot, Double(column - first) * dot, dot)
          canvas.fill(bar, .color(color))
        }
      }
      x += advance * dot
    }
  }
}
