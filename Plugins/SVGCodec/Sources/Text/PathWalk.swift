internal import TesseraGeometry
internal import TesseraRender

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Lengths along a path.
struct PathWalk {
  /// A cubic curve, or a part of one between two of its parameters; lines are such curves, too.
  private struct Piece {
    var points: (Point, Point, Point, Point)
    var from: Double
    var to: Double
    /// Length of the path before it.
    var start: Double
    var length: Double

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

    /// Length between two parameters, by Gauss-Legendre quadrature of five points.
    func length(_ from: Double, _ to: Double) -> Double {
      let (middle, half) = ((from + to) / 2, (to - from) / 2)
      return half * PathWalk.nodes.reduce(0) { $0 + $1.weight * (speed(middle - half * $1.at) + speed(middle + half * $1.at)) }
    }

    /// The parameter at a length from its beginning.
    func parameter(_ wanted: Double) -> Double {
      var (low, high) = (from, to)
      var t = from + (to - from) * min(max(wanted / length, 0), 1)
      for _ in 0..<24 {
        let miss = length(from, t) - wanted
        if abs(miss) < 1e-9 * (1 + wanted) { break }
        if miss > 0 { high = t } else { low = t }
        // Newton's step, where it stays between the bounds.
        let step = t - miss / speed(t)
        t = step > low && step < high ? step : (low + high) / 2
      }
      return t
    }
  }

  /// The middle one counts half, as it is taken twice.
  private static let nodes: [(at: Double, weight: Double)] = [
    (0, 0.5688888888888889 / 2), (0.5384693101056831, 0.47862867049936647), (0.906179845938664, 0.23692688505618908),
  ]
  private static let parts = 8

  private var pieces: [Piece] = []
  private(set) var length = 0.0
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
  }

  private mutating func addLine(_ a: Point, _ b: Point) { add(a, a + (b - a) * (1 / 3), a + (b - a) * (2 / 3), b, parts: 1) }

  private mutating func add(_ a: Point, _ b: Point, _ c: Point, _ d: Point, parts: Int) {
    for index in 0..<parts {
      var piece = Piece(
        points: (a, b, c, d), from: Double(index) / Double(parts), to: Double(index + 1) / Double(parts), start: length, length: 0)
      piece.length = piece.length(piece.from, piece.to)
      guard piece.length > 0, piece.length.isFinite else { continue }
      pieces.append(piece)
      length += piece.length
      end = d
    }
  }

  /// The point at a length, and the direction there; nil: it is not on the path.
  func place(_ at: Double) -> (point: Point, angle: Double)? {
    guard at >= 0, at <= length, !pieces.isEmpty else { return nil }
    var (low, high) = (0, pieces.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if pieces[middle].start <= at { low = middle } else { high = middle - 1 }
    }
    let piece = pieces[low]
    let t = piece.parameter(at - piece.start)
    var way = piece.derivative(t)
    // Where a control point lies on an end, the curve stands still there.
    if hypot(way.x, way.y) < 1e-9 { way = piece.point(piece.to) - piece.point(piece.from) }
    return (piece.point(t), atan2(way.y, way.x))
  }
}
