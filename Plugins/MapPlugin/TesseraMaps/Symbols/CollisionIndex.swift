internal import Glibc
internal import TesseraGeometry

/// Boxes of placed symbols, by cells of a grid. A value.
///
/// Boxes outside of the covered area never collide.
struct CollisionIndex {
  /// Maximum number of boxes; further ones are not free.
  static let maximumBoxes = 20_000
  private static let side = 48.0

  private let area: Rect
  private let columns: Int
  private var cells: [[Int32]]
  private var boxes: [Rect] = []

  /// Creates an empty index of an area, points; a side of it is at most 16,384 points.
  init(_ area: Rect) {
    self.area = area
    columns = max(1, min(Int((area.width / Self.side).rounded(.up)), 342))
    cells = Array(repeating: [], count: columns * max(1, min(Int((area.height / Self.side).rounded(.up)), 342)))
  }

  /// Whether none of the boxes intersects a stored one. O(boxes in the same cells).
  func isFree(_ new: [Rect]) -> Bool {
    guard boxes.count + new.count <= Self.maximumBoxes else { return false }
    return new.allSatisfy { box in
      var isFree = true
      forEachCell(box) { cell in
        if isFree, cells[cell].contains(where: { boxes[Int($0)].intersects(box) }) { isFree = false }
      }
      return isFree
    }
  }

  /// Stores boxes.
  mutating func insert(_ new: [Rect]) {
    for box in new where boxes.count < Self.maximumBoxes {
      var found: [Int] = []
      forEachCell(box) { found.append($0) }
      guard !found.isEmpty else { continue }
      boxes.append(box)
      for cell in found { cells[cell].append(Int32(boxes.count - 1)) }
    }
  }

  private func forEachCell(_ box: Rect, _ body: (Int) -> Void) {
    guard box.isFinite, box.intersects(area) else { return }
    let rows = cells.count / columns
    func index(_ value: Double, _ count: Int) -> Int { min(max(Int((value / Self.side).rounded(.down)), 0), count - 1) }
    let part = box.intersection(area).offset(by: Point(-area.minX, -area.minY))
    for row in index(part.minY, rows)...index(part.maxY, rows) {
      for column in index(part.minX, columns)...index(part.maxX, columns) { body(row * columns + column) }
    }
  }
}
