/// What went wrong in registering or making nodes.
public enum RegistryError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Two plugins want one name.
  case nameTaken(name: String, by: PluginManifest, wantedBy: PluginManifest)
  /// A plugin was written for another version of the interface.
  case apiVersion(plugin: PluginManifest, supported: Int)
  /// The name is not lower case letters, digits and hyphens.
  case badName(name: String, plugin: PluginManifest)
  /// A node type declares one attribute twice, or one that every node has.
  case attributeTaken(attribute: String, type: String, plugin: PluginManifest)
  /// No plugin registered the name.
  case unknownType(name: String, suggestion: String?)

  public var description: String {
    switch self {
    case .nameTaken(let name, let by, let wanted):
      "node type `\(name)` is registered by \(by.identifier) \(by.version); \(wanted.identifier) \(wanted.version) wants it too: rename one of them"
    case .apiVersion(let plugin, let supported):
      "plugin \(plugin.identifier) \(plugin.version) was made for API version \(plugin.apiVersion), this Tessera speaks \(supported): rebuild the plugin"
    case .badName(let name, let plugin):
      "plugin \(plugin.identifier) \(plugin.version) registers `\(name)`: a node type's name is lower case letters, digits and hyphens, a letter first"
    case .attributeTaken(let attribute, let type, let plugin):
      "node type `\(type)` of \(plugin.identifier) \(plugin.version) declares `\(attribute)`, which it or every node has already: rename it"
    case .unknownType(let name, let suggestion):
      "unknown node type `\(name)`" + (suggestion.map { "; did you mean `\($0)`?" } ?? "")
    }
  }
}

/// What is known of a registered node type.
public struct NodeTypeDescription: Sendable {
  /// The name in scene files.
  public let name: String
  /// One line for people.
  public let summary: String
  /// Who registered it.
  public let plugin: PluginManifest
  /// What it can be told, beside what every node can.
  public let attributes: [AttributeDescription]
  /// Whether scene files may give it children.
  public let acceptsChildren: Bool
  let make: @Sendable () -> AnyNode

  /// Returns a new node with every attribute at its default. Any thread.
  public func makeNode() -> AnyNode { make() }
}

/// The node types that are known by name. A value: a program builds one and hands it to whoever reads scenes.
public struct NodeRegistry: Sendable {
  private var types: [String: NodeTypeDescription] = [:]
  private var plugin = PluginManifest(identifier: "tessera.core", version: "0.1.0")

  /// Makes a registry that knows `box`, the bare flex container.
  public init() {
    do {
      try register(Box.self)
    } catch {
      preconditionFailure("an empty registry takes every name: \(error)")
    }
  }

  /// Registers all node types of a plugin; where one is refused, none is kept.
  public mutating func add<Plugin: NodePlugin>(_: Plugin.Type) throws(RegistryError) {
    guard Plugin.manifest.apiVersion == PluginManifest.currentAPIVersion else {
      throw .apiVersion(plugin: Plugin.manifest, supported: PluginManifest.currentAPIVersion)
    }
    var copy = self
    copy.plugin = Plugin.manifest
    try Plugin.register(in: &copy)
    types = copy.types
  }

  /// Registers one node type under its `typeName`; plugins call this from `register(in:)`.
  public mutating func register<Type: NodeType>(_ type: Type.Type) throws(RegistryError) {
    let name = Type.typeName
    guard let first = name.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
      name.utf8.allSatisfy({
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: "-")
      })
    else { throw .badName(name: name, plugin: plugin) }
    if let taken = types[name] { throw .nameTaken(name: name, by: taken.plugin, wantedBy: plugin) }
    var seen = Set(AnyNode.commonAttributes.map(\.name)).union(AnyNode.reservedKeys)
    for attribute in Type.attributes where !seen.insert(attribute.name).inserted {
      throw .attributeTaken(attribute: attribute.name, type: name, plugin: plugin)
    }
    let value = Type()
    types[name] = NodeTypeDescription(
      name: name, summary: Type.summary, plugin: plugin,
      attributes: Type.attributes.map {
        AttributeDescription(name: $0.name, kind: $0.kind, defaultValue: $0.get(value), help: $0.help)
      },
      acceptsChildren: Type.acceptsChildren, make: { Node(Type()) })
  }

  /// The registered names in alphabetical order.
  public var names: [String] { types.keys.sorted() }

  /// What is known of `name`, or nil.
  public subscript(name: String) -> NodeTypeDescription? { types[name] }

  /// Returns a new node of the type called `name`, or throws with the nearest name as a suggestion.
  public func makeNode(_ name: String) throws(RegistryError) -> AnyNode {
    guard let type = types[name] else { throw .unknownType(name: name, suggestion: nearestName(to: name, among: names)) }
    return type.makeNode()
  }
}
