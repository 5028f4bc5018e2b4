internal import TesseraJSON
internal import ArgumentParser
internal import TesseraKit
internal import TesseraScene

/// `tessera nodes`: node types of scenes and their attributes.
struct NodesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nodes", abstract: "Lists the node types, or traits, hooks, attributes, signals and style keys of one.",
    discussion: "With --schema it prints the JSON Schema of scene files, for completion and checks in editors.")

  @Argument(help: "Node type; without it all types are listed.") var type: String?
  @Flag(help: "Prints JSON.") var json = false
  @Flag(help: "Prints the JSON Schema of scene files.") var schema = false

  func validate() throws {
    if schema, type != nil || json { throw ValidationError("--schema prints JSON for all types; it takes no TYPE and no --json") }
  }

  func run() throws {
    let registry = NodeRegistry.standard
    try registry.check()
    if schema { return try StandardOutput.write(SceneSchema.json(registry)) }
    if let type {
      guard let description = registry[type], let plugin = registry.plugin(of: type) else {
        throw ToolError(.usage, "\(RegistryError.unknownType(name: type, suggestion: registry.typeName(meantBy: type)))")
      }
      let keys = registry.environmentKeys
      try StandardOutput.write(json ? Self.json(description, plugin, keys).pretty + "\n" : Self.text(description, plugin, keys))
    } else {
      let types = registry.names.compactMap { registry[$0] }
      let keys = registry.environmentKeys
      let described = json ? types.compactMap { type in registry.plugin(of: type.name).map { Self.json(type, $0, keys) } } : []
      try StandardOutput.write(json ? JSONValue.list(described).pretty + "\n" : Self.list(types))
    }
  }

  private static func list(_ types: [NodeTypeDescriptor]) -> String {
    let width = (types.map(\.name.count).max() ?? 0) + 2
    return types.map { padded($0.name, width) + $0.summary + "\n" }.joined()
  }

  private static func text(_ type: NodeTypeDescriptor, _ plugin: PluginManifest, _ keys: [EnvironmentKeyDescription]) -> String {
    var out = "\(type.name): \(type.summary)\nfrom \(plugin.identifier) \(plugin.version)"
    out += (type.acceptsChildren ? ", takes children" : "") + (type.acceptsItems ? ", takes items of data" : "") + "\n"
    if !type.traits.names.isEmpty { out += "traits: \(type.traits.names.joined(separator: ", "))\n" }
    if !type.hookNames.isEmpty { out += "hooks: \(type.hookNames.joined(separator: ", "))\n" }
    if !type.attributes.isEmpty { out += "\nAttributes\n" + type.attributes.map(text).joined() }
    out += "\nAttributes of every node\n" + AnyNode.commonAttributeDescriptions.map(text).joined()
    out += "\nKeys of `environment`, and of `env` in data\n" + keys.map { text($0.attribute) }.joined()
    out += "\nSignals\n" + type.signals.map(text).joined()
    out += "\nKeys of `style`\n"
    for key in LayoutStyle.keys { out += "  \(padded(key.name, 18))\(key.help) (\(key.initial))\n" }
    if type.name == Image.typeName {
      out += "\nFormats of pictures\n"
      for codec in PictureCodecs.shared.all { out += "  \(padded(codec.format.rawValue, 18))\(codec.summary)\n" }
    }
    return out
  }

  private static func text(_ attribute: AttributeDescription) -> String {
    var out = "  \(padded(attribute.name, 18))\(attribute.help)\n  \(padded("", 18))\(attribute.kind.fullDescription)"
    if let value = attribute.defaultValue { out += "; default \(SceneSchema.json(value).compact)" }
    return out + "\n"
  }

  private static func text(_ signal: NodeSignal) -> String {
    var out = "  \(padded(signal.name, 18))\(signal.help)\n"
    if let payload = signal.payload {
      out += "  \(padded("", 18))\(payload.description)" + (signal.attribute.map { "; sets \($0)" } ?? "") + "\n"
    }
    return out
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func json(_ type: NodeTypeDescriptor, _ plugin: PluginManifest, _ keys: [EnvironmentKeyDescription]) -> JSONValue {
    .map(
      [
        ("name", .text(type.name)), ("summary", .text(type.summary)),
        ("plugin", .map([("identifier", .text(plugin.identifier)), ("version", .text(plugin.version))])),
        ("acceptsChildren", .boolean(type.acceptsChildren)), ("acceptsItems", .boolean(type.acceptsItems)),
        ("traits", .list(type.traits.names.map(JSONValue.text))), ("hooks", .list(type.hookNames.map(JSONValue.text))),
        ("attributes", .list(type.attributes.map(json))),
        ("signals", .list(type.signals.map(json))),
        ("commonAttributes", .list(AnyNode.commonAttributeDescriptions.map(json))),
        ("environmentKeys", .list(keys.map { json($0.attribute) })),
      ] + (type.name == Image.typeName ? [("formats", .list(PictureCodecs.shared.all.map(json)))] : []))
  }

  private static func json(_ signal: NodeSignal) -> JSONValue {
    .map([
      ("name", .text(signal.name)), ("payload", signal.payload.map { .text($0.description) } ?? .null),
      ("sets", signal.attribute.map(JSONValue.text) ?? .null), ("help", .text(signal.help)),
    ])
  }

  private static func json(_ codec: any PictureCodec) -> JSONValue {
    .map([
      ("name", .text(codec.format.rawValue)), ("summary", .text(codec.summary)),
      ("fileExtensions", .list(codec.fileExtensions.map(JSONValue.text))),
    ])
  }

  private static func json(_ attribute: AttributeDescription) -> JSONValue {
    .map([
      ("name", .text(attribute.name)), ("kind", .text(attribute.kind.fullDescription)), ("schema", SceneSchema.json(attribute.kind)),
      ("default", attribute.defaultValue.map(SceneSchema.json) ?? .null), ("help", .text(attribute.help)),
    ])
  }
}
