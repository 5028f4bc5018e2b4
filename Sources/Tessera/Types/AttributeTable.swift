/// The attributes of a registered node type, worked out when they are first asked for. Any thread.
///
/// Two steps: scenes are read by names and kinds alone, and only lists for people need defaults, which are read from a value.
final class AttributeTable: Sendable {
  /// What an attribute's name says.
  struct Names: Sendable {
    /// What each takes.
    var kinds: [String: AttributeKind] = [:]
    /// Which others set the same, for those that have such.
    var alternatives: [String: [String]] = [:]
    /// The first that is declared twice or that every node has; nil where all is well.
    var taken: String?
  }

  private let knownNames = Locked<Names?>(nil)
  private let knownDescriptions = Locked<[AttributeDescription]?>(nil)
  private let makeNames: @Sendable () -> Names
  private let makeDescriptions: @Sendable () -> [AttributeDescription]

  init<Type: NodeType>(_: Type.Type) {
    makeNames = {
      var names = Names()
      for attribute in Type.attributes {
        let isFree = names.kinds[attribute.name] == nil && AnyNode.commonKinds[attribute.name] == nil
        guard isFree, !AnyNode.reservedKeys.contains(attribute.name) else {
          names.taken = names.taken ?? attribute.name
          continue
        }
        names.kinds[attribute.name] = attribute.kind
        if !attribute.alternatives.isEmpty { names.alternatives[attribute.name] = attribute.alternatives }
      }
      return names
    }
    makeDescriptions = {
      let value = Type()
      var seen = Set<String>()
      return Type.attributes.filter { seen.insert($0.name).inserted }.map {
        AttributeDescription(name: $0.name, kind: $0.kind, defaultValue: $0.get(value), help: $0.help)
      }
    }
  }

  var names: Names { Self.known(knownNames, makeNames) }
  var descriptions: [AttributeDescription] { Self.known(knownDescriptions, makeDescriptions) }

  /// What is known, or is now. Node types are asked with no lock held: two threads may ask at once, and both get the answer that came first.
  private static func known<Value: Sendable>(_ box: Locked<Value?>, _ make: () -> Value) -> Value {
    if let value = box.withLock({ $0 }) { return value }
    let made = make()
    return box.withLock { value in
      if let value { return value }
      value = made
      return made
    }
  }
}
