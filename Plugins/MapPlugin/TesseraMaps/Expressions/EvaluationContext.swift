/// Inputs of an evaluation. One thread at a time.
final class EvaluationContext {
  /// Maximum number of nodes evaluated for one result: shared variables can multiply the work.
  static let maximumSteps = 200_000

  var zoom: Double?
  var heatmapDensity: Double?
  var elevation: Double?
  var lineProgress: Double?
  var accumulated: ExpressionValue?
  var feature: ExpressionFeature?
  var globalState: MapValue = .map([])
  var availableImages: Set<String> = []
  var tile: TileAddress?
  var steps = 0

  init(zoom: Double? = nil, feature: ExpressionFeature? = nil) { (self.zoom, self.feature) = (zoom, feature) }
}

/// Feature that expressions read.
struct ExpressionFeature {
  enum Properties {
    case map(MapValue)
    case tile(TileLayerIndex, VectorFeature)
  }

  var id: ExpressionValue = .null
  /// `Point`, `LineString`, `Polygon` or `Unknown`.
  var geometryType: String?
  var properties: Properties
  var state: MapValue = .map([])
  /// Parts in degrees, for `within` and `distance`; nil if the feature has no geometry.
  var geometry: GeoGeometry?

  func value(_ key: String) -> ExpressionValue? {
    switch properties {
    case .map(let map): map[key].map(ExpressionValue.init)
    case .tile(let index, let feature): index.value(key, of: feature)
    }
  }

  var all: ExpressionValue {
    switch properties {
    case .map(let map): ExpressionValue(map)
    case .tile(let index, let feature): ExpressionValue(index.layer.properties(of: feature))
    }
  }
}

/// Layer of a tile with its keys by name.
final class TileLayerIndex: Sendable {
  let layer: VectorLayer
  /// Boxes of the features' geometries.
  let bounds: [TileBounds]
  private let keys: [String: UInt32]
  private let values: [ExpressionValue]

  init(_ layer: VectorLayer) {
    self.layer = layer
    keys = Dictionary(layer.keys.enumerated().map { ($0.element, UInt32($0.offset)) }) { first, _ in first }
    bounds = layer.features.map { TileBounds(layer.parts(of: $0)) }
    values = layer.values.map { ExpressionValue($0.mapValue) }
  }

  func value(_ key: String, of feature: VectorFeature) -> ExpressionValue? {
    guard let number = keys[key] else { return nil }
    let tags = layer.tags(of: feature)
    var at = tags.startIndex
    while at + 1 < tags.endIndex {
      if tags[at] == number { return values[Int(tags[at + 1])] }
      at += 2
    }
    return nil
  }
}

/// Failure of an evaluation.
struct EvaluationError: Error, Equatable {
  var message: String
  init(_ message: String) { self.message = message }
}
