internal import TesseraGeometry
internal import TesseraRender

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Arc lengths along a path.
struct PathWalk {
  /// Cubic curve; lines are represented as curves too.
  private struct Curve {
    var points: (Point, Point, Point, Point)

    func point(_ t: Double) -> Point {
      let s = 1 - t
      return points.0 * (s * s * s) + points.1 * (3 * s * s * t) + points.2 * (3 * s * t * t) + points.3 * (t * t * t)
    }

    func derivative(_ t: Double) -> Point {
      let s = 1 - t
      return (points.1 - points.0) * (3 * s * s) + (points.2 - points.1) * (6 * s * t) + (points.3 - points.2) * (3 * t * t)
    }

    func speed(_ t: Double) -> Double {
      let d = derivative(t)
      return hypot(d.x, d.y)
    }

    /// Returns the length between two parameters, by five-point Gauss-Legendre quadrature.
    func length(_ from: Double, _ to: Double) -> Double {
      let (middle, half) = ((from + to) / 2, (to - from) / 2)
      return half * PathWalk.nodes.reduce(0) { $0 + $1.weight * (speed(middle - half * $1.at) + speed(middle + half * $1.at)) }
    }

    /// Returns the parameter at the arc length `wanted` from `from`; `whole` is the length from `from` to `to`.
    func parameter(_ wanted: Double, from: Double, to: Double, length whole: Double) -> Double {
      var (low, high) = (from, to)
      var t = from + (to - from) * min(max(wanted / whole, 0), 1)
      for _ in 0..<24 {
        let miss = length(from, t) - wanted
        if abs(miss) < 1e-9 * (1 + wanted) { break }
        if miss > 0 { high = t } else { low = t }
        // Newton's step if it stays within the bounds, otherwise bisection.
        let step = t - miss / speed(t)
        t = step > low && step < high ? step : (low + high) / 2
      }
      return t
    }
  }

  /// Part of a curve with nonzero length.
  private struct Piece {
    /// Length of the path before it.
    var start: Double
    var curve: Int32
    var part: Int16
    var parts: Int16

    var from: Double { Double(part) / Double(parts) }
    var to: Double { Double(part + 1) / Double(parts) }
  }

  /// The middle node has half its weight because it is evaluated twice.
  private static let nodes: [(at: Double, weight: Double)] = [
    (0, 0.5688888888888889 / 2), (0.5384693101056831, 0.47862867049936647), (0.906179845938664, 0.23692688505618908),
  ]
  private static let parts = 8

  private var curves: [Curve] = []
  private var pieces: [Piece] = []
  private(set) var length = 0.0
  /// Length of the shape without its transform.
  var ownLength = 0.0
  private(set) var end: Point?

  init(_ path: Path) {
    var (current, start) = (Point.zero, Point.zero)
    for element in path.elements {
      let target: Point
      switch element {
      case .move(let p): (start, target) = (p, p)
      case .line(let p):
        target = p
        addLine(current, p)
      case .quad(let p, let c):
        target = p
        add(current, current + (c - current) * (2 / 3), p + (c - p) * (2 / 3), p, parts: Self.parts)
      case .cubic(let p, let a, let b):
        target = p
        add(current, a, b, p, parts: Self.parts)
      case .close:
        target = start
        addLine(current, start)
      }
      current = target
    }
    ownLength = length
  }

  private mutating func addLine(_ a: Point, _ b: Point) { add(a, a + (b - a) * (1 / 3), a + (b - a) * (2 / 3), b, parts: 1) }

  private mutating func add(_ a: Point, _ b: Point, _ c: Point, _ d: Point, parts: Int) {
    let curve = Curve(points: (a, b, c, d))
    let index = Int32(truncatingIfNeeded: curves.count)
    for part in 0..<parts {
      let piece = Piece(start: length, curve: index, part: Int16(part), parts: Int16(parts))
      let added = curve.length(piece.from, piece.to)
      guard added > 0, added.isFinite else { continue }
      pieces.append(piece)
      length += added
      end = d
    }
    curves.append(curve)
  }

  /// Returns the point and direction at an arc length; nil if it is not on the path.
  /// - Complexity: O(log n).
  func place(_ at: Double) -> (point: Point, angle: Double)? {
    guard at >= 0, at <= length, !pieces.isEmpty else { return nil }
    var (low, high) = (0, pieces.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if pieces[middle].start <= at { low = middle } else { high = middle - 1 }
    }
    let (piece, curve) = (pieces[low], curves[Int(pieces[low].curve)])
    let end = low + 1 < pieces.count ? pieces[low + 1].start : length
    let t = curve.parameter(at - piece.start, from: piece.from, to: piece.to, length: end - piece.start)
    var way = curve.derivative(t)
    // If an end point equals its control point, the tangent is undefined there: use the chord.
    if hypot(way.x, way.y) < 1e-9 { way = curve.point(piece.to) - curve.point(piece.from) }
    return (curve.point(t), atan2(way.y, way.x))
  }
}
