internal import Glibc
public import TesseraGeometry

/// A shape that lines of text flow around; logical units from the top left of the text's box.
public enum TextExclusion: Sendable, Hashable {
  /// A rectangle.
  case rect(Rect)
  /// A rectangle with round corners of one radius, which is clamped to half of its shorter side.
  case roundedRect(Rect, radius: Double)
  /// The ellipse that fills a rectangle.
  case ellipse(Rect)
  /// A polygon of at least three points, even-odd rule.
  case polygon([Point])
  /// A path with all subpaths closed, even-odd rule, so that text can be placed in a hole.
  case path(Path)

  /// Points per quarter of an ellipse; its outline then deviates by at most 0.13 % of the radius.
  private static let steps = 16

  /// The shape as a polygon.
  var outline: [Point] {
    switch self {
    case .polygon(let points): return points
    case .path(let path): return Self.contours(path)
    case .rect(let r): return [Point(r.minX, r.minY), Point(r.maxX, r.minY), Point(r.maxX, r.maxY), Point(r.minX, r.maxY)]
    case .ellipse(let r): return Self.round(r, r.width / 2, r.height / 2)
    case .roundedRect(let r, let radius):
      let radius = min(max(0, radius), abs(r.width) / 2, abs(r.height) / 2)
      return radius > 0 ? Self.round(r, radius, radius) : TextExclusion.rect(r).outline
    }
  }

  /// Returns the subpaths in sequence, each followed by its first point and a NaN point.
  private static func contours(_ path: Path) -> [Point] {
    let contours = path.flattened(within: 0.1)
    guard contours.count != 1 else { return contours[0] }
    return contours.flatMap { $0 + [$0[0], Point(.nan, .nan)] }
  }

  /// Returns a rectangle with quarter-ellipse corners, clockwise.
  private static func round(_ r: Rect, _ rx: Double, _ ry: Double) -> [Point] {
    let corners: [(Double, Double, Double)] = [
      (r.maxX - rx, r.minY + ry, -0.5), (r.maxX - rx, r.maxY - ry, 0), (r.minX + rx, r.maxY - ry, 0.5), (r.minX + rx, r.minY + ry, 1),
    ]
    return corners.flatMap { x, y, turn in
      (0...steps).map { i in
        let angle = (turn + Double(i) / Double(steps) / 2) * .pi
        return Point(x + rx * cos(angle), y + ry * sin(angle))
      }
    }
  }
}
