internal import TesseraBase

/// Properties of layers by type.
enum StyleSpec {
  /// Properties of a type of layer.
  struct Layer: Sendable {
    var paint: [String: PropertySpec] = [:]
    var layout: [String: PropertySpec] = ["visibility": visibility]
  }

  static let layerTypes = [
    "fill", "line", "symbol", "circle", "heatmap", "fill-extrusion", "raster", "hillshade", "color-relief", "background",
  ]

  private static let visibility = PropertySpec(
    type: "enum", values: ["visible", "none"], defaultValue: .text("visible"), isDataDriven: false, allowsZoom: false)

  static let layers: [String: Layer] = {
    var result: [String: Layer] = [:]
    for type in layerTypes { result[type] = Layer() }
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5).map(String.init)
      let (spec, isPaint) = (property(fields), fields[1] == "p")
      if isPaint { result[fields[0]]?.paint[fields[2]] = spec } else { result[fields[0]]?.layout[fields[2]] = spec }
    }
    return result
  }()

  private static func property(_ fields: [String]) -> PropertySpec {
    let type = fields[3].split(separator: ":").map(String.init)
    var spec = PropertySpec(type: type[0])
    if type.count > 1 { spec.itemType = type[1] }
    if type.count > 2 { spec.length = Int(type[2]) }
    spec.isDataDriven = fields[4].contains("d")
    spec.allowsZoom = fields[4].contains("z")
    spec.isInterpolated = fields[4].contains("i")
    spec.hasTokens = fields[4].contains("t")
    // The default is JSON, possibly with spaces; limits or names follow it.
    var rest = fields[5][...]
    if rest.hasPrefix("-") {
      rest = rest.dropFirst()
    } else if let reader = try? JSONPrefix.read(rest) {
      spec.defaultValue = reader.value
      rest = reader.rest
    }
    rest = rest.drop { $0 == " " }
    if let range = rest.byteRange(of: "..") {
      spec.minimum = Double(rest[..<range.lowerBound])
      spec.maximum = Double(rest[range.upperBound...])
    } else if !rest.isEmpty {
      spec.values = rest.split(separator: ",").map(String.init)
    }
    return spec
  }

  /// JSON value at the start of a text.
  private enum JSONPrefix {
    static func read(_ text: Substring) throws(MapError) -> (value: MapValue, rest: Substring) {
      var end = text.endIndex
      if text.first == "\"" {
        end = text.dropFirst().firstIndex(of: "\"").map { text.index(after: $0) } ?? end
      } else if text.first == "[" {
        end = text.firstIndex(of: "]").map { text.index(after: $0) } ?? end
      } else {
        end = text.firstIndex(of: " ") ?? end
      }
      return (try MapValue.read(Array(text[..<end].utf8), source: "table"), text[end...])
    }
  }
}
