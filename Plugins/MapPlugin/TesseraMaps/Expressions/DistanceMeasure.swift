internal import Glibc

/// Distances near a latitude on the WGS 84 ellipsoid, in meters.
struct GeoRuler {
  private let kx: Double
  private let ky: Double

  init(latitude: Double) {
    let flattening = 1 / 298.257223563
    let e2 = flattening * (2 - flattening)
    let scale = Double.pi / 180 * 6378.137 * 1000
    let cosine = cos(latitude * .pi / 180)
    let w2 = 1 / (1 - e2 * (1 - cosine * cosine))
    let w = w2.squareRoot()
    (kx, ky) = (scale * w * cosine, scale * w * w2 * (1 - e2))
  }

  private func wrap(_ degrees: Double) -> Double { degrees - 360 * (degrees / 360).rounded() }

  func distance(_ a: GeoPoint, _ b: GeoPoint) -> Double {
    let (x, y) = (wrap(a.longitude - b.longitude) * kx, (a.latitude - b.latitude) * ky)
    return (x * x + y * y).squareRoot()
  }

  /// Distance of a point from a segment.
  func distance(_ p: GeoPoint, _ a: GeoPoint, _ b: GeoPoint) -> Double {
    let (dx, dy) = (wrap(b.longitude - a.longitude) * kx, (b.latitude - a.latitude) * ky)
    let (px, py) = (wrap(p.longitude - a.longitude) * kx, (p.latitude - a.latitude) * ky)
    let length = dx * dx + dy * dy
    let t = length == 0 ? 0 : min(max((px * dx + py * dy) / length, 0), 1)
    let (x, y) = (px - t * dx, py - t * dy)
    return (x * x + y * y).squareRoot()
  }
}

/// Shortest distance between two geometries, within a number of comparisons.
struct DistanceMeasure {
  let ruler: GeoRuler
  private var pairs = 0

  init(ruler: GeoRuler) { self.ruler = ruler }

  mutating func distance(_ a: GeoGeometry, _ b: GeoGeometry) throws(EvaluationError) -> Double {
    var best = Double.infinity
    for first in Self.parts(a) {
      for second in Self.parts(b) {
        best = min(best, try distance(first, second))
        if best == 0 { return 0 }
      }
    }
    return best
  }

  private enum Part {
    case point(GeoPoint)
    case line([GeoPoint])
    case polygon([[GeoPoint]])

    /// Chains of points: the point itself, the line, or the rings.
    var chains: [[GeoPoint]] {
      switch self {
      case .point(let point): [[point]]
      case .line(let line): [line]
      case .polygon(let rings): rings
      }
    }
  }

  private static func parts(_ geometry: GeoGeometry) -> [Part] {
    geometry.points.map { .point($0) } + geometry.lines.map { .line($0) } + geometry.polygons.map { .polygon($0) }
  }

  private mutating func distance(_ a: Part, _ b: Part) throws(EvaluationError) -> Double {
    // One contains the other, or its first point.
    if case .polygon(let rings) = a, let point = b.chains.first?.first, PlaneGeometry.contains(rings, point) { return 0 }
    if case .polygon(let rings) = b, let point = a.chains.first?.first, PlaneGeometry.contains(rings, point) { return 0 }
    var best = Double.infinity
    for first in a.chains {
      for second in b.chains {
        pairs += first.count * second.count
        guard pairs <= GeometryOperators.maximumPairs else { throw EvaluationError("The geometry is too detailed.") }
        best = min(best, chains(first, second))
        if best == 0 { return 0 }
      }
    }
    return best
  }

  private func chains(_ a: [GeoPoint], _ b: [GeoPoint]) -> Double {
    if a.count == 1, b.count == 1 { return ruler.distance(a[0], b[0]) }
    var best = Double.infinity
    if b.count == 1 { return chains(b, a) }
    if a.count == 1 {
      for (p, q) in zip(b, b.dropFirst()) { best = min(best, ruler.distance(a[0], p, q)) }
      return best
    }
    for (p, q) in zip(a, a.dropFirst()) {
      for (r, s) in zip(b, b.dropFirst()) {
        if PlaneGeometry.segmentsCross(p, q, r, s) { return 0 }
        best = min(
          best, min(min(ruler.distance(p, r, s), ruler.distance(q, r, s)), min(ruler.distance(r, p, q), ruler.distance(s, p, q))))
      }
    }
    return best
  }
}
