package import TesseraJSON
public import Tessera
internal import TesseraLayout

/// JSON Schema of scene files, generated from the registry, so that editors complete and check them.
///
/// Source: JSON Schema draft 2020-12, https://json-schema.org/draft/2020-12/schema
public enum SceneSchema {
  /// Returns the schema for scenes that use the node types of `registry`. Any thread.
  public static func json(_ registry: NodeRegistry) -> String { schema(registry).pretty + "\n" }

  private static func schema(_ registry: NodeRegistry) -> JSONValue {
    let types = registry.names.compactMap { registry[$0] }
    var definitions: [(key: String, value: JSONValue)] = [
      ("node", node(types)), ("style", style), ("group", group(types)), ("environment", json(registry.environmentKind)),
    ]
    definitions += live
    for type in types { definitions.append(("node-\(type.name)", nodeOf(type))) }
    return .map([
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text("Tessera scene, version \(Scene.version)")),
      ("type", .text("object")),
      ("required", .list([.text("tessera"), .text("root")])),
      ("additionalProperties", .boolean(false)),
      (
        "properties",
        .map([
          ("tessera", .map([("const", .number(Double(Scene.version))), help("Version of the format.")])),
          (
            "size",
            .map([
              ("type", .text("array")), ("items", .map([("type", .text("number")), ("minimum", .number(0))])), ("minItems", .number(2)),
              ("maxItems", .number(2)), help("Width and height of the scene, logical units."),
            ])
          ),
          ("scale", .map([("type", .text("number")), ("minimum", .number(0.1)), ("maximum", .number(16)), help("Pixels per unit.")])),
          ("background", described(.color, "Background under the root node.")),
          ("direction", described(.choice(["ltr", "rtl"]), "Writing direction: the side at which lines and rows start.")),
          (
            "safeArea",
            described(
              .either([.number(0...100_000), .list(.number(0...100_000))]),
              "Safe-area insets (depth of round corners or cut-outs): one number, or top, right, bottom, left.")
          ),
          ("keyboard", described(SceneReader.keyboardKind(registry), "On-screen keyboard for fields: auto, none, or its layouts.")),
          (
            "environment",
            .map([("$ref", .text("#/$defs/environment")), help("Environment of all nodes: values by the names of their keys.")])
          ),
          (
            "theme",
            described(
              .either([SceneTheme.kind(registry), .text]), "Color roles, fonts and distances: a family, a theme file, or a map of tokens.")
          ),
          (
            "defaults",
            .map([
              ("type", .text("object")), ("additionalProperties", .boolean(false)),
              ("properties", .map(types.map { ($0.name, reference("group")) })), help("Default settings of each node type."),
            ])
          ),
          (
            "styles",
            .map([("type", .text("object")), ("additionalProperties", reference("group")), help("Shared settings by name.")])
          ),
          ("fonts", described(.list(.asset), "Font files and directories, relative to this file.")),
          ("messages", .map([("type", .text("string")), help("Folder of message files, one for each language, relative to this file.")])),
          ("definitions", .map([help("Any values; for YAML anchors.")])),
          ("data", .map([("type", .text("object")), help("Named values that nodes are bound to and actions set.")])),
          (
            "screens",
            .map([
              ("type", .text("object")), ("additionalProperties", reference("node")),
              help("Screens that the action `push` puts on a stack."),
            ])
          ),
          (
            "overlays",
            .map([
              ("type", .text("object")), ("additionalProperties", reference("node")),
              help("Nodes that the action `present` shows above everything else."),
            ])
          ),
          ("root", reference("node")),
        ])
      ),
      ("$defs", .map(definitions)),
    ])
  }

  /// Returns the schema of a node of any type; the type determines its attributes.
  private static func node(_ types: [NodeTypeDescriptor]) -> JSONValue {
    .map([
      ("type", .text("object")),
      ("required", .list([.text("type")])),
      ("properties", .map([("type", .map([("enum", .list(types.map { .text($0.name) }))]))])),
      (
        "allOf",
        .list(
          types.map { type in
            .map([
              ("if", .map([("properties", .map([("type", .map([("const", .text(type.name))]))])), ("required", .list([.text("type")]))])),
              ("then", reference("node-\(type.name)")),
            ])
          })
      ),
    ])
  }

  private static func nodeOf(_ type: NodeTypeDescriptor) -> JSONValue {
    let names = JSONValue.map([
      ("type", .text("array")), ("items", .map([("type", .text("string"))])),
      help("Names of shared styles; later ones override earlier ones."),
    ])
    var properties: [(key: String, value: JSONValue)] = [
      ("type", .map([("const", .text(type.name)), help(type.summary)])),
      ("id", .map([("type", .list([.text("string"), .text("number")])), help("Identifier of the node.")])),
      ("style", reference("style")),
      ("styles", .map([("anyOf", .list([.map([("type", .text("string"))]), names]))])),
    ]
    if type.acceptsChildren {
      properties.append(("children", .map([("type", .text("array")), ("items", reference("node"))])))
    }
    properties += liveKeys(type)
    properties += type.attributes.map(attribute) + AnyNode.commonAttributeDescriptions.map(attribute)
    return .map([
      ("type", .text("object")), help(type.summary), ("properties", .map(properties)), ("additionalProperties", .boolean(false)),
    ])
  }

  private static var style: JSONValue {
    .map([
      ("type", .text("object")), help("CSS flexbox: a number of logical units, a percentage or a word."),
      ("properties", .map(LayoutStyle.keys.map { ($0.name, style($0)) })), ("additionalProperties", .boolean(false)),
    ])
  }

  static func style(_ key: StyleKey) -> JSONValue { .map([("anyOf", .list([value(of: key), reference("token"), reference("binding")]))]) }

  private static func value(of key: StyleKey) -> JSONValue {
    var types: [JSONValue] = key.forms.isEmpty || key.forms == [.list] ? [] : [.text("number")]
    if key.forms.isEmpty || key.forms.contains(where: { $0 != .number && $0 != .integer }) || !key.words.isEmpty {
      types.append(.text("string"))
    }
    if key.forms.contains(.list) { types.append(.text("array")) }
    return .map([
      ("type", .list(types)), ("examples", .list(key.words.map(JSONValue.text))),
      help("\(key.help). Takes \(key.expectation). Initially \(key.initial)."),
    ])
  }

  /// Returns the schema of a map of style keys and attributes of any type.
  private static func group(_ types: [NodeTypeDescriptor]) -> JSONValue {
    var seen = Set<String>()
    var properties: [(key: String, value: JSONValue)] = [("style", reference("style")), ("variants", variants)]
    var kinds: [String: Set<AttributeKind>] = [:]
    let attributes = AnyNode.commonAttributeDescriptions + types.flatMap(\.attributes)
    for each in attributes { kinds[each.name, default: []].insert(each.kind) }
    for each in attributes where seen.insert(each.name).inserted {
      // A name with different kinds in different types is checked at its use.
      properties.append((each.name, kinds[each.name]?.count == 1 ? attribute(each).value : .map([help(each.help)])))
    }
    for key in LayoutStyle.keys where seen.insert(key.name).inserted { properties.append((key.name, style(key))) }
    return .map([("type", .text("object")), ("properties", .map(properties)), ("additionalProperties", .boolean(false))])
  }

  private static func attribute(_ attribute: AttributeDescription) -> (key: String, value: JSONValue) {
    // Defined by the registry, which may contain keys of plugins.
    let kind = attribute.name == "environment" ? reference("environment") : json(attribute.kind)
    var pairs: [(key: String, value: JSONValue)] = [
      ("anyOf", .list([kind] + (attribute.kind.takesTokens ? [reference("token")] : []) + [reference("binding")])), help(attribute.help),
    ]
    if let value = attribute.defaultValue { pairs.append(("default", json(value))) }
    return (attribute.name, .map(pairs))
  }

  private static func described(_ kind: AttributeKind, _ text: String) -> JSONValue {
    guard case .map(let members) = json(kind) else { return json(kind) }
    return .map(members + [JSONValue.Member("description", .text(text))])
  }

  static func help(_ text: String) -> (key: String, value: JSONValue) { ("description", .text(text)) }
  static func reference(_ name: String) -> JSONValue { .map([("$ref", .text("#/$defs/\(name)"))]) }

  /// Returns the schema of one kind. A text may be written without quotes; editors then read it as a number or a boolean.
  package static func json(_ kind: AttributeKind) -> JSONValue {
    switch kind {
    case .text, .asset: return .map([("type", .list([.text("string"), .text("number"), .text("boolean"), .text("null")]))])
    case .number(let range):
      return .map([("type", .text("number")), ("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))])
    case .integer(let range):
      return .map([
        ("type", .text("integer")), ("minimum", .number(Double(range.lowerBound))), ("maximum", .number(Double(range.upperBound))),
      ])
    case .boolean: return .map([("enum", .list([.boolean(true), .boolean(false)] + ["yes", "no", "on", "off"].map(JSONValue.text)))])
    case .color, .path, .language: return .map([("type", .text("string"))])
    case .choice(let words): return .map([("enum", .list(words.map(JSONValue.text)))])
    case .list(let kind): return .map([("type", .text("array")), ("items", json(kind))])
    case .map(let kinds):
      return .map([
        ("type", .text("object")), ("additionalProperties", .boolean(false)),
        ("properties", .map(kinds.keys.sorted().map { ($0, kinds[$0].map(json) ?? .null) })),
      ])
    case .named(let kind): return .map([("type", .text("object")), ("additionalProperties", json(kind))])
    case .either(let kinds): return .map([("anyOf", .list(kinds.map(json)))])
    }
  }

  /// Converts a value to JSON.
  package static func json(_ value: AttributeValue) -> JSONValue {
    switch value {
    case .text(let text): .text(text)
    case .number(let number): .number(number)
    case .boolean(let flag): .boolean(flag)
    case .color(let color): .text(color.hex)
    case .path(let path): .text(path.svg)
    case .list(let items): .list(items.map(json))
    case .map(let pairs): .map(pairs.map { ($0.key, json($0.value)) })
    }
  }
}
