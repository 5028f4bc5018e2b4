/// Features of a GeoJSON value in Web Mercator.
struct GeoFeatures: Sendable {
  /// Maximum number of features.
  static let maximumFeatures = 100_000

  struct Feature: Sendable {
    var id: ExpressionValue
    var geometryType: String
    var kind: VectorFeature.Kind
    var properties: MapValue
    /// Points, lines or rings; coordinates of the world from 0 to 1.
    var parts: [[WorldPoint]]
  }

  /// Types of geometries as in tiles, which do not distinguish several parts from one.
  static let typeNames = ["Unknown", "Point", "LineString", "Polygon"]

  var list: [Feature] = []

  init(_ value: MapValue) {
    if value["type"]?.text == "FeatureCollection" {
      for item in (value["features"]?.list ?? []).prefix(Self.maximumFeatures) { add(item) }
    } else {
      add(value)
    }
  }

  private mutating func add(_ value: MapValue) {
    let geometry = value["type"]?.text == "Feature" ? value["geometry"] ?? .null : value
    guard let read = GeoGeometry(geometry) else { return }
    let kind: VectorFeature.Kind = !read.polygons.isEmpty ? .polygon : !read.lines.isEmpty ? .line : .point
    let parts: [[GeoPoint]] =
      switch kind {
      case .polygon: read.polygons.flatMap { $0.map { Array($0.dropLast()) } }
      case .line: read.lines
      default: [read.points]
      }
    list.append(
      Feature(
        id: value["id"].map(ExpressionValue.init) ?? .null, geometryType: Self.typeNames[kind.rawValue], kind: kind,
        properties: value["properties"] ?? .map([]),
        parts: parts.map { $0.map { WorldPoint(x: Mercator.x(longitude: $0.longitude), y: Mercator.y(latitude: $0.latitude)) } }))
  }
}

/// Point of Web Mercator: the world reaches from 0 to 1, with y pointing down.
public struct WorldPoint: Sendable, Hashable {
  public var x: Double
  public var y: Double

  /// Creates a point.
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}
