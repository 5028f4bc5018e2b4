internal import TesseraJSON
internal import TesseraKit
internal import TesseraScene

/// Mean colors of a picture in 12 rows of 16 cells. A value.
struct ColorGrid {
  /// Red, green and blue, 0...255, row by row.
  private let cells: [[(Int, Int, Int)]]

  /// Averages opaque pixels. Cell edges are multiples of a 16th of the width and a 12th of the height, rounded to even.
  init(_ pixels: PixelBuffer, columns: Int = 16, rows: Int = 12) {
    func edge(_ i: Int, _ count: Int, _ size: Int) -> Int { Int((Double(i * size) / Double(count)).rounded(.toNearestOrEven)) }
    cells = pixels.withUnsafeBytes { bytes in
      (0..<rows).map { row in
        (0..<columns).map { column in
          var sums = (0, 0, 0)
          let (top, bottom) = (edge(row, rows, pixels.height), edge(row + 1, rows, pixels.height))
          let (left, right) = (edge(column, columns, pixels.width), edge(column + 1, columns, pixels.width))
          for y in top..<bottom {
            for x in left..<right {
              let at = y * pixels.stride + x * 4
              sums.0 += Int(bytes[at + 2])
              sums.1 += Int(bytes[at + 1])
              sums.2 += Int(bytes[at])
            }
          }
          let count = max(1, (bottom - top) * (right - left))
          return ((sums.0 + count / 2) / count, (sums.1 + count / 2) / count, (sums.2 + count / 2) / count)
        }
      }
    }
  }

  var json: JSONValue {
    .list(
      cells.map { row in .list(row.map { .list([.number(Double($0.0)), .number(Double($0.1)), .number(Double($0.2))]) }) })
  }
}
