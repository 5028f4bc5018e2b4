internal import TesseraGeometry

extension Path {
  /// Returns the subpaths as polygons of at least three points. Their edges deviate from the curves by at most `tolerance`, unless a curve
  /// would need more than 64 edges.
  func flattened(within tolerance: Double) -> [[Point]] {
    var contours: [[Point]] = []
    forEachSubpath(within: tolerance) { points, _ in
      var corners = points
      // A last point equal to the first is not a corner.
      if corners.count > 1, corners[corners.count - 1] == corners[0] { corners.removeLast() }
      if corners.count >= 3 { contours.append(corners) }
    }
    return contours
  }

  /// Returns the subpaths as lines of at least two points; closed ones end at their first point.
  func polylines(within tolerance: Double) -> [[Point]] {
    var lines: [[Point]] = []
    forEachSubpath(within: tolerance) { points, isClosed in
      let line = isClosed ? points + [points[0]] : points
      if line.count > 1 { lines.append(line) }
    }
    return lines
  }

  /// Calls `body` with the points of each subpath, at least one, in order.
  private func forEachSubpath(within tolerance: Double, _ body: (_ points: [Point], _ isClosed: Bool) -> Void) {
    var current: [Point] = []
    var at = 0
    // After a close, the next subpath begins at the same point.
    func begin() { if current.isEmpty { current = [.zero] } }
    for verb in verbs {
      switch Verb(rawValue: verb) {
      case .move:
        if !current.isEmpty { body(current, false) }
        current = [points[at]]
        at += 1
      case .line:
        begin()
        current.append(points[at])
        at += 1
      case .quad:
        begin()
        let (a, b, c) = (current[current.count - 1], points[at], points[at + 1])
        // The equivalent cubic curve.
        let (p, q) = (a + (b - a) * (2 / 3), c + (b - c) * (2 / 3))
        current += Self.curve(a, p, q, c, tolerance)
        at += 2
      case .cubic:
        begin()
        current += Self.curve(current[current.count - 1], points[at], points[at + 1], points[at + 2], tolerance)
        at += 3
      case .close:
        guard let start = current.first else { continue }
        body(current, true)
        current = [start]
      case nil: break
      }
    }
    if !current.isEmpty { body(current, false) }
  }

  /// Returns points along a cubic curve after its first one: enough to keep within `tolerance`, by its second differences.
  private static func curve(_ a: Point, _ b: Point, _ c: Point, _ d: Point, _ tolerance: Double) -> [Point] {
    let (u, v) = (a - b * 2 + c, b - c * 2 + d)
    let bend = max(u.x * u.x + u.y * u.y, v.x * v.x + v.y * v.y).squareRoot()
    let wanted = (0.75 * bend / tolerance).squareRoot()
    let count = wanted < 64 ? max(1, Int(wanted.rounded(.up))) : 64
    return (1...count).map { i in
      guard i < count else { return d }
      let t = Double(i) / Double(count)
      let s = 1 - t
      return a * (s * s * s) + b * (3 * s * s * t) + c * (3 * s * t * t) + d * (t * t * t)
    }
  }
}
