internal import Tessera
public import TesseraRender

extension Map {
  /// Place in degrees. A value.
  public struct Place: Sendable, Hashable {
    public var longitude: Double
    public var latitude: Double

    /// Creates a place.
    public init(longitude: Double, latitude: Double) { (self.longitude, self.latitude) = (longitude, latitude) }
  }

  /// Line over the map, such as a route. A value.
  public struct Line: Sendable, Hashable {
    public var points: [Place]
    /// Color; nil means the theme's `accent`.
    public var color: Color?
    /// Width, units.
    public var width = 4.0

    /// Creates a line.
    public init(_ points: [Place], color: Color? = nil, width: Double = 4) {
      (self.points, self.color, self.width) = (points, color, width)
    }
  }

  /// Area over the map, such as a zone. A value.
  public struct Area: Sendable, Hashable {
    /// Corners; the last one is joined with the first.
    public var points: [Place]
    /// Color of the border; nil means the theme's `accent`. The area has a fifth of its opacity.
    public var color: Color?
    /// Width of the border, units; 0 means none.
    public var width = 2.0

    /// Creates an area.
    public init(_ points: [Place], color: Color? = nil, width: Double = 2) {
      (self.points, self.color, self.width) = (points, color, width)
    }
  }

  /// Maximum number of points of a line or area; further ones are left out.
  static let maximumPoints = 100_000

  static let placesKind = AttributeKind.list(.list(.number(-1e6...1e6)))
  static let shapesKind = AttributeKind.list(.map(["points": placesKind, "color": .color, "width": .number(0...1000)]))
}

extension Map.Place {
  init?(_ value: AttributeValue) {
    guard let numbers = value.list, numbers.count == 2, let longitude = numbers[0].number, let latitude = numbers[1].number else {
      return nil
    }
    self.init(longitude: longitude, latitude: latitude)
  }

  static func places(_ value: AttributeValue?) -> [Map.Place] {
    (value?.list ?? []).prefix(Map.maximumPoints).compactMap(Map.Place.init)
  }

  static func attributeValue(_ places: [Map.Place]) -> AttributeValue {
    .list(places.map { .list([.number($0.longitude), .number($0.latitude)]) })
  }
}

extension Map.Line {
  init(_ value: AttributeValue) {
    self.init(Map.Place.places(value["points"]), color: value["color"]?.color, width: value["width"]?.number ?? 4)
  }

  var attributeValue: AttributeValue { Map.Area(points, color: color, width: width).attributeValue }
}

extension Map.Area {
  init(_ value: AttributeValue) {
    self.init(Map.Place.places(value["points"]), color: value["color"]?.color, width: value["width"]?.number ?? 2)
  }

  var attributeValue: AttributeValue {
    var members: [(key: String, value: AttributeValue)] = [("points", Map.Place.attributeValue(points)), ("width", .number(width))]
    if let color { members.append(("color", .color(color))) }
    return .map(members)
  }
}
