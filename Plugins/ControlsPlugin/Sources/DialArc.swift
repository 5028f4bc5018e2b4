internal import Glibc
internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Line of a dial: an arc, clockwise from the left in both writing directions, or a straight line. A value.
struct DialArc {
  let center: Point
  /// Radius of the middle of the line, logical units; of a straight line, half its length.
  let radius: Double
  /// Width of the line, logical units.
  let width: Double
  /// Distance of the outer edge of line and tile from the center, logical units.
  let outerRadius: Double
  private let start: Double
  private let sweep: Double
  private let isLinear: Bool
  private let isMirrored: Bool

  /// - Parameters:
  ///   - box: Box of the dial.
  ///   - tile: Side of the tile of an editable dial; 0 without one.
  ///   - kind: Shape of the line.
  ///   - top: Space above a straight line, logical units.
  ///   - inset: Least distance of the ends of a straight line from the sides, logical units.
  ///   - isMirrored: Whether a straight line runs from the right.
  init(_ box: Rect, tile: Double, kind: Dial.Kind = .arc, top: Double = 0, inset: Double = 0, isMirrored: Bool = false) {
    isLinear = kind == .linear
    self.isMirrored = isLinear && isMirrored
    let side = kind == .arc || kind == .needle ? min(box.width, box.height) : box.width
    width = isLinear ? 10 : max(3, side / 16)
    let margin = max(width, tile + 4) / 2
    switch kind {
    case .arc, .needle:
      (start, sweep, center, radius) = (0.75 * .pi, 1.5 * .pi, box.center, max(0, side / 2 - margin))
    case .half:
      let radius = max(0, min(box.width / 2, box.height - Self.room(below: box)) - margin)
      (start, sweep, self.radius) = (.pi, .pi, radius)
      center = Point(box.midX, box.minY + margin + radius)
    case .linear:
      (start, sweep, radius) = (0, 0, max(0, box.width / 2 - max(inset, tile / 2)))
      center = Point(box.midX, box.minY + min(top + margin, max(0, box.height - margin)))
    }
    outerRadius = radius + margin
  }

  /// Returns the space below the middle of a half circle, logical units.
  private static func room(below box: Rect) -> Double { min(28, box.height / 4) }

  /// Returns the angle at a position in the range, 0...1; radians clockwise from 3 o'clock.
  func angle(_ share: Double) -> Double { start + sweep * share }

  /// Returns the point at a position in the range, at a distance from the middle of the line: outwards, or above a straight line.
  func point(_ share: Double, out: Double = 0) -> Point {
    if isLinear { return Point(center.x + radius * (isMirrored ? 1 - 2 * share : 2 * share - 1), center.y - out) }
    let angle = angle(share)
    return Point(center.x + (radius + out) * cos(angle), center.y + (radius + out) * sin(angle))
  }

  /// Returns the position in the range of a point, 0...1. Points in the opening are at the nearer end.
  func share(at point: Point) -> Double {
    if isLinear {
      guard radius > 0 else { return 0 }
      let share = min(1, max(0, (point.x - center.x) / (2 * radius) + 0.5))
      return isMirrored ? 1 - share : share
    }
    var angle = atan2(point.y - center.y, point.x - center.x) - start
    while angle < 0 { angle += 2 * .pi }
    if angle <= sweep { return angle / sweep }
    return angle - sweep < (2 * .pi - sweep) / 2 ? 1 : 0
  }

  /// Distance of a point from the line, logical units.
  func distance(_ point: Point) -> Double {
    let (x, y) = (point.x - center.x, point.y - center.y)
    return isLinear ? max(abs(y), abs(x) - radius) : abs((x * x + y * y).squareRoot() - radius)
  }

  /// Returns the part of the line between two positions; `gap` is taken off at both ends, logical units.
  func path(_ from: Double, _ to: Double, gap: (Double, Double) = (0, 0)) -> Path? {
    guard radius > 1 else { return nil }
    var path = Path()
    if isLinear {
      let (a, b) = (from + gap.0 / (2 * radius), to - gap.1 / (2 * radius))
      guard (b - a) * 2 * radius > 0.5 else { return nil }
      path.move(to: point(a))
      path.line(to: point(b))
      return path
    }
    let (a, b) = (angle(from) + gap.0 / radius, angle(to) - gap.1 / radius)
    guard b - a > 0.005 else { return nil }
    path.arc(center: center, radius: radius, from: a, to: b)
    return path
  }
}
