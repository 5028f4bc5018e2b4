internal import TesseraJSON

extension StyleChecker {
  mutating func checkLayers(_ layers: [MapValue], _ path: [JSONStep]) {
    for (i, layer) in layers.enumerated() {
      let own = path + [.index(i)]
      guard checkType(layer, "object", own) else { continue }
      if let id = layer["id"]?.text {
        if layerIndices[id] != nil { report(own, "duplicate layer id \"\(id)\"", at: "id") } else { layerIndices[id] = i }
      }
      checkLayer(layer, layers, own)
    }
  }

  private mutating func checkLayer(_ layer: MapValue, _ layers: [MapValue], _ path: [JSONStep]) {
    let id = layer["id"]?.text ?? ""
    guard layer["type"] != nil || layer["ref"] != nil else { return report(path, "either \"type\" or \"ref\" is required") }
    if layer["id"] == nil { report(path, "missing required property \"id\"") }
    if let reference = layer["ref"] {
      for key in ["type", "source", "source-layer", "filter", "layout"] where layer[key] != nil {
        report(path + [.key(key)], "\"\(key)\" is prohibited for ref layers", place: path)
      }
      guard let parent = layers.first(where: { $0["id"] != nil && $0["id"] == reference }) else {
        return report(path, "ref layer \"\(reference.text ?? "")\" not found", at: "ref")
      }
      if parent["ref"] != nil { report(path, "ref cannot reference another ref layer", at: "ref") }
      return
    }
    guard let type = layer["type"]?.text, let spec = StyleSpec.layers[type] else {
      return report(
        path + [.key("type")],
        "expected one of [\(StyleSpec.layerTypes.joined(separator: ", "))], \((layer["type"] ?? .null).compact(limit: 60)) found")
    }
    checkSource(of: layer, type, id, path)
    for member in layer.members ?? [] {
      let own = path + [.key(member.key)]
      switch member.key {
      case "paint": checkProperties(member.value, spec.paint, type, own, isLayout: false)
      case "layout": checkProperties(member.value, spec.layout, type, own, isLayout: true)
      case "filter": checkFilter(member.value, own)
      case "minzoom", "maxzoom":
        if checkType(member.value, "number", own) {
          checkRange(member.value.number ?? 0, PropertySpec(type: "number", minimum: 0, maximum: 24), own)
        }
      // Programs may add members.
      default: break
      }
    }
    if let paint = layer["paint"], paint["resampling"] != nil, paint["raster-resampling"] != nil {
      report(
        path, "layer \"\(id)\" redundantly specifies \"resampling\" and \"raster-resampling\" paint properties, but only one is allowed")
    }
  }

  private mutating func report(_ path: [JSONStep], _ message: String, place: [JSONStep]) {
    problems.append(Problem(path: path, message: "\(Self.name(place)): \(message)"))
  }

  private mutating func report(_ path: [JSONStep], _ message: String, at key: String) {
    problems.append(Problem(path: path + [.key(key)], message: "\(Self.name(path)): \(message)"))
  }

  private mutating func checkSource(of layer: MapValue, _ type: String, _ id: String, _ path: [JSONStep]) {
    guard type != "background" else { return }
    guard let name = layer["source"]?.text else { return report(path, "missing required property \"source\"") }
    guard let source = style["sources"]?[name], let kind = source["type"]?.text else {
      return report(path, "source \"\(name)\" not found", at: "source")
    }
    switch (kind, type) {
    case ("vector", "raster"): report(path, "layer \"\(id)\" requires a raster source", at: "source")
    case (_, "hillshade"), (_, "color-relief"):
      if kind != "raster-dem" { report(path, "layer \"\(id)\" requires a raster-dem source", at: "source") }
    case ("raster", _) where type != "raster": report(path, "layer \"\(id)\" requires a vector source", at: "source")
    case ("vector", _):
      if layer["source-layer"] == nil { report(path, "layer \"\(id)\" must specify a \"source-layer\"") }
    case ("raster-dem", _):
      report(path, "raster-dem source can only be used with layer type 'hillshade' or 'color-relief'.", at: "source")
    default: break
    }
    if type == "line", layer["paint"]?["line-gradient"] != nil, kind != "geojson" || source["lineMetrics"] != .boolean(true) {
      report(path, "layer \"\(id)\" specifies a line-gradient, which requires a GeoJSON source with `lineMetrics` enabled.")
    }
  }

  private mutating func checkProperties(
    _ value: MapValue, _ specs: [String: PropertySpec], _ type: String, _ path: [JSONStep], isLayout: Bool
  ) {
    guard checkType(value, "object", path) else { return }
    for member in value.members ?? [] {
      let own = path + [.key(member.key)]
      if !isLayout, member.key.hasSuffix("-transition"), specs[String(member.key.dropLast(11))] != nil {
        _ = checkType(member.value, "object", own)
        continue
      }
      guard let spec = specs[member.key] else {
        report(own, "unknown property \"\(member.key)\"")
        continue
      }
      if member.key == "text-font", checkFont(member.value, own) { continue }
      checkValue(member.value, spec, own, isLayout: isLayout)
    }
  }

  /// Fonts must be literals, so that a program can load them before. Returns whether an error was reported.
  private mutating func checkFont(_ value: MapValue, _ path: [JSONStep]) -> Bool {
    if value["type"]?.text == "identity" {
      report(path, "\"text-font\" does not support identity functions")
      return true
    }
    guard let items = value.list, let name = items.first?.text,
      ExpressionOperators.special[name] != nil || CompoundOperators.all[name] != nil
    else { return false }
    guard Self.outputsAreLiterals(value) else {
      report(path, "Invalid data expression for \"text-font\". Output values must be contained as literals within the expression.")
      return true
    }
    return false
  }

  private static func outputsAreLiterals(_ value: MapValue) -> Bool {
    guard let items = value.list, let name = items.first?.text else { return false }
    switch name {
    case "literal": return true
    case "step": return stride(from: 2, to: items.count, by: 2).allSatisfy { outputsAreLiterals(items[$0]) }
    case "case":
      return (stride(from: 2, to: items.count - 1, by: 2).map { $0 } + [items.count - 1]).allSatisfy { outputsAreLiterals(items[$0]) }
    case "match":
      return (stride(from: 3, to: items.count - 1, by: 2).map { $0 } + [items.count - 1]).allSatisfy { outputsAreLiterals(items[$0]) }
    case "coalesce": return items.dropFirst().allSatisfy(outputsAreLiterals)
    case "let", "array": return items.last.map(outputsAreLiterals) ?? false
    default: return false
    }
  }
}
