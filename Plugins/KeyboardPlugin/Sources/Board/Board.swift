internal import TesseraGeometry

/// Keys of a page in rows, in display order. A value.
struct Board: Sendable, Equatable {
  let kind: BoardKind
  private(set) var keys: [BoardKey] = []
  /// First key of each row.
  private(set) var rows: [Range<Int>] = []
  /// Letters in the widest row.
  private(set) var columns = 1.0
  /// Whether keys keep a width, as those of number pads.
  let isPad: Bool

  init(_ kind: BoardKind, isPad: Bool = false) { (self.kind, self.isPad) = (kind, isPad) }

  /// Number of the strip's keys, which are the first.
  var stripCount: Int { kind.strip }

  mutating func add(_ row: [BoardKey]) {
    rows.append(keys.count..<keys.count + row.count)
    keys += row
    if !(kind.strip > 0 && rows.count == 1) { columns = max(columns, row.reduce(0) { $0 + $1.width }) }
  }

  /// Returns the row of a key.
  func row(of key: Int) -> Int? { rows.firstIndex { $0.contains(key) } }

  /// Returns the cells of the keys, which fill the board without gaps: touches between keys belong to the nearest.
  /// - Parameters:
  ///   - size: size of the board, logical units.
  ///   - strip: height of the strip.
  ///   - padding: distance of keys from the edges.
  func cells(in size: Size, strip: Double, padding: Double) -> [Rect] {
    var result: [Rect] = []
    result.reserveCapacity(keys.count)
    let top = kind.strip > 0 ? strip : 0
    let lines = rows.count - (kind.strip > 0 ? 1 : 0)
    let width = max(0, size.width - 2 * padding)
    let height = max(0, size.height - top - 2 * padding) / Double(max(1, lines))
    for (number, row) in rows.enumerated() {
      if kind.strip > 0, number == 0 {
        let part = size.width / Double(max(1, row.count))
        for at in row { result.append(Rect(Double(at) * part, 0, part, top)) }
        continue
      }
      let line = Double(number - (kind.strip > 0 ? 1 : 0))
      // A pad does not become wider than three hands.
      let room = isPad ? min(width, max(480, height * 8)) : width
      let unit = room / columns
      let used = keys[row].reduce(0) { $0 + $1.width } * unit
      var x = padding + (width - used) / 2
      for at in row {
        let own = keys[at].width * unit
        result.append(Rect(x, top + padding + line * height, own, height))
        x += own
      }
    }
    return result
  }

  /// Returns the key whose cell contains a point, or is nearest to it in its row; nil for empty boards. O(keys).
  static func key(at point: Point, in cells: [Rect], of board: Board) -> Int? {
    var best: (key: Int, distance: Double)?
    // Iterators of the standard library allocate for each element in debug builds.
    var at = -1
    while at + 1 < cells.count {
      at += 1
      guard board.keys[at].isPressable else { continue }
      let cell = cells[at]
      let dx = max(0, max(cell.minX - point.x, point.x - cell.maxX))
      let dy = max(0, max(cell.minY - point.y, point.y - cell.maxY))
      let distance = dx * dx + dy * dy
      if best == nil || distance < best?.distance ?? 0 { best = (at, distance) }
      if distance == 0 { break }
    }
    return best?.key
  }
}
