internal import CRender
public import TesseraGeometry

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Lines, quadratic and cubic curves; a value.
///
/// Coordinates are logical units.
public struct Path: Sendable, Hashable {
  enum Verb: UInt8, Sendable {
    case move, line, quad, cubic, close

    var pointCount: Int {
      switch self {
      case .move, .line: 1
      case .quad: 2
      case .cubic: 3
      case .close: 0
      }
    }
  }

  private(set) var verbs: [UInt8] = []
  private(set) var points: [Point] = []
  private var start = Point.zero

  /// Creates an empty path.
  public init() {}

  /// Creates the path of a rounded rectangle.
  public init(_ rounded: RoundedRect) { add(rounded) }

  private mutating func append(_ verb: Verb, _ p: Point...) {
    verbs.append(verb.rawValue)
    points.append(contentsOf: p)
  }

  /// End of the last element, or the origin.
  public var currentPoint: Point { verbs.last == Verb.close.rawValue ? start : points.last ?? .zero }

  /// Begins a new subpath at `p`.
  public mutating func move(to p: Point) {
    append(.move, p)
    start = p
  }
  /// Adds a straight line from the current point.
  public mutating func line(to p: Point) { append(.line, p) }
  /// Adds a quadratic curve.
  public mutating func quad(to p: Point, control: Point) { append(.quad, control, p) }
  /// Adds a cubic curve.
  public mutating func cubic(to p: Point, control1: Point, control2: Point) { append(.cubic, control1, control2, p) }
  /// Closes the subpath with a line to its start.
  public mutating func close() { append(.close) }

  /// Adds a circular arc, with a line to its start if the path is not empty.
  ///
  /// Angles in radians, clockwise from 3 o'clock. A full turn or more gives one whole circle. Nothing is added unless all values are
  /// finite.
  public mutating func arc(center: Point, radius: Double, from: Double, to: Double, clockwise: Bool = true) {
    guard center.isFinite, radius.isFinite, from.isFinite, to.isFinite else { return }
    let turn = 2 * Double.pi
    var sweep = clockwise ? to - from : from - to
    if sweep >= turn {
      sweep = turn
    } else {
      sweep = sweep.truncatingRemainder(dividingBy: turn)
      if sweep < 0 { sweep += turn }
    }
    if !clockwise { sweep = -sweep }
    ellipticArc(center: center, radiusX: radius, radiusY: radius, rotation: 0, from: from, sweep: sweep, joins: !verbs.isEmpty)
  }

  /// Adds an elliptic arc of cubic curves, each at most a quarter turn.
  mutating func ellipticArc(
    center: Point, radiusX: Double, radiusY: Double, rotation: Double, from: Double, sweep: Double, joins: Bool, begins: Bool = true
  ) {
    let (cr, sr) = (cos(rotation), sin(rotation))
    func at(_ x: Double, _ y: Double) -> Point {
      Point(center.x + x * radiusX * cr - y * radiusY * sr, center.y + x * radiusX * sr + y * radiusY * cr)
    }
    if begins {
      let first = at(cos(from), sin(from))
      if joins { line(to: first) } else { move(to: first) }
    }
    let count = max(1, Int((abs(sweep) / (Double.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(count)
    let k = 4.0 / 3 * tan(step / 4)
    var angle = from
    for _ in 0..<count {
      let (c0, s0, c1, s1) = (cos(angle), sin(angle), cos(angle + step), sin(angle + step))
      cubic(to: at(c1, s1), control1: at(c0 - k * s0, s0 + k * c0), control2: at(c1 + k * s1, s1 - k * c1))
      angle += step
    }
  }

  /// Adds a rectangle, clockwise from its top left.
  public mutating func add(_ rect: Rect) {
    move(to: rect.origin)
    line(to: Point(rect.maxX, rect.minY))
    line(to: Point(rect.maxX, rect.maxY))
    line(to: Point(rect.minX, rect.maxY))
    close()
  }

  /// Adds a rounded rectangle, clockwise from its top left; radii are fitted. Filling it equals filling the rounded rectangle.
  public mutating func add(_ rounded: RoundedRect) {
    let r = rounded.rect
    guard r.width > 0, r.height > 0 else { return }
    let q = rounded.radii.fitted(to: r.size)
    let k = 0.5522847498307936
    let (a, b, c, d) = (q.topLeft, q.topRight, q.bottomRight, q.bottomLeft)
    move(to: Point(r.minX + a, r.minY))
    line(to: Point(r.maxX - b, r.minY))
    if b > 0 {
      cubic(to: Point(r.maxX, r.minY + b), control1: Point(r.maxX - b + b * k, r.minY), control2: Point(r.maxX, r.minY + b - b * k))
    }
    line(to: Point(r.maxX, r.maxY - c))
    if c > 0 {
      cubic(to: Point(r.maxX - c, r.maxY), control1: Point(r.maxX, r.maxY - c + c * k), control2: Point(r.maxX - c + c * k, r.maxY))
    }
    line(to: Point(r.minX + d, r.maxY))
    if d > 0 {
      cubic(to: Point(r.minX, r.maxY - d), control1: Point(r.minX + d - d * k, r.maxY), control2: Point(r.minX, r.maxY - d + d * k))
    }
    line(to: Point(r.minX, r.minY + a))
    if a > 0 {
      cubic(to: Point(r.minX + a, r.minY), control1: Point(r.minX, r.minY + a - a * k), control2: Point(r.minX + a - a * k, r.minY))
    }
    close()
  }

  /// Adds the ellipse inscribed in `rect`.
  public mutating func addEllipse(in rect: Rect) {
    guard rect.isFinite else { return }
    ellipticArc(
      center: rect.center, radiusX: rect.width / 2, radiusY: rect.height / 2, rotation: 0, from: 0, sweep: 2 * Double.pi, joins: false)
    close()
  }

  /// Adds all elements of `other`.
  public mutating func add(_ other: Path) {
    verbs.append(contentsOf: other.verbs)
    points.append(contentsOf: other.points)
    start = other.start
  }

  /// Number of points, control points included.
  public var pointCount: Int { points.count }

  /// Whether the path has no elements.
  public var isEmpty: Bool { verbs.isEmpty }

  /// The smallest rectangle around all points, control points included; zero if there are no points or one is not finite.
  public var bounds: Rect {
    guard let first = points.first else { return .zero }
    var (l, t, r, b) = (first.x, first.y, first.x, first.y)
    for p in points {
      guard p.isFinite else { return .zero }
      (l, t, r, b) = (min(l, p.x), min(t, p.y), max(r, p.x), max(b, p.y))
    }
    return Rect(left: l, top: t, right: r, bottom: b)
  }

  /// Replaces all points by as many others.
  mutating func replace(_ new: [Point]) {
    points = new
    var at = 0
    for verb in verbs {
      if verb == Verb.move.rawValue { start = points[at] }
      at += Verb(rawValue: verb)?.pointCount ?? 0
    }
  }

  /// Returns the path with each point mapped.
  public func transformed(_ t: Transform) -> Path {
    var path = self
    path.points = points.map(t.apply)
    path.start = t.apply(start)
    return path
  }

  /// Copies a path of the C core.
  init(_ c: cr_path) {
    verbs = Array(UnsafeBufferPointer(start: c.verbs, count: c.verb_count))
    points = UnsafeBufferPointer(start: c.points, count: c.point_count).map { Point($0.x, $0.y) }
  }

  /// Calls `body` with the path in the C core's form.
  func withC(_ body: (UnsafePointer<cr_path>) -> Void) {
    verbs.withUnsafeBufferPointer { verbs in
      points.withUnsafeBufferPointer { points in
        points.withMemoryRebound(to: cr_point.self) { c in
          // A Point is two doubles in the order of cr_point, so they have the same layout in memory.
          var path = cr_path(verbs: verbs.baseAddress, verb_count: verbs.count, points: c.baseAddress, point_count: c.count)
          body(&path)
        }
      }
    }
  }
}
