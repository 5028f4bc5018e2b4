internal import TesseraGeometry

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension BezierContour {
  /// Distance of the control points of a quarter circle, as a fraction of its radius.
  private static let quarter = 0.5522847498307936

  /// Returns a rectangle around `center`, clockwise from its top right corner.
  static func rectangle(_ center: Point, _ size: Point, radius: Double) -> BezierContour {
    let (x, y) = (abs(size.x) / 2, abs(size.y) / 2)
    let r = max(0, min(radius, x, y))
    func at(_ dx: Double, _ dy: Double) -> Point { Point(center.x + dx, center.y + dy) }
    if r <= 0 { return BezierContour([at(x, -y), at(x, y), at(-x, y), at(-x, -y)].map { Vertex($0) }, isClosed: true) }
    let k = r * quarter
    return BezierContour(
      [
        Vertex(at(x, r - y), into: at(x, r - y - k), out: at(x, r - y)), Vertex(at(x, y - r), into: at(x, y - r), out: at(x, y - r + k)),
        Vertex(at(x - r, y), into: at(x - r + k, y), out: at(x - r, y)), Vertex(at(r - x, y), into: at(r - x, y), out: at(r - x - k, y)),
        Vertex(at(-x, y - r), into: at(-x, y - r + k), out: at(-x, y - r)),
        Vertex(at(-x, r - y), into: at(-x, r - y), out: at(-x, r - y - k)),
        Vertex(at(r - x, -y), into: at(r - x - k, -y), out: at(r - x, -y)),
        Vertex(at(x - r, -y), into: at(x - r, -y), out: at(x - r + k, -y)),
      ], isClosed: true)
  }

  /// Returns an ellipse around `center`, clockwise from its top.
  static func ellipse(_ center: Point, _ size: Point) -> BezierContour {
    let (x, y) = (size.x / 2, size.y / 2)
    let (h, v) = (x * quarter, y * quarter)
    func at(_ dx: Double, _ dy: Double) -> Point { Point(center.x + dx, center.y + dy) }
    return BezierContour(
      [
        Vertex(at(0, -y), into: at(-h, -y), out: at(h, -y)), Vertex(at(x, 0), into: at(x, -v), out: at(x, v)),
        Vertex(at(0, y), into: at(h, y), out: at(-h, y)), Vertex(at(-x, 0), into: at(-x, v), out: at(-x, -v)),
      ], isClosed: true)
  }

  /// Returns a star or polygon, clockwise from its top.
  static func star(_ star: LottieStar, at frame: Double) -> BezierContour {
    let corners = Int(saturating: min(star.corners.number(at: frame), LottieLimits.corners), in: 0...Int(LottieLimits.corners))
    guard corners > 0 else { return BezierContour() }
    let (center, count) = (star.position.point(at: frame), star.isStar ? corners * 2 : corners)
    let step = 2 * Double.pi / Double(count)
    let (outer, inner) = (star.outerRadius.number(at: frame), star.innerRadius.number(at: frame))
    let (outerRoundness, innerRoundness) = (star.outerRoundness.number(at: frame) / 100, star.innerRoundness.number(at: frame) / 100)
    let first = star.rotation.number(at: frame).radians - .pi / 2
    let share = star.isStar ? 2.0 : 4.0
    return BezierContour(
      (0..<count).map { i in
        let isOuter = !star.isStar || i % 2 == 0
        let (radius, roundness) = isOuter ? (outer, outerRoundness) : (inner, innerRoundness)
        let angle = first + Double(i) * step
        let place = Point(center.x + radius * cos(angle), center.y + radius * sin(angle))
        let reach = 2 * .pi * radius / (Double(count) * share) * roundness
        let tangent = Point(-sin(angle), cos(angle)) * reach
        return Vertex(place, into: place - tangent, out: place + tangent)
      }, isClosed: true)
  }

  /// Returns the contour with its vertices moved toward their centroid by a fraction of the distance, and its control points away from it.
  func puckered(_ share: Double) -> BezierContour {
    guard share != 0, share.isFinite, !vertices.isEmpty else { return self }
    let center = vertices.reduce(Point.zero) { $0 + $1.point } * (1 / Double(vertices.count))
    func toward(_ place: Point, _ share: Double) -> Point { place + (center - place) * share }
    return BezierContour(
      vertices.map { Vertex(toward($0.point, share), into: toward($0.into, -share), out: toward($0.out, -share)) }, isClosed: isClosed)
  }

  /// Returns the contour with its corners rounded, at most up to the middle of its sides.
  func rounded(_ radius: Double) -> BezierContour {
    guard radius > 0, vertices.count > 2 else { return self }
    var result: [Vertex] = []
    for (i, vertex) in vertices.enumerated() {
      let isEnd = !isClosed && (i == 0 || i == vertices.count - 1)
      guard vertex.isCorner, !isEnd else {
        result.append(vertex)
        continue
      }
      func toward(_ other: Point) -> Point {
        let way = other - vertex.point
        let length = (way.x * way.x + way.y * way.y).squareRoot()
        return length > 0 ? vertex.point + way * (min(length / 2, radius) / length) : vertex.point
      }
      let before = toward(vertices[(i + vertices.count - 1) % vertices.count].point)
      let after = toward(vertices[(i + 1) % vertices.count].point)
      func control(_ place: Point) -> Point { place + (vertex.point - place) * Self.quarter }
      result.append(Vertex(before, into: before, out: control(before)))
      result.append(Vertex(after, into: control(after), out: after))
    }
    return BezierContour(result, isClosed: isClosed)
  }
}

extension Double {
  /// Returns the power of a nonnegative base.
  func raised(to exponent: Double) -> Double { pow(self, exponent) }
}
