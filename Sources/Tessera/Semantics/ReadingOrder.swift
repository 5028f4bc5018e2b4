internal import TesseraGeometry
internal import TesseraLayout

/// Reading order of boxes, by recursive cuts. Boxes separated by a horizontal line are read from top to bottom, boxes separated by a vertical line from
/// the start of lines to their end. Boxes that overlap keep their given order.
enum ReadingOrder {
  /// Overlap of boxes that still count as separate, logical units.
  private static let tolerance = 0.5

  /// Returns the indices of `frames` in reading order. O(n log n) for each level of nested rows and columns.
  static func sorted(_ frames: [Rect], _ direction: LayoutDirection) -> [Int] {
    guard frames.count > 1 else { return Array(frames.indices) }
    // The usual case: a column in order.
    if isColumn(frames) { return Array(frames.indices) }
    return cut(Array(frames.indices), frames, direction, .vertical)
  }

  private static func isColumn(_ frames: [Rect]) -> Bool {
    for i in 1..<frames.count where frames[i].minY < frames[i - 1].maxY - tolerance { return false }
    return true
  }

  private static func cut(_ places: [Int], _ frames: [Rect], _ direction: LayoutDirection, _ axis: Axis) -> [Int] {
    guard places.count > 1 else { return places }
    let other: Axis = axis == .vertical ? .horizontal : .vertical
    let pieces = pieces(places, frames, direction, axis)
    if pieces.count > 1 { return pieces.flatMap { cut($0.sorted(), frames, direction, other) } }
    let across = self.pieces(places, frames, direction, other)
    return across.count > 1 ? across.flatMap { cut($0.sorted(), frames, direction, axis) } : places
  }

  /// Joins columns next to each other that form rows, so that these are read row by row.
  private static func joined(_ columns: [[Int]], _ frames: [Rect], _ direction: LayoutDirection) -> [[Int]] {
    var result: [[Int]] = []
    for column in columns {
      if let last = result.last, separated(last + column, frames, direction, .vertical).count > 1, last.count > 1 || column.count > 1 {
        result[result.count - 1] += column
      } else {
        result.append(column)
      }
    }
    // All in one would be cut the same way again.
    return result.count > 1 ? result : columns
  }

  private static func pieces(_ places: [Int], _ frames: [Rect], _ direction: LayoutDirection, _ axis: Axis) -> [[Int]] {
    let pieces = separated(places, frames, direction, axis)
    return axis == .horizontal && pieces.count > 1 ? joined(pieces, frames, direction) : pieces
  }

  /// Splits boxes into groups separated along an axis, in reading order.
  private static func separated(_ places: [Int], _ frames: [Rect], _ direction: LayoutDirection, _ axis: Axis) -> [[Int]] {
    let isReversed = axis == .horizontal && direction == .rtl
    func start(_ i: Int) -> Double { isReversed ? -frames[i].maxX : axis == .vertical ? frames[i].minY : frames[i].minX }
    func end(_ i: Int) -> Double { isReversed ? -frames[i].minX : axis == .vertical ? frames[i].maxY : frames[i].maxX }
    let sorted = places.sorted { start($0) != start($1) ? start($0) < start($1) : $0 < $1 }
    var pieces: [[Int]] = []
    var reach = -Double.infinity
    for i in sorted {
      if start(i) >= reach - tolerance, reach > -.infinity || pieces.isEmpty {
        pieces.append([i])
      } else {
        pieces[pieces.count - 1].append(i)
      }
      reach = max(reach, end(i))
    }
    return pieces
  }
}
