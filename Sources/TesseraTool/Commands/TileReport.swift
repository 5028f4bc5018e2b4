internal import TesseraJSON
internal import TesseraMaps
internal import TesseraScene

/// Content of a vector tile as JSON.
enum TileReport {
  static func tile(_ bytes: [UInt8], name: String) throws(MapError) -> JSONValue {
    let tile: VectorTile
    do throws(MapError) { tile = try VectorTile(reading: TileData.expanded(bytes, source: name)) } catch {
      throw MapError(source: name, offset: error.offset, reason: error.reason)
    }
    return .map([
      ("layers", .list(tile.layers.map(layer))), ("summary", .list(tile.layers.map(summary))),
      ("problems", .list(tile.problems.map { .text($0) })),
    ])
  }

  private static func layer(_ layer: VectorLayer) -> JSONValue {
    let features = layer.features.map { feature -> JSONValue in
      var members: [(key: String, value: JSONValue)] = []
      if let id = feature.id { members.append(("id", .number(Double(id)))) }
      members.append(("tags", .list(layer.tags(of: feature).map { .number(Double($0)) })))
      members.append(("type", .number(Double(feature.kind.rawValue))))
      members.append(("geometry", .list(layer.geometry(of: feature).map { .number(Double($0)) })))
      return .map(members)
    }
    return .map([
      ("version", .number(Double(layer.version))), ("name", .text(layer.name)), ("features", .list(features)),
      ("keys", .list(layer.keys.map { .text($0) })), ("values", .list(layer.values.map(value))), ("extent", .number(Double(layer.extent))),
    ])
  }

  private static func value(_ value: VectorValue) -> JSONValue {
    switch value {
    case .string(let text): .map([("string_value", .text(text))])
    case .float(let number): .map([("float_value", .number(Double(number)))])
    case .double(let number): .map([("double_value", .number(number))])
    case .int(let number): .map([("int_value", .number(Double(number)))])
    case .uint(let number): .map([("uint_value", .number(Double(number)))])
    case .sint(let number): .map([("sint_value", .number(Double(number)))])
    case .bool(let flag): .map([("bool_value", .boolean(flag))])
    }
  }

  /// Numbers of features, geometries, points and properties.
  private static func summary(_ layer: VectorLayer) -> JSONValue {
    var kinds: [String: Int] = [:]
    var keys: [String: Int] = [:]
    var points = 0
    for feature in layer.features {
      let parts = layer.parts(of: feature)
      points += parts.reduce(0) { $0 + $1.count + (feature.kind == .polygon ? 1 : 0) }
      kinds[kind(feature, parts), default: 0] += 1
      let tags = layer.tags(of: feature)
      for at in stride(from: tags.startIndex, to: tags.endIndex, by: 2) { keys[layer.keys[Int(tags[at])], default: 0] += 1 }
    }
    func counts(_ table: [String: Int]) -> JSONValue { .map(table.sorted { $0.key < $1.key }.map { ($0.key, .number(Double($0.value))) }) }
    return .map([
      ("name", .text(layer.name)), ("extent", .number(Double(layer.extent))), ("version", .number(Double(layer.version))),
      ("features", .number(Double(layer.features.count))), ("geometries", counts(kinds)), ("points", .number(Double(points))),
      ("keys", counts(keys)),
    ])
  }

  private static func kind(_ feature: VectorFeature, _ parts: [[TilePoint]]) -> String {
    switch feature.kind {
    case .unknown: "Unknown"
    case .point: parts.reduce(0) { $0 + $1.count } > 1 ? "MultiPoint" : "Point"
    case .line: parts.count > 1 ? "MultiLineString" : "LineString"
    case .polygon: parts.count { VectorLayer.area($0) > 0 } > 1 ? "MultiPolygon" : "Polygon"
    }
  }
}
