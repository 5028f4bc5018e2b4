internal import TesseraGeometry

extension Path {
  /// The subpaths as polygons of three points or more, whose edges are off the curves by `tolerance` at most where that takes no more than 64 of
  /// them a curve.
  func flattened(within tolerance: Double) -> [[Point]] {
    var contours: [[Point]] = []
    var current: [Point] = []
    var at = 0
    func end() {
      // A last point on the first one is no corner.
      if current.count > 1, current[current.count - 1] == current[0] { current.removeLast() }
      if current.count >= 3 { contours.append(current) }
    }
    // What follows a subpath that was closed begins where that did.
    func begin() { if current.isEmpty { current = [.zero] } }
    for verb in verbs {
      switch Verb(rawValue: verb) {
      case .move:
        end()
        current = [points[at]]
        at += 1
      case .line:
        begin()
        current.append(points[at])
        at += 1
      case .quad:
        begin()
        let (a, b, c) = (current[current.count - 1], points[at], points[at + 1])
        // The same curve as a cubic one.
        let (p, q) = (a + (b - a) * (2 / 3), c + (b - c) * (2 / 3))
        current += Self.curve(a, p, q, c, tolerance)
        at += 2
      case .cubic:
        begin()
        current += Self.curve(current[current.count - 1], points[at], points[at + 1], points[at + 2], tolerance)
        at += 3
      case .close:
        let start = current.first
        end()
        current = start.map { [$0] } ?? []
      case nil: break
      }
    }
    end()
    return contours
  }

  /// The subpaths as lines of two points or more, closed ones back to their first point.
  func polylines(within tolerance: Double) -> [[Point]] {
    var lines: [[Point]] = []
    var current: [Point] = []
    var at = 0
    func end() {
      if current.count > 1 { lines.append(current) }
    }
    func begin() { if current.isEmpty { current = [.zero] } }
    for verb in verbs {
      switch Verb(rawValue: verb) {
      case .move:
        end()
        current = [points[at]]
        at += 1
      case .line:
        begin()
        current.append(points[at])
        at += 1
      case .quad:
        begin()
        let (a, b, c) = (current[current.count - 1], points[at], points[at + 1])
        current += Self.curve(a, a + (b - a) * (2 / 3), c + (b - c) * (2 / 3), c, tolerance)
        at += 2
      case .cubic:
        begin()
        current += Self.curve(current[current.count - 1], points[at], points[at + 1], points[at + 2], tolerance)
        at += 3
      case .close:
        let start = current.first
        if let start { current.append(start) }
        end()
        current = start.map { [$0] } ?? []
      case nil: break
      }
    }
    end()
    return lines
  }

  /// Points along a cubic curve behind its first: as many as keep within `tolerance`, by its second differences.
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
