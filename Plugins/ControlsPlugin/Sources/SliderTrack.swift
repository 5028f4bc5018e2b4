internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout

/// Geometry of a track in its box: distances are from the start of the track, logical units. A value.
struct SliderTrack {
  let box: Rect
  let axis: Axis
  /// Whether the start is at the right (horizontal) or at the bottom (vertical).
  let isReversed: Bool
  let tileSide: Double

  init(_ box: Rect, _ axis: Axis, _ environment: EnvironmentValues) {
    (self.box, self.axis) = (box, axis)
    isReversed = axis == .vertical || environment.direction == .rtl
    tileSide = environment.theme[.tileSide]
  }

  /// Distance of the end of the track.
  var end: Double { axis == .horizontal ? box.width : box.height }
  /// Distance that the middle of the tile can move.
  var length: Double { max(0, end - tileSide) }

  /// Returns the distance of the tile's middle from the start at a position in the range, 0...1.
  func middle(_ share: Double) -> Double { tileSide / 2 + length * share }

  /// Returns the position in the range at a distance, 0...1.
  func share(at distance: Double) -> Double { length > 0 ? min(1, max(0, (distance - tileSide / 2) / length)) : 0 }

  /// Returns the distance of a point of the box from the start.
  func distance(of point: Point) -> Double {
    let along = axis == .horizontal ? point.x - box.minX : point.y - box.minY
    return isReversed ? end - along : along
  }

  /// Returns the distance of a point from the track, perpendicular to it.
  func across(_ point: Point) -> Double { abs(axis == .horizontal ? point.y - box.midY : point.x - box.midX) }

  /// Returns the point of the track at a distance.
  func point(_ distance: Double) -> Point {
    let along = isReversed ? end - distance : distance
    return axis == .horizontal ? Point(box.minX + along, box.midY) : Point(box.midX, box.minY + along)
  }

  /// Returns the part of the track between two distances.
  func rect(from: Double, to: Double, thickness: Double) -> Rect {
    let (a, b) = (point(from), point(to))
    return axis == .horizontal
      ? Rect(min(a.x, b.x), a.y - thickness / 2, abs(b.x - a.x), thickness)
      : Rect(a.x - thickness / 2, min(a.y, b.y), thickness, abs(b.y - a.y))
  }
}
