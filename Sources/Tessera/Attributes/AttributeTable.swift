internal import Synchronization

/// Attributes of a node type, without the Swift type of its values. Any thread.
///
/// Scenes are read by names and kinds alone. Only lists for people need defaults, which are read from a value.
class AttributeTable: @unchecked Sendable {
  // @unchecked: it has a subclass. All members of both are constants, atomic, or inside of a `Locked`.

  /// Facts about attributes by their names.
  final class Names: Sendable {
    /// Kind of each.
    let kinds: [String: AttributeKind]
    /// Names of equivalent attributes, for attributes that have any.
    let alternatives: [String: [String]]
    /// Place of each among the attributes; of several with one name the first.
    let places: [String: Int]
    /// First attribute that is declared twice or that every node has; nil if all are unique.
    let taken: String?

    init<Value>(_ attributes: [NodeAttribute<Value>]) {
      var (kinds, alternatives) = ([String: AttributeKind](), [String: [String]]())
      var (places, taken) = ([String: Int](), String?.none)
      for (place, attribute) in attributes.enumerated() {
        let isFirst = places[attribute.name] == nil
        if isFirst { places[attribute.name] = place }
        guard isFirst, CommonAttributes.kinds[attribute.name] == nil, !CommonAttributes.reservedKeys.contains(attribute.name) else {
          taken = taken ?? attribute.name
          continue
        }
        guard !attribute.isUnlisted else { continue }
        kinds[attribute.name] = attribute.kind
        if !attribute.alternatives.isEmpty { alternatives[attribute.name] = attribute.alternatives }
      }
      (self.kinds, self.alternatives) = (kinds, alternatives)
      (self.places, self.taken) = (places, taken)
    }
  }

  private let lazyNames = AtomicLazyReference<Names>()
  private let known = Locked<[AttributeDescription]?>(nil)

  /// Facts by name, created on first use.
  final var names: Names { lazyNames.load() ?? lazyNames.storeIfNil(makeNames()) }

  /// Descriptions for people, created on first use. If two threads create them at the same time, both get those of the first.
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

/// Attributes of a node type with the functions that read and write values. Any thread.
final class TypedAttributeTable<Value: Equatable & Sendable>: AttributeTable, @unchecked Sendable {
  // @unchecked: as the class above it.

  /// In the type's order.
  let attributes: [NodeAttribute<Value>]
  private let value: @Sendable () -> Value
  /// Attributes whose change needs no layout, as they declare.
  private let narrow: [NodeAttribute<Value>]
  /// Whether any attribute declares the work that its change needs.
  private let declaresEffects: Bool
  /// Invalidation for each path that a member was changed by; nil if undeclared.
  private let effects = Locked<[ObjectIdentifier: (path: AnyKeyPath, what: Invalidation?)]>([:])

  /// - Parameter value: makes a value with every attribute at its default.
  init(_ attributes: [NodeAttribute<Value>], value: @escaping @Sendable () -> Value) {
    self.attributes = attributes
    self.value = value
    declaresEffects = attributes.contains { $0.affects != nil }
    narrow = declaresEffects ? attributes.filter { $0.member != nil && $0.affects?.contains(.layout) == false } : []
    super.init()
  }

  /// Returns the attribute of that name; nil if the type has none. O(1).
  subscript(name: String) -> NodeAttribute<Value>? { names.places[name].map { attributes[$0] } }

  /// Returns the work that a change of the member at `path` needs, by the attributes of that member; nil if none declares it. O(1).
  func effect(of path: AnyKeyPath) -> Invalidation? {
    guard declaresEffects else { return nil }
    if let known = effects.withLock({ $0[ObjectIdentifier(path)] }) { return known.what }
    var what: Invalidation?
    for attribute in attributes where attribute.member?.path() == path { what = (what ?? []).union(attribute.affects ?? .everything) }
    // Programs can create any number of paths; the usual ones are constants.
    effects.withLock { if $0.count < Self.mostPaths { $0[ObjectIdentifier(path)] = (path, what) } }
    return what
  }

  private static var mostPaths: Int { 256 }

  /// Returns the work that a change from `old` to `new`, which differ, needs by the declarations of attributes; everything if other members changed, too.
  func invalidation(from old: Value, to new: Value) -> Invalidation {
    guard !narrow.isEmpty else { return .everything }
    var (rest, what) = (old, Invalidation())
    for attribute in narrow {
      if let member = attribute.member, let affects = attribute.affects, member.adopt(new, &rest) { what.formUnion(affects) }
    }
    return rest == new ? what : .everything
  }

  fileprivate override func makeNames() -> Names { Names(attributes) }

  fileprivate override func makeDescriptions() -> [AttributeDescription] {
    let value = value()
    var seen = Set<String>()
    return attributes.filter { seen.insert($0.name).inserted && !$0.isUnlisted }.map {
      AttributeDescription(name: $0.name, kind: $0.kind, defaultValue: $0.get(value), help: $0.help)
    }
  }
}
