/// Style of a map: sources and layers. Source: MapLibre style specification, version 8.
///
/// Layers of the types background, fill, line, circle, symbol and raster are drawn.
public struct MapStyle: Sendable {
  /// Maximum number of layers.
  public static let maximumLayers = 2000
  /// Maximum number of sprites.
  static let maximumSprites = 16

  /// Name of the style; empty if it has none.
  public var name = ""
  /// Data by name.
  public var sources: [String: MapSource] = [:]
  var layers: [MapStyleLayer] = []
  /// Sprites: prefix of their icons' names, empty for the default, and URL without suffix.
  var sprites: [(prefix: String, url: String)] = []
  /// Properties and layers that are left out because they are invalid or unsupported.
  public var problems: [String] = []

  /// Credits of all sources in order of their names.
  public var attribution: String {
    var parts: [String] = []
    for source in sources.sorted(by: { $0.key < $1.key })
    where !source.value.attribution.isEmpty && !parts.contains(source.value.attribution) {
      parts.append(source.value.attribution)
    }
    return parts.joined(separator: " | ")
  }

  /// Reads a style in JSON. Any thread.
  /// - Throws: `MapError` if the text is malformed JSON or no style.
  public init(reading bytes: [UInt8], source: String) throws(MapError) {
    let value = try MapValue.read(bytes, source: source)
    guard case .map = value, let layers = value["layers"]?.list else {
      throw MapError(source: source, reason: "a style is an object with `version`, `sources` and `layers`")
    }
    guard layers.count <= Self.maximumLayers else {
      throw MapError(source: source, reason: "the style has \(layers.count) layers; the maximum is \(Self.maximumLayers)")
    }
    name = value["name"]?.text ?? ""
    for member in value["sources"]?.members ?? [] {
      guard let read = MapSource(member.value) else {
        problems.append("source `\(member.key)`: type `\(member.value["type"]?.text ?? "")` is not supported")
        continue
      }
      sources[member.key] = read
    }
    if let url = value["sprite"]?.text { sprites = [("", url)] }
    for item in (value["sprite"]?.list ?? []).prefix(Self.maximumSprites) {
      guard let id = item["id"]?.text, let url = item["url"]?.text else { continue }
      sprites.append((id == "default" ? "" : id + ":", url))
    }
    for layer in layers { if let read = MapStyleLayer(layer, problems: &problems) { self.layers.append(read) } }
  }
}

/// Data of a map.
public struct MapSource: Sendable {
  /// Kind of a source.
  public enum Kind: Sendable, Equatable { case vector, raster, geoJSON }

  public var kind: Kind
  /// File of the tiles or of the GeoJSON; empty if the style contains the data.
  public var url = ""
  public var attribution = ""
  /// URLs of tiles with `{z}`, `{x}` and `{y}`.
  var templates: [String] = []
  /// Whether y of the templates counts from the bottom.
  var isBottomUp = false
  /// Side of a tile, points.
  public var tileSize = 512.0
  public var minimumZoom = 0
  public var maximumZoom = 22
  /// GeoJSON in the style.
  var features: GeoFeatures?

  init?(_ value: MapValue) {
    switch value["type"]?.text {
    case "vector": kind = .vector
    case "raster": kind = .raster
    case "geojson": kind = .geoJSON
    default: return nil
    }
    url = value["url"]?.text ?? value["data"]?.text ?? value["tiles"]?.list?.first?.text ?? ""
    templates = (value["tiles"]?.list ?? []).compactMap(\.text)
    isBottomUp = value["scheme"]?.text == "tms"
    attribution = value["attribution"]?.text ?? ""
    if let size = value["tileSize"]?.number, size >= 16, size <= 4096 { tileSize = size }
    if let zoom = value["minzoom"]?.number { minimumZoom = min(max(Int(saturating: zoom), 0), TileAddress.maximumZoom) }
    if let zoom = value["maxzoom"]?.number { maximumZoom = min(max(Int(saturating: zoom), minimumZoom), TileAddress.maximumZoom) }
    if kind == .geoJSON, let data = value["data"], data.text == nil { features = GeoFeatures(data) }
  }
}

/// Layer of a style.
struct MapStyleLayer: Sendable {
  /// Type of a layer that is drawn.
  enum Kind: String, Sendable { case background, fill, line, circle, symbol, raster }

  var id: String
  var kind: Kind
  var source: String
  var sourceLayer: String
  var minimumZoom: Double
  var maximumZoom: Double
  var filter: StyleFilter
  private var properties: [String: StyleProperty] = [:]
  private var defaults: [String: ExpressionValue] = [:]

  init?(_ value: MapValue, problems: inout [String]) {
    id = value["id"]?.text ?? ""
    guard let type = value["type"]?.text, let kind = Kind(rawValue: type), let spec = StyleSpec.layers[type] else {
      problems.append("layer `\(id)`: type `\(value["type"]?.text ?? "")` is not supported")
      return nil
    }
    self.kind = kind
    source = value["source"]?.text ?? ""
    sourceLayer = value["source-layer"]?.text ?? ""
    minimumZoom = value["minzoom"]?.number ?? 0
    maximumZoom = value["maxzoom"]?.number ?? .infinity
    filter = .always
    if let text = value["filter"], text != .null {
      guard let read = StyleFilter(text) else {
        problems.append("layer `\(id)`: invalid filter")
        return nil
      }
      filter = read
    }
    for (part, specs) in [("paint", spec.paint), ("layout", spec.layout)] {
      for (name, spec) in specs {
        if let value = spec.defaultValue, let constant = StyleProperty.constant(value, spec) { defaults[name] = constant }
      }
      for member in value[part]?.members ?? [] {
        guard let spec = specs[member.key], let read = StyleProperty(member.value, spec) else {
          problems.append("layer `\(id)`: `\(member.key)` is invalid or not supported")
          continue
        }
        properties[member.key] = read
      }
    }
  }

  /// Whether the layer is visible at a zoom.
  func isVisible(_ zoom: Double) -> Bool {
    if case .constant(.string("none"))? = properties["visibility"] { return false }
    return zoom >= minimumZoom && zoom < maximumZoom
  }

  func has(_ name: String) -> Bool { properties[name] != nil }
  func isDataDriven(_ name: String) -> Bool { properties[name]?.isDataDriven ?? false }

  func value(_ name: String, _ context: EvaluationContext) -> ExpressionValue? { properties[name]?.value(context) ?? defaults[name] }

  func number(_ name: String, _ context: EvaluationContext) -> Double {
    guard case .number(let number)? = value(name, context), number.isFinite else { return 0 }
    return number
  }

  func color(_ name: String, _ context: EvaluationContext) -> MapColor? {
    guard case .color(let color)? = value(name, context) else { return nil }
    return color
  }

  func string(_ name: String, _ context: EvaluationContext) -> String {
    switch value(name, context) {
    case .string(let text)?: text
    case .formatted(let sections)?: sections.map(\.text).joined()
    case .image(let image)?: image.name
    default: ""
    }
  }

  func flag(_ name: String, _ context: EvaluationContext) -> Bool { value(name, context) == .boolean(true) }

  /// Distance around a symbol: the largest of a padding's numbers, points.
  func padding(_ name: String, _ context: EvaluationContext) -> Double {
    switch value(name, context) {
    case .number(let number)?: number.isFinite ? max(0, number) : 0
    case .padding(let numbers)?, .numbers(let numbers)?: numbers.filter(\.isFinite).max().map { max(0, $0) } ?? 0
    case .list(let items)?: items.compactMap(\.number).filter(\.isFinite).max().map { max(0, $0) } ?? 0
    default: 0
    }
  }

  /// Texts of a list; empty for other values.
  func texts(_ name: String, _ context: EvaluationContext) -> [String] {
    guard case .list(let items)? = value(name, context) else { return [] }
    return items.compactMap(\.string)
  }

  /// Numbers of a list; empty for other values.
  func numbers(_ name: String, _ context: EvaluationContext) -> [Double] {
    guard case .list(let items)? = value(name, context) else { return [] }
    let numbers = items.compactMap(\.number)
    return numbers.count == items.count && numbers.allSatisfy(\.isFinite) ? numbers : []
  }
}
