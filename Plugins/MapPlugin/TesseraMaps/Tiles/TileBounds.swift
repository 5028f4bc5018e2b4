internal import TesseraGeometry

/// Box of a geometry in the units of a tile.
struct TileBounds: Sendable {
  private var left = Int32.max, top = Int32.max, right = Int32.min, bottom = Int32.min

  init(_ parts: [[TilePoint]]) {
    for part in parts {
      for point in part {
        (left, top) = (min(left, point.x), min(top, point.y))
        (right, bottom) = (max(right, point.x), max(bottom, point.y))
      }
    }
  }

  /// Whether the box has a point in a rectangle, borders included.
  func touches(_ area: Rect) -> Bool {
    Double(left) <= area.maxX && Double(right) >= area.minX && Double(top) <= area.maxY && Double(bottom) >= area.minY
  }
}
