internal import Synchronization

/// Attributes of a node type, without the Swift type of its values. Any thread.
///
/// Two steps: scenes are read by names and kinds alone, and only lists for people need defaults, which are read from a value.
class AttributeTable: @unchecked Sendable {
  // @unchecked: it has a subclass. All members of both are constants, atomic, or inside of a `Locked`.

  /// Facts about attributes by their names.
  final class Names: Sendable {
    /// Kind of each.
    let kinds: [String: AttributeKind]
    /// Others that set the same, for those that have such.
    let alternatives: [String: [String]]
    /// Place of each among the attributes; of several with one name the first.
    let places: [String: Int]
    /// The first that is declared twice or that every node has; nil if there is none.
    let taken: String?

    init<Value>(_ attributes: [NodeAttribute<Value>]) {
      var (kinds, alternatives) = ([String: AttributeKind](), [String: [String]]())
      var (places, taken) = ([String: Int](), String?.none)
      for (place, attribute) in attributes.enumerated() {
        let isFirst = places[attribute.name] == nil
        if isFirst { places[attribute.name] = place }
        guard isFirst, AnyNode.commonKinds[attribute.name] == nil, !AnyNode.reservedKeys.contains(attribute.name) else {
          taken = taken ?? attribute.name
          continue
        }
        kinds[attribute.name] = attribute.kind
        if !attribute.alternatives.isEmpty { alternatives[attribute.name] = attribute.alternatives }
      }
      (self.kinds, self.alternatives) = (kinds, alternatives)
      (self.places, self.taken) = (places, taken)
    }
  }

  private let lazyNames = AtomicLazyReference<Names>()
  private let known = Locked<[AttributeDescription]?>(nil)

  /// Facts by name, found when they are first asked for.
  final var names: Names { lazyNames.load() ?? lazyNames.storeIfNil(makeNames()) }

  /// Descriptions for people, made when they are first asked for. Two threads may make them at the same time, and both get those of the first.
  final var descriptions: [AttributeDescription] {
    if let known = known.withLock({ $0 }) { return known }
    let made = makeDescriptions()
    return known.withLock { known in
      if let known { return known }
      known = made
      return made
    }
  }

  fileprivate init() {}
  fileprivate func makeNames() -> Names { Names([NodeAttribute<Void>]()) }
  fileprivate func makeDescriptions() -> [AttributeDescription] { [] }
}

/// Attributes of a node type with their ways to read and write values. Any thread.
final class TypedAttributeTable<Value: NodeType>: AttributeTable, @unchecked Sendable {
  // @unchecked: as the class above it.

  /// In the type's order.
  let attributes: [NodeAttribute<Value>]
  private let value: @Sendable () -> Value

  /// - Parameter value: makes a value with every attribute at its default.
  init(_ attributes: [NodeAttribute<Value>], value: @escaping @Sendable () -> Value) {
    self.attributes = attributes
    self.value = value
    super.init()
  }

  /// Returns the attribute of that name; nil if the type has none. O(1).
  subscript(name: String) -> NodeAttribute<Value>? { names.places[name].map { attributes[$0] } }

  fileprivate override func makeNames() -> Names { Names(attributes) }

  fileprivate override func makeDescriptions() -> [AttributeDescription] {
    let value = value()
    var seen = Set<String>()
    return attributes.filter { seen.insert($0.name).inserted }.map {
      AttributeDescription(name: $0.name, kind: $0.kind, defaultValue: $0.get(value), help: $0.help)
    }
  }
}
