internal import TesseraGeometry
internal import TesseraRender

/// Sequence of cubic curves.
struct BezierContour: Sendable, Equatable, Blendable {
  /// Vertex with the control points of the curves that end and begin at it.
  struct Vertex: Sendable, Equatable {
    var point, into, out: Point

    init(_ point: Point, into: Point, out: Point) { (self.point, self.into, self.out) = (point, into, out) }
    init(_ point: Point) { self.init(point, into: point, out: point) }

    /// Whether both curves are straight at the vertex.
    var isCorner: Bool { into == point && out == point }
  }

  var vertices: [Vertex] = []
  var isClosed = false

  init(_ vertices: [Vertex] = [], isClosed: Bool = false) { (self.vertices, self.isClosed) = (vertices, isClosed) }
  init?(point: Point) { nil }

  func blended(with other: BezierContour, _ progress: Vector) -> BezierContour {
    guard vertices.count == other.vertices.count else { return progress.x < 1 ? self : other }
    let t = progress.x
    return BezierContour(
      zip(vertices, other.vertices).map { a, b in
        Vertex(a.point + (b.point - a.point) * t, into: a.into + (b.into - a.into) * t, out: a.out + (b.out - a.out) * t)
      }, isClosed: isClosed)
  }

  /// Curves in order.
  var curves: [CubicCurve] {
    guard vertices.count > 1 else { return [] }
    var result: [CubicCurve] = []
    result.reserveCapacity(vertices.count)
    for i in 1..<vertices.count {
      result.append(CubicCurve(vertices[i - 1].point, vertices[i - 1].out, vertices[i].into, vertices[i].point))
    }
    if isClosed, let first = vertices.first, let last = vertices.last {
      result.append(CubicCurve(last.point, last.out, first.into, first.point))
    }
    return result
  }

  /// Creates an open contour of consecutive curves; nil if there are none.
  init?(open curves: [CubicCurve]) {
    guard let first = curves.first else { return nil }
    vertices = [Vertex(first.a, into: first.a, out: first.b)]
    for curve in curves {
      vertices[vertices.count - 1].out = curve.b
      vertices.append(Vertex(curve.d, into: curve.c, out: curve.d))
    }
  }

  /// The contour in the opposite direction, from the same first vertex.
  var reversed: BezierContour {
    guard vertices.count > 1 else { return self }
    let turned = (isClosed ? [vertices[0]] + vertices.dropFirst().reversed() : vertices.reversed())
      .map { Vertex($0.point, into: $0.out, out: $0.into) }
    return BezierContour(turned, isClosed: isClosed)
  }
}

extension Path {
  /// Appends a contour under a map.
  mutating func add(_ contour: BezierContour, _ map: Transform) {
    guard let first = contour.vertices.first else { return }
    move(to: map.apply(first.point))
    for curve in contour.curves {
      if curve.isLine {
        line(to: map.apply(curve.d))
      } else {
        cubic(to: map.apply(curve.d), control1: map.apply(curve.b), control2: map.apply(curve.c))
      }
    }
    if contour.isClosed { close() }
  }
}
