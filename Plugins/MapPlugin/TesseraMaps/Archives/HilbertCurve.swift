/// Tile numbers of PMTiles: zooms in order, each along a Hilbert curve.
enum HilbertCurve {
  /// Number of tiles at zooms below `zoom`, at most 31.
  static func first(_ zoom: Int) -> UInt64 { (UInt64(1) << UInt64(2 * zoom)) / 3 }

  static func number(_ address: TileAddress) -> UInt64 {
    var (x, y) = (UInt64(address.x), UInt64(address.y))
    var number = first(address.zoom)
    var size = (UInt64(1) << UInt64(address.zoom)) >> 1
    while size > 0 {
      let (right, down): (UInt64, UInt64) = (x & size > 0 ? 1 : 0, y & size > 0 ? 1 : 0)
      number += size * size * (3 * right ^ down)
      rotate(size, &x, &y, right, down)
      size >>= 1
    }
    return number
  }

  static func address(_ number: UInt64) -> TileAddress? {
    var zoom = 0
    while zoom <= TileAddress.maximumZoom, first(zoom + 1) <= number { zoom += 1 }
    guard zoom <= TileAddress.maximumZoom else { return nil }
    var rest = number - first(zoom)
    var (x, y): (UInt64, UInt64) = (0, 0)
    var size: UInt64 = 1
    while size < UInt64(1) << UInt64(zoom) {
      let right = 1 & (rest / 2)
      let down = 1 & (rest ^ right)
      rotate(size, &x, &y, right, down)
      x += size * right
      y += size * down
      rest /= 4
      size *= 2
    }
    return TileAddress(zoom: zoom, x: Int(x), y: Int(y))
  }

  private static func rotate(_ size: UInt64, _ x: inout UInt64, _ y: inout UInt64, _ right: UInt64, _ down: UInt64) {
    guard down == 0 else { return }
    if right == 1 { (x, y) = (size &- 1 &- x, size &- 1 &- y) }
    (x, y) = (y & ((size << 1) &- 1), x & ((size << 1) &- 1))
  }
}
