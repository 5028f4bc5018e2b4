/// Error in the registration or creation of nodes.
public enum RegistryError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Two plugins register the same name.
  case nameTaken(name: String, by: PluginManifest, wantedBy: PluginManifest)
  /// A plugin was written for another version of the interface.
  case apiVersion(plugin: PluginManifest, supported: Int)
  /// The name is not lower case letters, digits and hyphens.
  case badName(name: String, plugin: PluginManifest)
  /// Two keys of the environment have one name, or the name is also a value that every scene has, such as `width`.
  case environmentKeyTaken(name: String, wantedBy: PluginManifest)
  /// The name of a key of the environment is not lowerCamelCase.
  case badEnvironmentKey(name: String, plugin: PluginManifest)
  /// A node type declares one attribute twice, or one that every node has. Found when the type's attributes are first needed: when a node of it is
  /// created by name, when a scene that uses it is read, or by ``NodeRegistry/check()``.
  case attributeTaken(attribute: String, type: String, plugin: PluginManifest)
  /// A value has a stored member with a name that every node has, so `node.member` does not reach it. Found by ``NodeRegistry/check()``.
  case memberHidden(member: String, type: String, plugin: PluginManifest)
  /// No plugin registered the name.
  case unknownType(name: String, suggestion: String?)

  public var description: String {
    switch self {
    case .nameTaken(let name, let by, let wanted):
      "node type `\(name)` is registered by \(by.identifier) \(by.version); \(wanted.identifier) \(wanted.version) also registers it: rename one of them"
    case .apiVersion(let plugin, let supported):
      "plugin \(plugin.identifier) \(plugin.version) was made for API version \(plugin.apiVersion), this Tessera speaks \(supported): rebuild the plugin"
    case .badName(let name, let plugin):
      "plugin \(plugin.identifier) \(plugin.version) registers `\(name)`: a node type's name is lower case letters, digits and hyphens, a letter first"
    case .environmentKeyTaken(let name, let wanted):
      "\(wanted.identifier) \(wanted.version) registers the environment key `\(name)`, a name that another key or `env` of scenes has: rename it"
    case .badEnvironmentKey(let name, let plugin):
      "plugin \(plugin.identifier) \(plugin.version) registers the environment key `\(name)`: its name is letters and digits, a small letter first"
    case .attributeTaken(let attribute, let type, let plugin):
      "node type `\(type)` of \(plugin.identifier) \(plugin.version) declares `\(attribute)`, which it or every node has already: rename it"
    case .memberHidden(let member, let type, let plugin):
      "node type `\(type)` of \(plugin.identifier) \(plugin.version) has a member `\(member)`, and every node has another one: rename it"
    case .unknownType(let name, let suggestion):
      "unknown node type `\(name)` (`tessera nodes` lists all)" + (suggestion.map { "; did you mean `\($0)`?" } ?? "")
    }
  }
}

/// Node types by name. A value: a program builds one and passes it to the code that reads scenes.
public struct NodeRegistry: Sendable {
  private struct Registration: Sendable {
    let type: NodeTypeDescriptor
    let plugin: PluginManifest
  }

  private var types: [String: Registration] = [:]
  private var keys: [String: EnvironmentKeyDescription] = [:]
  private var plugin = PluginManifest(identifier: "tessera.core", version: "0.1.0")

  /// Makes a registry with `box`, the bare flex container.
  public init() {
    do {
      try register(Box.self)
    } catch {
      preconditionFailure("an empty registry takes every name: \(error)")
    }
  }

  /// Registers all node types and keys of a plugin; all of them or, on an error, none.
  public mutating func add<Plugin: NodePlugin>(_: Plugin.Type) throws(RegistryError) {
    guard Plugin.manifest.apiVersion == PluginManifest.currentAPIVersion else {
      throw .apiVersion(plugin: Plugin.manifest, supported: PluginManifest.currentAPIVersion)
    }
    var copy = self
    copy.plugin = Plugin.manifest
    try Plugin.register(in: &copy)
    (types, keys) = (copy.types, copy.keys)
  }

  /// Registers a Swift type under its `typeName`; plugins call this from `register(in:)`.
  ///
  /// Its attributes are not read yet: see ``RegistryError/attributeTaken(attribute:type:plugin:)``.
  /// - Throws: ``RegistryError`` if the name is taken or malformed.
  public mutating func register<Type: NodeType>(_ type: Type.Type) throws(RegistryError) {
    let shared = NodeTypeDescriptor.of(Type.self)
    // If the name is computed, each name is a node type of its own.
    try register(shared.name == Type.typeName ? shared : NodeTypeDescriptor(Type.self))
  }

  /// Registers a node type under the name of its descriptor. Several may share one Swift type.
  ///
  /// - Throws: ``RegistryError`` if the name is taken or malformed.
  public mutating func register(_ type: NodeTypeDescriptor) throws(RegistryError) {
    let name = type.name
    guard let first = name.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
      name.utf8.allSatisfy({
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: "-")
      })
    else { throw .badName(name: name, plugin: plugin) }
    if let taken = types[name] { throw .nameTaken(name: name, by: taken.plugin, wantedBy: plugin) }
    types[name] = Registration(type: type, plugin: plugin)
  }

  /// Registers a key of the environment under its name, so that scenes, tool and data can set it; plugins call this from `register(in:)`. Registering a
  /// key twice changes nothing.
  /// - Throws: ``RegistryError`` if the name is not one, or if another key of the program or a value of `env` has it.
  public mutating func register<Key: NamedEnvironmentKey>(_: Key.Type) throws(RegistryError) {
    func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    guard let first = Key.name.utf8.first, isLetter(first), first & 0x20 != 0,
      Key.name.utf8.allSatisfy({ isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { throw .badEnvironmentKey(name: Key.name, plugin: plugin) }
    let key = EnvironmentKeyDescription(Key.self)
    guard !EnvironmentNames.reserved.contains(key.name), EnvironmentNames.add(key) else {
      throw .environmentKeyTaken(name: key.name, wantedBy: plugin)
    }
    keys[key.name] = key
  }

  /// The keys of the environment that scenes can set, those that come with Tessera first.
  public var environmentKeys: [EnvironmentKeyDescription] {
    EnvironmentKeyDescription.builtIn + keys.values.sorted { $0.name < $1.name }
  }

  /// Kind of the attribute `environment`: a map with a value for any of the keys.
  public var environmentKind: AttributeKind { EnvironmentKeyDescription.kind(of: environmentKeys) }

  /// Checks the attributes and the names of members of every type, of which it creates a node. For tests of plugins and for tools that list types.
  /// - Throws: For the first type, by name, ``RegistryError/attributeTaken(attribute:type:plugin:)`` if it declares an attribute twice, or
  ///   ``RegistryError/memberHidden(member:type:plugin:)`` if a member is out of the reach of `node.member`.
  public func check() throws(RegistryError) {
    for name in names {
      guard let registration = types[name] else { continue }
      if let error = attributeError(of: name) { throw error }
      if let member = registration.type.makeNode().memberNames.first(where: NodeMemberNames.all.contains) {
        throw .memberHidden(member: member, type: name, plugin: registration.plugin)
      }
    }
  }

  /// The registered names in alphabetical order.
  public var names: [String] { types.keys.sorted() }

  /// The type called `name`, or nil.
  public subscript(name: String) -> NodeTypeDescriptor? { types[name]?.type }

  /// Returns the plugin that registered the type called `name`; nil if no such type exists.
  public func plugin(of name: String) -> PluginManifest? { types[name]?.plugin }

  /// Returns the error in the attributes of the type called `name`, ``RegistryError/attributeTaken(attribute:type:plugin:)``; nil if they are valid.
  public func attributeError(of name: String) -> RegistryError? {
    guard let registration = types[name] else { return nil }
    return registration.type.table.names.taken.map { .attributeTaken(attribute: $0, type: name, plugin: registration.plugin) }
  }

  /// Returns a new node of the type called `name`. Any thread.
  /// - Throws: ``RegistryError``: no such type exists (with the nearest name), or the type declares an attribute twice.
  public func makeNode(_ name: String) throws(RegistryError) -> AnyNode {
    guard let type = self[name] else { throw .unknownType(name: name, suggestion: nearestName(to: name, among: names)) }
    if let error = attributeError(of: name) { throw error }
    return type.makeNode()
  }
}
