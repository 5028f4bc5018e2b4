internal import Glibc

/// Longitude and latitude, degrees.
struct GeoPoint: Sendable, Hashable {
  var longitude: Double
  var latitude: Double
}

/// Geometry in degrees.
struct GeoGeometry: Sendable, Equatable {
  var points: [GeoPoint] = []
  var lines: [[GeoPoint]] = []
  /// Polygons, each a list of rings that end with their first point.
  var polygons: [[[GeoPoint]]] = []

  /// Maximum number of points.
  static let maximumPoints = 100_000

  var isEmpty: Bool { points.isEmpty && lines.isEmpty && polygons.isEmpty }

  var first: GeoPoint? { points.first ?? lines.first?.first ?? polygons.first?.first?.first }

  init() {}

  /// Reads a GeoJSON geometry, feature or collection of features; nil if it is invalid.
  init?(_ value: MapValue) {
    self.init()
    guard add(value, depth: 0), !isEmpty else { return nil }
    let count = points.count + lines.reduce(0) { $0 + $1.count } + polygons.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } }
    guard count <= Self.maximumPoints else { return nil }
  }

  private mutating func add(_ value: MapValue, depth: Int) -> Bool {
    guard depth < 4 else { return false }
    let coordinates = value["coordinates"]?.list ?? []
    switch value["type"]?.text {
    case "FeatureCollection": return (value["features"]?.list ?? []).allSatisfy { add($0, depth: depth + 1) }
    case "Feature": return value["geometry"].map { add($0, depth: depth + 1) } ?? false
    case "GeometryCollection": return (value["geometries"]?.list ?? []).allSatisfy { add($0, depth: depth + 1) }
    case "Point":
      guard let point = Self.point(.list(coordinates)) else { return false }
      points.append(point)
    case "MultiPoint":
      guard let list = Self.line(.list(coordinates)) else { return false }
      points += list
    case "LineString":
      guard let list = Self.line(.list(coordinates)) else { return false }
      lines.append(list)
    case "MultiLineString":
      for item in coordinates {
        guard let list = Self.line(item) else { return false }
        lines.append(list)
      }
    case "Polygon":
      guard let rings = Self.rings(coordinates) else { return false }
      polygons.append(rings)
    case "MultiPolygon":
      for item in coordinates {
        guard let rings = item.list.flatMap(Self.rings) else { return false }
        polygons.append(rings)
      }
    default: return false
    }
    return true
  }

  private static func point(_ value: MapValue) -> GeoPoint? {
    guard let list = value.list, list.count >= 2, let longitude = list[0].number, let latitude = list[1].number else { return nil }
    return GeoPoint(longitude: longitude, latitude: latitude)
  }

  private static func line(_ value: MapValue) -> [GeoPoint]? {
    guard let list = value.list else { return nil }
    let points = list.compactMap(point)
    return points.count == list.count && !points.isEmpty ? points : nil
  }

  private static func rings(_ list: [MapValue]) -> [[GeoPoint]]? {
    let rings = list.compactMap(line)
    return rings.count == list.count && !rings.isEmpty ? rings : nil
  }

  private func mapped(_ body: (GeoPoint) -> GeoPoint) -> GeoGeometry {
    var copy = self
    copy.points = points.map(body)
    copy.lines = lines.map { $0.map(body) }
    copy.polygons = polygons.map { $0.map { $0.map(body) } }
    return copy
  }

  /// Returns the geometry in units of 1/8192 of a tile at a zoom, as tiles store it.
  func projected(zoom: Int) -> GeoGeometry {
    let size = 8192 * pow(2.0, Double(zoom))
    return mapped { point in
      GeoPoint(
        longitude: (Mercator.x(longitude: point.longitude) * size).rounded(),
        latitude: (Mercator.y(latitude: point.latitude) * size).rounded())
    }
  }

  /// Returns the geometry with the precision of a tile.
  func quantized(zoom: Int) -> GeoGeometry {
    let size = 8192 * pow(2.0, Double(zoom))
    return projected(zoom: zoom).mapped {
      GeoPoint(longitude: Mercator.longitude(x: $0.longitude / size), latitude: Mercator.latitude(y: $0.latitude / size))
    }
  }

  /// Returns points and lines with each point moved by a world if that is nearer to the polygons of `area`.
  func shifted(near area: GeoGeometry, worldSize: Double) -> GeoGeometry {
    var (low, high) = (Double.infinity, -Double.infinity)
    for polygon in area.polygons {
      for ring in polygon { for point in ring { (low, high) = (min(low, point.longitude), max(high, point.longitude)) } }
    }
    let half = worldSize / 2
    var (left, right) = (Double.infinity, -Double.infinity)
    for line in lines { for point in line { (left, right) = (min(left, point.longitude), max(right, point.longitude)) } }
    // Lines around the world keep their place.
    if right - left > half { return self }
    return mapped { point in
      var point = point
      guard point.longitude < low || point.longitude > high else { return point }
      for edge in [low, high] {
        let gap = point.longitude - edge
        if abs(gap) > half {
          point.longitude -= gap > 0 ? worldSize : -worldSize
          break
        }
      }
      return point
    }
  }
}
