internal import Glibc
public import TesseraGeometry

/// Part of the world on a screen.
public struct MapView: Sendable, Hashable {
  /// Lowest and highest zoom.
  public static let zooms = 0.0...24.0
  /// Width of the world at zoom 0, points.
  public static let worldSize = 512.0

  /// Center, in the coordinates of Web Mercator.
  public var center: WorldPoint
  /// Zoom: each level doubles the size of the world.
  public var zoom: Double
  /// Direction that points up, degrees clockwise from north.
  public var bearing: Double
  /// Size of the picture, points.
  public var size: Size

  /// Creates a view. Values that are not finite count as 0; the zoom and the latitude are clamped.
  public init(longitude: Double, latitude: Double, zoom: Double, bearing: Double = 0, size: Size) {
    func finite(_ value: Double) -> Double { value.isFinite ? value : 0 }
    let limit = Mercator.maximumLatitude
    center = WorldPoint(
      x: Mercator.x(longitude: min(max(finite(longitude), -1e6), 1e6)), y: Mercator.y(latitude: min(max(finite(latitude), -limit), limit)))
    self.zoom = min(max(finite(zoom), Self.zooms.lowerBound), Self.zooms.upperBound)
    self.bearing = finite(bearing).truncatingRemainder(dividingBy: 360)
    self.size = size
  }

  /// Longitude of the center, -180...180 degrees.
  public var longitude: Double {
    let turn = (center.x - center.x.rounded(.down)) * 360 - 180
    return turn == -180 && center.x > 0.5 ? 180 : turn
  }
  /// Latitude of the center, degrees.
  public var latitude: Double { Mercator.latitude(y: center.y) }

  /// Width of the world, points.
  public var worldWidth: Double { Self.worldSize * exp2(zoom) }

  /// Transform of the coordinates of a tile with `units` across to the screen; `wrap` counts worlds to the east.
  func transform(zoom: Int, x: Int, y: Int, units: Double, wrap: Int = 0) -> Transform {
    let tiles = exp2(Double(zoom))
    let scale = worldWidth / tiles / units
    let (left, top) = (((Double(x) / tiles) + Double(wrap) - center.x) * worldWidth, (Double(y) / tiles - center.y) * worldWidth)
    let angle = -bearing * .pi / 180
    let (c, s) = bearing == 0 ? (1.0, 0.0) : (cos(angle), sin(angle))
    return Transform(
      a: scale * c, b: scale * s, c: -scale * s, d: scale * c, tx: left * c - top * s + size.width / 2,
      ty: left * s + top * c + size.height / 2)
  }

  /// Returns the place of a point on the screen.
  public func point(_ world: WorldPoint) -> Point { transform(zoom: 0, x: 0, y: 0, units: 1).apply(Point(world.x, world.y)) }

  /// Returns the point of the world at a place on the screen.
  public func world(at point: Point) -> WorldPoint {
    let angle = bearing * .pi / 180
    let (x, y) = (point.x - size.width / 2, point.y - size.height / 2)
    return WorldPoint(
      x: center.x + (x * cos(angle) - y * sin(angle)) / worldWidth, y: center.y + (x * sin(angle) + y * cos(angle)) / worldWidth)
  }

  /// Smallest box of the world that contains the screen.
  var worldBounds: (minimum: WorldPoint, maximum: WorldPoint) { worldBounds(margin: 0) }

  /// Smallest box of the world that contains the screen with a margin, points.
  func worldBounds(margin: Double) -> (minimum: WorldPoint, maximum: WorldPoint) {
    let (left, top, right, bottom) = (-margin, -margin, size.width + margin, size.height + margin)
    let corners = [Point(left, top), Point(right, top), Point(left, bottom), Point(right, bottom)].map(world(at:))
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    return (WorldPoint(x: xs.min() ?? 0, y: ys.min() ?? 0), WorldPoint(x: xs.max() ?? 0, y: ys.max() ?? 0))
  }

  /// Worlds to the east of the first one that are visible.
  var wraps: ClosedRange<Int> {
    let bounds = worldBounds
    let (first, last) = (Int(bounds.minimum.x.rounded(.down)), Int(bounds.maximum.x.rounded(.down)))
    return first...max(first, min(last, first + 8))
  }

  /// Maximum number of tiles of a view.
  static let maximumTiles = 400

  /// Tiles at a zoom that the screen with a margin shows, the nearest to the center first.
  func tiles(zoom: Int, margin: Double = 0) -> [(address: TileAddress, wrap: Int)] {
    let bounds = worldBounds(margin: margin)
    let count = exp2(Double(zoom))
    let (top, bottom) = (
      max(0, Int(saturating: (bounds.minimum.y * count).rounded(.down))),
      min(Int(count) - 1, Int(saturating: (bounds.maximum.y * count).rounded(.down)))
    )
    let (left, right) = (
      Int(saturating: (bounds.minimum.x * count).rounded(.down)), Int(saturating: (bounds.maximum.x * count).rounded(.down))
    )
    guard top <= bottom, left <= right, (right - left + 1).multipliedReportingOverflow(by: bottom - top + 1).partialValue <= 4096 else {
      return []
    }
    var result: [(address: TileAddress, wrap: Int, distance: Double)] = []
    for y in top...bottom {
      for x in left...right {
        let wrap = Int((Double(x) / count).rounded(.down))
        let (dx, dy) = ((Double(x) + 0.5) / count - center.x, (Double(y) + 0.5) / count - center.y)
        result.append((TileAddress(zoom: zoom, x: x - wrap * Int(count), y: y), wrap, dx * dx + dy * dy))
      }
    }
    return result.sorted { $0.distance < $1.distance }.prefix(Self.maximumTiles).map { ($0.address, $0.wrap) }
  }
}
