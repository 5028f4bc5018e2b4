internal import TesseraGeometry

/// A page of characters with named rectangles, later ones over earlier ones.
private struct Page {
  let columns: Int
  let rows: Int
  private var cells: [Character]
  /// Cells with a name: borders don't overwrite them, and no other name begins there.
  private var isName: [Bool]

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Array(repeating: " ", count: columns * rows)
    isName = Array(repeating: false, count: columns * rows)
  }

  /// Draws a rectangle between two corner cells, both included, and clears its inside.
  mutating func rectangle(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) {
    let (xs, ys) = (max(left, 0)...max(max(left, 0), min(right, columns - 1)), max(top, 0)...max(max(top, 0), min(bottom, rows - 1)))
    for y in ys where y < rows {
      for x in xs where x < columns {
        let onSide = x == left || x == right
        let onEdge = y == top || y == bottom
        let i = y * columns + x
        if !onSide && !onEdge {
          cells[i] = " "
          isName[i] = false
        } else if !isName[i] {
          let isCorner = (onSide && onEdge) || (onSide && cells[i] == "-") || (onEdge && cells[i] == "|") || cells[i] == "+"
          cells[i] = isCorner ? "+" : onEdge ? "-" : "|"
        }
      }
    }
  }

  /// Writes a name into the upper border, or into the first line below it that is free.
  mutating func write(_ name: String, _ left: Int, _ top: Int, _ right: Int, _ bottom: Int) {
    let room = min(right, columns - 1) - left - 1
    guard left >= 0, room >= 3 else { return }
    let text = name.count <= room ? name : name.prefix(room - 1) + "~"
    for y in max(top, 0)..<max(bottom, top + 1) where y < rows {
      let start = y * columns + left + 1
      guard !isName[start..<start + text.count].contains(true) else { continue }
      for (k, character) in text.enumerated() {
        cells[start + k] = character
        isName[start + k] = true
      }
      return
    }
  }

  var text: String {
    (0..<rows).map { row in
      var line = cells[row * columns..<(row + 1) * columns]
      while line.last == " " { line.removeLast() }
      return String(line)
    }.joined(separator: "\n")
  }
}

extension LayoutExplanation {
  /// Draws the frames to scale on a page of characters, with positions and overlaps.
  ///
  /// A character counts as twice as high as it is wide. Boxes smaller than a character are omitted, and names without enough space.
  /// - Parameters:
  ///   - columns: maximum characters per line.
  ///   - root: first box to draw.
  ///   - depth: number of levels to draw; nil draws all.
  public func drawing(columns: Int = 80, root: Int = 0, depth: Int? = nil) -> String {
    guard boxes.indices.contains(root) else { return "" }
    let frames = result.absoluteFrames
    let page = frames[root]
    guard page.width > 0, page.height > 0 else { return "" }
    let columns = max(2, min(columns, 1000))
    // At most a few screens of lines.
    let scale = min(Double(columns - 1) / page.width, 2 * 399 / page.height)
    func column(_ x: Double) -> Int { Int(((x - page.minX) * scale).rounded().clamped) }
    func row(_ y: Double) -> Int { Int(((y - page.minY) * scale / 2).rounded().clamped) }
    var drawn = Page(columns: column(page.maxX) + 1, rows: row(page.maxY) + 1)
    var depths = [Int](repeating: 0, count: boxes.count)
    for i in root..<boxes.count {
      let box = boxes[i]
      if i != root {
        guard let parent = box.parent, parent >= root else { break }
        depths[i] = depths[parent] + (box.name == "" ? 0 : 1)
      }
      guard box.name != "" || i == root, depths[i] < depth ?? .max else { continue }
      let frame = frames[i]
      let (left, top, right, bottom) = (column(frame.minX), row(frame.minY), column(frame.maxX), row(frame.maxY))
      guard right > left, bottom > top, left < drawn.columns, top < drawn.rows, right >= 0, bottom >= 0 else { continue }
      drawn.rectangle(left, top, right, bottom)
      drawn.write(box.name ?? "box", left, top, right, bottom)
    }
    return drawn.text
  }
}

extension Double {
  /// The value limited to the range of a page, so that it fits an `Int`; NaN gives 0.
  fileprivate var clamped: Double { isNaN ? 0 : Swift.max(-1e6, Swift.min(self, 1e6)) }
}
