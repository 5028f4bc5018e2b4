/// Decoded vector tile. Source: Mapbox Vector Tile Specification 2.1.
public struct VectorTile: Sendable, Equatable {
  public var layers: [VectorLayer] = []
  /// Features and layers that were dropped because they are invalid.
  public var problems: [String] = []

  /// Returns the layer with a name.
  public func layer(_ name: String) -> VectorLayer? { layers.first { $0.name == name } }

  /// Creates an empty tile.
  public init() {}
}

/// Named features of a tile.
public struct VectorLayer: Sendable, Equatable {
  public var name: String
  /// Version of the specification: 1 or 2.
  public var version: Int
  /// Width and height of the tile in the units of geometries.
  public var extent: Int
  public var keys: [String] = []
  public var values: [VectorValue] = []
  public var features: [VectorFeature] = []
  /// Tags and geometries of all features.
  var numbers: [UInt32] = []

  /// Tags of a feature: pairs of indices in `keys` and `values`.
  public func tags(of feature: VectorFeature) -> ArraySlice<UInt32> { numbers[feature.tags] }
  /// Commands and parameters of a feature's geometry.
  public func geometry(of feature: VectorFeature) -> ArraySlice<UInt32> { numbers[feature.geometry] }

  /// Returns the value of a feature's property; nil if it has none.
  public func value(_ key: String, of feature: VectorFeature) -> VectorValue? {
    var at = feature.tags.lowerBound
    while at + 1 < feature.tags.upperBound {
      if keys[Int(numbers[at])] == key { return values[Int(numbers[at + 1])] }
      at += 2
    }
    return nil
  }

  /// Properties of a feature as a map.
  public func properties(of feature: VectorFeature) -> MapValue {
    let tags = numbers[feature.tags]
    return .map(
      stride(from: tags.startIndex, to: tags.endIndex - 1, by: 2).map {
        MapValue.Member(keys[Int(tags[$0])], values[Int(tags[$0 + 1])].mapValue)
      })
  }
}

/// Geometry with an identifier and properties.
public struct VectorFeature: Sendable, Equatable {
  /// Kind of a geometry.
  public enum Kind: Int, Sendable { case unknown = 0, point, line, polygon }

  public var id: UInt64?
  public var kind: Kind
  var tags: Range<Int>
  var geometry: Range<Int>
}

/// Value of a property with its type in the tile.
public enum VectorValue: Sendable, Equatable {
  case string(String)
  case float(Float)
  case double(Double)
  case int(Int64)
  case uint(UInt64)
  case sint(Int64)
  case bool(Bool)

  /// Value for expressions.
  public var mapValue: MapValue {
    switch self {
    case .string(let text): .text(text)
    case .float(let number): .number(Double(number))
    case .double(let number): .number(number)
    case .int(let number), .sint(let number): .number(Double(number))
    case .uint(let number): .number(Double(number))
    case .bool(let flag): .boolean(flag)
    }
  }
}
