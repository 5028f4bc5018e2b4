public import TesseraGeometry

/// A step of a path.
public enum PathElement: Sendable, Hashable {
  /// Begins a subpath.
  case move(to: Point)
  /// A straight line.
  case line(to: Point)
  /// A quadratic curve.
  case quad(to: Point, control: Point)
  /// A cubic curve.
  case cubic(to: Point, control1: Point, control2: Point)
  /// Joins the end of the subpath to its beginning.
  case close
}

extension Path {
  /// The steps in order.
  public var elements: [PathElement] {
    var result: [PathElement] = []
    result.reserveCapacity(verbs.count)
    var at = 0
    for verb in verbs {
      switch Verb(rawValue: verb) {
      case .move: result.append(.move(to: points[at]))
      case .line: result.append(.line(to: points[at]))
      case .quad: result.append(.quad(to: points[at + 1], control: points[at]))
      case .cubic: result.append(.cubic(to: points[at + 2], control1: points[at], control2: points[at + 1]))
      case .close: result.append(.close)
      case nil: break
      }
      at += Verb(rawValue: verb)?.pointCount ?? 0
    }
    return result
  }

  /// The smallest rectangle around the path itself, without its control points; nil if the path is empty or has a non-finite point.
  ///
  /// A move without subsequent elements does not count; a closed one does.
  public var tightBounds: Rect? {
    var box: (left: Double, top: Double, right: Double, bottom: Double)?
    func add(_ p: Point) {
      guard let b = box else { return box = (p.x, p.y, p.x, p.y) }
      box = (min(b.left, p.x), min(b.top, p.y), max(b.right, p.x), max(b.bottom, p.y))
    }
    var (current, start) = (Point.zero, Point.zero)
    for element in elements {
      switch element {
      case .move(let p): (current, start) = (p, p)
      case .line(let p):
        add(current)
        add(p)
        current = p
      case .quad(let p, let c):
        add(current)
        add(p)
        let (a, b) = (current + (c - current) * (2 / 3), p + (c - p) * (2 / 3))
        for t in Self.extremes(current, a, b, p) { add(Self.at(t, current, a, b, p)) }
        current = p
      case .cubic(let p, let a, let b):
        add(current)
        add(p)
        for t in Self.extremes(current, a, b, p) { add(Self.at(t, current, a, b, p)) }
        current = p
      case .close:
        // A subpath of a move and a close is drawn as a dot with caps.
        add(start)
        current = start
      }
    }
    guard let box, (box.left + box.top + box.right + box.bottom).isFinite else { return nil }
    return Rect(left: box.left, top: box.top, right: box.right, bottom: box.bottom)
  }

  private static func at(_ t: Double, _ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Point {
    let s = 1 - t
    return a * (s * s * s) + b * (3 * s * s * t) + c * (3 * s * t * t) + d * (t * t * t)
  }

  /// Returns the parameters, 0...1, where a cubic curve is extreme along one axis.
  private static func extremes(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> [Double] {
    func roots(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> [Double] {
      let (p, q, r) = (d - 3 * c + 3 * b - a, 2 * (c - 2 * b + a), b - a)
      if abs(p) < 1e-12 { return q == 0 ? [] : [-r / q] }
      let discriminant = q * q - 4 * p * r
      guard discriminant >= 0 else { return [] }
      let root = discriminant.squareRoot()
      return [(-q + root) / (2 * p), (-q - root) / (2 * p)]
    }
    return (roots(a.x, b.x, c.x, d.x) + roots(a.y, b.y, c.y, d.y)).filter { $0 > 0 && $0 < 1 }
  }
}
