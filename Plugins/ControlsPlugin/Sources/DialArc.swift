internal import Glibc
internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Geometry of the arc of a dial: 270 degrees, clockwise from the lower left in both writing directions. A value.
struct DialArc {
  let center: Point
  /// Radius of the middle of the line, logical units.
  let radius: Double
  /// Width of the line, logical units.
  let width: Double

  private static let start = 0.75 * Double.pi
  private static let sweep = 1.5 * Double.pi

  /// - Parameter tile: Side of the tile of an editable dial; 0 without one.
  init(_ box: Rect, tile: Double) {
    let side = min(box.width, box.height)
    center = box.center
    width = max(3, side / 16)
    radius = max(0, side / 2 - max(width, tile + 4) / 2)
  }

  /// Returns the angle at a position in the range, 0...1; radians clockwise from 3 o'clock.
  func angle(_ share: Double) -> Double { Self.start + Self.sweep * share }

  /// Returns the point at a position in the range, at a distance from the middle of the line.
  func point(_ share: Double, out: Double = 0) -> Point {
    let angle = angle(share)
    return Point(center.x + (radius + out) * cos(angle), center.y + (radius + out) * sin(angle))
  }

  /// Returns the position in the range of a point, 0...1. Points in the opening are at the nearer end.
  func share(at point: Point) -> Double {
    var angle = atan2(point.y - center.y, point.x - center.x) - Self.start
    while angle < 0 { angle += 2 * .pi }
    let share = angle / Self.sweep
    // The opening is a third of the sweep.
    return share <= 1 ? share : share < 1 + 1.0 / 6 ? 1 : 0
  }

  /// Distance of a point from the line, logical units.
  func distance(_ point: Point) -> Double {
    let (x, y) = (point.x - center.x, point.y - center.y)
    return abs((x * x + y * y).squareRoot() - radius)
  }

  /// Returns the part of the line between two positions; `gap` is taken off at both ends, logical units.
  func path(_ from: Double, _ to: Double, gap: (Double, Double) = (0, 0)) -> Path? {
    guard radius > 1 else { return nil }
    let (a, b) = (angle(from) + gap.0 / radius, angle(to) - gap.1 / radius)
    guard b - a > 0.005 else { return nil }
    var path = Path()
    path.arc(center: center, radius: radius, from: a, to: b)
    return path
  }
}
