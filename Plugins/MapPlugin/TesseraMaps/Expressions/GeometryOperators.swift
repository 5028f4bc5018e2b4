/// `within` and `distance`.
enum GeometryOperators {
  /// Maximum number of pairs of segments that are compared for one result.
  static let maximumPairs = 2_000_000

  static func within(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count == 2 else {
      return compiler.error("'within' expression requires exactly one argument, but found \(args.count - 1) instead.")
    }
    guard let area = GeoGeometry(args[1]), !area.polygons.isEmpty else {
      return compiler.error("'within' expression requires valid geojson object that contains polygon geometry type.")
    }
    return ExpressionNode("within", .boolean, [], kind: .neverConstant, readsFeature: true) { context throws(EvaluationError) in
      guard let geometry = context.feature?.geometry, let zoom = context.tile?.zoom else { return .boolean(false) }
      let (plane, size) = (area.projected(zoom: zoom), 8192 * Double(1 << min(max(zoom, 0), 30)))
      return .boolean(try isWithin(geometry.projected(zoom: zoom).shifted(near: plane, worldSize: size), plane))
    }
  }

  static func distance(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count == 2 else {
      return compiler.error("'distance' expression requires exactly one argument, but found \(args.count - 1) instead.")
    }
    guard let target = GeoGeometry(args[1]) else {
      return compiler.error("'distance' expression requires valid geojson object that contains polygon geometry type.")
    }
    return ExpressionNode("distance", .number, [], kind: .neverConstant, readsFeature: true) { context throws(EvaluationError) in
      guard let geometry = context.feature?.geometry, let zoom = context.tile?.zoom else {
        throw EvaluationError("The feature has no geometry.")
      }
      let own = geometry.quantized(zoom: zoom)
      guard let first = own.first else { throw EvaluationError("The feature has no geometry.") }
      var measure = DistanceMeasure(ruler: GeoRuler(latitude: first.latitude))
      return .number(try measure.distance(own, target))
    }
  }

  private static func isWithin(_ geometry: GeoGeometry, _ area: GeoGeometry) throws(EvaluationError) -> Bool {
    guard geometry.polygons.isEmpty, !geometry.isEmpty else { return false }
    let edges = area.polygons.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } }
    let points = geometry.points.count + geometry.lines.reduce(0) { $0 + $1.count }
    guard edges.multipliedReportingOverflow(by: points).partialValue <= maximumPairs else {
      throw EvaluationError("The geometry is too detailed.")
    }
    return geometry.points.allSatisfy { point in area.polygons.contains { PlaneGeometry.contains($0, point) } }
      && geometry.lines.allSatisfy { line in
        area.polygons.contains { polygon in
          line.allSatisfy { PlaneGeometry.contains(polygon, $0) }
            && zip(line, line.dropFirst()).allSatisfy { !PlaneGeometry.crosses(polygon, $0, $1) }
        }
      }
  }
}

/// Tests of points and segments in a plane.
enum PlaneGeometry {
  /// Whether a point is inside a polygon; points on the border are not.
  static func contains(_ rings: [[GeoPoint]], _ point: GeoPoint) -> Bool {
    var isInside = false
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst()) {
        if isOnBorder(point, a, b) { return false }
        if (a.latitude > point.latitude) != (b.latitude > point.latitude),
          point.longitude < (b.longitude - a.longitude) * (point.latitude - a.latitude) / (b.latitude - a.latitude) + a.longitude
        {
          isInside.toggle()
        }
      }
    }
    return isInside
  }

  private static func isOnBorder(_ p: GeoPoint, _ a: GeoPoint, _ b: GeoPoint) -> Bool {
    let (x1, y1) = (p.longitude - a.longitude, p.latitude - a.latitude)
    let (x2, y2) = (p.longitude - b.longitude, p.latitude - b.latitude)
    return x1 * y2 - x2 * y1 == 0 && x1 * x2 <= 0 && y1 * y2 <= 0
  }

  /// Whether a segment crosses an edge of a polygon.
  static func crosses(_ rings: [[GeoPoint]], _ p: GeoPoint, _ q: GeoPoint) -> Bool {
    rings.contains { ring in zip(ring, ring.dropFirst()).contains { segmentsCross(p, q, $0, $1) } }
  }

  static func segmentsCross(_ a: GeoPoint, _ b: GeoPoint, _ c: GeoPoint, _ d: GeoPoint) -> Bool {
    func side(_ p: GeoPoint, _ q: GeoPoint, _ r: GeoPoint) -> Double {
      (q.longitude - p.longitude) * (r.latitude - p.latitude) - (q.latitude - p.latitude) * (r.longitude - p.longitude)
    }
    let (s1, s2, s3, s4) = (side(c, d, a), side(c, d, b), side(a, b, c), side(a, b, d))
    return ((s1 > 0 && s2 < 0) || (s1 < 0 && s2 > 0)) && ((s3 > 0 && s4 < 0) || (s3 < 0 && s4 > 0))
  }
}
