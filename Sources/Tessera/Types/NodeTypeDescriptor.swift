internal import Synchronization

/// Description of a node type for the framework: name, attributes, signals, hooks, and a function that creates a node. Immutable; any thread.
///
/// Registries store descriptors, and each node holds the descriptor that created it (``AnyNode/descriptor``). A Swift type has one descriptor
/// (``of(_:)``), which its nodes get unless another descriptor creates them. Two descriptors of one Swift type are two node types, each with its own
/// name and attributes:
///
/// ```swift
/// try registry.register(NodeTypeDescriptor(Dial.self, name: "volume", attributes: { Dial.attributes(of: .volume) }))
/// ```
///
/// Attributes and hooks are looked up on first use: a type that no scene uses costs only its name.
public final class NodeTypeDescriptor: Sendable {
  /// The name in scene files and messages.
  public let name: String
  /// One line for people.
  public let summary: String
  /// Properties of all nodes of the type.
  public let traits: NodeTraits
  /// The protocols that the type adopts besides ``NodeType``.
  let hooks: NodeHooks
  private let lazyTable = AtomicLazyReference<AttributeTable>()
  private let makeTable: @Sendable () -> AttributeTable
  let ownSignals: @Sendable () -> [NodeSignal]
  private let make: @Sendable (NodeTypeDescriptor) -> AnyNode

  /// Describes a node type whose nodes hold values of `type`. Each parameter defaults to that of the Swift type.
  ///
  /// - Parameters:
  ///   - type: the Swift type of the values.
  ///   - name: the name in scene files and messages.
  ///   - summary: one line for people.
  ///   - traits: properties of all nodes.
  ///   - attributes: returns the attributes that can be set by name; called once, on first use. Any thread.
  ///   - signals: returns the signals of the type's nodes, in addition to ``AnyNode/commonSignals``. Any thread.
  ///   - value: makes the value of a new node, with every attribute at its default. Any thread.
  public init<Value: NodeType>(
    _ type: Value.Type, name: String = Value.typeName, summary: String = Value.summary, traits: NodeTraits = Value.traits,
    attributes: @escaping @Sendable () -> [NodeAttribute<Value>] = { Value.attributes },
    signals: @escaping @Sendable () -> [NodeSignal] = { Value.signals }, value: @escaping @Sendable () -> Value = { Value() }
  ) {
    self.name = name
    self.summary = summary
    self.traits = traits
    hooks = NodeHooks(type)
    makeTable = { TypedAttributeTable(attributes(), value: value) }
    ownSignals = signals
    make = { Node(value(), descriptor: $0) }
  }

  private static let known = Locked<[ObjectIdentifier: NodeTypeDescriptor]>([:])

  /// Returns the descriptor of a Swift type, created on first use. Any thread.
  public static func of<Value: NodeType>(_: Value.Type) -> NodeTypeDescriptor {
    let key = ObjectIdentifier(Value.self)
    if let descriptor = known.withLock({ $0[key] }) { return descriptor }
    // Not under the lock: name, summary and traits are the type's own code. If two threads create one, both get the descriptor of the first.
    let made = NodeTypeDescriptor(Value.self)
    return known.withLock { known in
      if let descriptor = known[key] { return descriptor }
      known[key] = made
      return made
    }
  }

  /// Attributes by name and for people.
  var table: AttributeTable { lazyTable.load() ?? lazyTable.storeIfNil(makeTable()) }

  /// Attributes with the functions that read and write values.
  ///
  /// `Value` must be the Swift type of the descriptor.
  func attributes<Value: NodeType>(of _: Value.Type) -> TypedAttributeTable<Value> {
    assert(table is TypedAttributeTable<Value>, "the attributes of `\(name)` were requested as those of another type")
    // unsafeDowncast: `init` makes the table of the type whose nodes hold the descriptor.
    return unsafeDowncast(table, to: TypedAttributeTable<Value>.self)
  }

  /// Whether scene files may give its nodes children.
  public var acceptsChildren: Bool { hooks.sceneContainer != nil }

  /// Whether its nodes show items that a scene creates from a list of data.
  public var acceptsItems: Bool { hooks.sceneContainer?.acceptsItems ?? false }

  /// Attributes that the type declares, in its order; if several have one name only the first. ``AnyNode/commonAttributeDescriptions`` has the
  /// attributes of every node.
  public var attributes: [AttributeDescription] { table.descriptions }

  /// Returns the kind of an attribute of the type or of every node; nil if no attribute has that name. O(1).
  public func kind(of attribute: String) -> AttributeKind? { CommonAttributes.kinds[attribute] ?? table.names.kinds[attribute] }

  /// Returns the attributes that are equivalent to `attribute`: ``NodeAttribute/alternatives``. O(1).
  public func alternatives(of attribute: String) -> [String] { table.names.alternatives[attribute] ?? [] }

  /// Names of the attributes of the type and of every node, in alphabetical order.
  public var attributeNames: [String] { Set(table.names.kinds.keys).union(CommonAttributes.kinds.keys).sorted() }

  /// Returns a new node with every attribute at its default. Any thread.
  public func makeNode() -> AnyNode { make(self) }

  /// Returns the Swift type of the values as the metatype of a protocol that refines ``NodeType``; nil if the type does not adopt it.
  ///
  /// For hook protocols outside the framework, which calls its own ones itself. A module calls its hook through this:
  /// `node.descriptor.adopted((any Blinking.Type).self)?.blink(erased: node)`. Any thread; the conformance is looked up once.
  public func adopted<Hook>(_ hook: Hook.Type) -> Hook? { hooks.find(hook) }
}

extension AnyNode {
  /// The attributes that every node has, for help, schema and error messages.
  public static var commonAttributeDescriptions: [AttributeDescription] { CommonAttributes.descriptions }

  /// The protocols that the node's type adopts besides ``NodeType``.
  final var hooks: NodeHooks { descriptor.hooks }

  /// The name of the node's type.
  public final var typeName: String { descriptor.name }

  final var measuresContent: Bool { !descriptor.traits.contains(.measuresNothing) }
  final var drawsOverSubnodes: Bool { descriptor.traits.contains(.drawsOverSubnodes) }
  final var watchesFrames: Bool { descriptor.traits.contains(.watchesFrames) }
}
