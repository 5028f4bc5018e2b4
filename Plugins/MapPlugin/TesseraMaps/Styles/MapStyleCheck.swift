internal import TesseraJSON
internal import TesseraBase

/// Checks styles against the MapLibre style specification, version 8.
public enum MapStyleCheck {
  /// Returns the errors of a style in order of their lines. Any thread.
  /// - Throws: `MapError` if the text is malformed JSON.
  public static func errors(in bytes: [UInt8], source: String) throws(MapError) -> [MapError] {
    let (value, lines) = try MapValue.readWithLines(bytes, source: source)
    var check = StyleChecker(style: value)
    check.checkRoot()
    return check.problems.map { problem in
      MapError(source: source, line: lines.line(at: problem.path), reason: problem.message)
    }.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
  }
}

/// Walk over a style that collects errors.
struct StyleChecker {
  /// Error with its place.
  struct Problem {
    var path: [JSONStep]
    var message: String
  }

  /// Maximum number of reported errors.
  static let maximumProblems = 1000

  let style: MapValue
  var problems: [Problem] = []
  /// Layers by name: their index, and the type of their source.
  var layerIndices: [String: Int] = [:]

  init(style: MapValue) { self.style = style }

  /// Reports an error at a place.
  mutating func report(_ path: [JSONStep], _ message: String) {
    guard problems.count < Self.maximumProblems else { return }
    let name = Self.name(path)
    problems.append(Problem(path: path, message: name.isEmpty ? message : "\(name): \(message)"))
  }

  static func name(_ path: [JSONStep]) -> String {
    path.reduce(into: "") { text, step in
      switch step {
      case .key(let key): text += text.isEmpty ? key : ".\(key)"
      case .index(let index): text += "[\(index)]"
      }
    }
  }

  private static let rootTypes: [String: String] = [
    "version": "enum", "name": "string", "metadata": "*", "center": "array", "centerAltitude": "number", "zoom": "number",
    "bearing": "number",
    "pitch": "number", "roll": "number", "state": "object", "light": "object", "sky": "object", "projection": "object", "terrain": "object",
    "sources": "object", "sprite": "*", "glyphs": "string", "font-faces": "object", "transition": "object", "layers": "array",
  ]

  mutating func checkRoot() {
    guard let members = style.members else { return report([], "object expected, \(style.typeName) found") }
    for member in members {
      let path = [JSONStep.key(member.key)]
      if member.key == "constants" {
        report(path, "constants have been deprecated as of v8")
        continue
      }
      // Programs may add members.
      guard let type = Self.rootTypes[member.key] else { continue }
      if member.key == "version" {
        if member.value != .number(8) { report(path, "expected one of [8], \(member.value.compact(limit: 60)) found") }
      } else if checkType(member.value, type, path) {
        checkPart(member.key, member.value, path)
      }
    }
    for key in ["version", "sources", "layers"] where style[key] == nil { report([], "missing required property \"\(key)\"") }
  }

  /// Checks the JSON type of a value.
  mutating func checkType(_ value: MapValue, _ type: String, _ path: [JSONStep]) -> Bool {
    guard type == "*" || value.typeName == type else {
      report(path, "\(type) expected, \(value.typeName) found")
      return false
    }
    return true
  }

  private mutating func checkPart(_ key: String, _ value: MapValue, _ path: [JSONStep]) {
    switch key {
    case "glyphs":
      for token in ["{fontstack}", "{range}"] where value.text?.byteRange(of: token) == nil {
        report(path, "\"glyphs\" url must include a \"\(token)\" token")
      }
    case "center": for (i, item) in (value.list ?? []).enumerated() { _ = checkType(item, "number", path + [.index(i)]) }
    case "sources": for member in value.members ?? [] { checkSource(member.value, path + [.key(member.key)]) }
    case "layers": checkLayers(value.list ?? [], path)
    case "light": checkMembers(value, Self.light, path)
    case "sky": checkMembers(value, Self.sky, path)
    case "terrain": checkMembers(value, Self.terrain, path)
    default: break
    }
  }

  private static func spec(_ type: String, minimum: Double? = nil, maximum: Double? = nil, values: [String] = []) -> PropertySpec {
    PropertySpec(type: type, values: values, isDataDriven: false, isInterpolated: type != "enum", minimum: minimum, maximum: maximum)
  }

  private static let light: [String: PropertySpec] = [
    "anchor": spec("enum", values: ["map", "viewport"]),
    "position": PropertySpec(type: "array", itemType: "number", length: 3, isDataDriven: false, isInterpolated: true),
    "color": spec("color"), "intensity": spec("number", minimum: 0, maximum: 1),
  ]
  private static let sky: [String: PropertySpec] = [
    "sky-color": spec("color"), "horizon-color": spec("color"), "fog-color": spec("color"),
    "fog-ground-blend": spec("number", minimum: 0, maximum: 1), "horizon-fog-blend": spec("number", minimum: 0, maximum: 1),
    "sky-horizon-blend": spec("number", minimum: 0, maximum: 1), "atmosphere-blend": spec("number", minimum: 0, maximum: 1),
  ]
  private static let terrain: [String: PropertySpec] = ["source": spec("string"), "exaggeration": spec("number", minimum: 0)]

  /// Checks members whose errors have their own names as place.
  private mutating func checkMembers(_ value: MapValue, _ specs: [String: PropertySpec], _ path: [JSONStep]) {
    for member in value.members ?? [] {
      let name = member.key.hasSuffix("-transition") ? String(member.key.dropLast(11)) : member.key
      guard let spec = specs[name] else {
        report(path + [.key(member.key)], "unknown property \"\(member.key)\"")
        continue
      }
      if name == member.key { checkValue(member.value, spec, path + [.key(member.key)]) }
    }
  }

  private mutating func checkSource(_ value: MapValue, _ path: [JSONStep]) {
    guard checkType(value, "object", path) else { return }
    guard let type = value["type"] else { return report(path, "\"type\" is required") }
    let types = ["vector", "raster", "raster-dem", "geojson", "video", "image"]
    guard let name = type.text, types.contains(name) else {
      return report(path + [.key("type")], "expected one of [\(types.joined(separator: ", "))], \(type.compact(limit: 60)) found")
    }
    let numbers = ["minzoom", "maxzoom", "tileSize", "buffer", "tolerance", "clusterRadius", "clusterMaxZoom", "clusterMinPoints"]
    for member in value.members ?? [] where numbers.contains(member.key) {
      _ = checkType(member.value, "number", path + [.key(member.key)])
    }
    if name == "geojson", value["data"] == nil { report(path, "missing required property \"data\"") }
    if let url = value["url"], name != "geojson" { _ = checkType(url, "string", path + [.key("url")]) }
  }
}
