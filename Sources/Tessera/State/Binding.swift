/// A reference to a value stored elsewhere, for reading and writing: a state of a node (`$isOpen`), a member of a ``Model``. Any thread.
///
/// ```swift
/// struct Switch: NodeType {
///   static let typeName = "switch"
///   @Binding var isOn: Bool
///   init() { _isOn = .constant(false) }
///   init(_ isOn: Binding<Bool>) { _isOn = isOn }
/// }
/// ```
///
/// Reading it in a node type counts as reading the referenced value. Two bindings are equal if they refer to the same part of the same state or
/// model, or are copies of one binding.
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value: Sendable>: Sendable, Equatable {
  private let get: @Sendable () -> Value
  private let set: @Sendable (Value) -> Void
  /// Referenced part; nil for a part of a part, which cannot be compared.
  private let source: Source?

  private struct Source: Sendable, Equatable {
    let object: ObjectIdentifier
    /// Nil: closures, which only their identity tells apart.
    let path: (AnyKeyPath & Sendable)?
    let member: (AnyKeyPath & Sendable)?
    static func == (a: Source, b: Source) -> Bool { a.object == b.object && a.path == b.path && a.member == b.member }
  }

  private init(_ source: Source?, get: @escaping @Sendable () -> Value, set: @escaping @Sendable (Value) -> Void) {
    (self.source, self.get, self.set) = (source, get, set)
  }

  /// Distinguishes bindings from closures.
  private final class Identity: Sendable {}

  /// Makes a binding from closures. It is equal to its copies only.
  public init(get: @escaping @Sendable () -> Value, set: @escaping @Sendable (Value) -> Void) {
    let identity = Identity()
    // The closure keeps the identity, so that no later object has the same one.
    self.init(
      Source(object: ObjectIdentifier(identity), path: nil, member: nil), get: { withExtendedLifetime(identity) { get() } }, set: set)
  }

  /// Makes a binding to a property of a model or of another object shared by threads.
  public init<Root: AnyObject & Sendable>(_ object: Root, _ path: ReferenceWritableKeyPath<Root, Value> & Sendable) {
    self.init(
      Source(object: ObjectIdentifier(object), path: path, member: nil), get: { object[keyPath: path] },
      set: { object[keyPath: path] = $0 })
  }

  /// Makes a binding to a member of a model's value.
  public init<Root>(_ model: Model<Root>, _ path: WritableKeyPath<Root, Value> & Sendable) where Value: Equatable {
    self.init(
      Source(object: ObjectIdentifier(model), path: path, member: nil), get: { model[dynamicMember: path] },
      set: { model[dynamicMember: path] = $0 })
  }

  /// Makes a binding to a constant value; setting does nothing.
  public static func constant(_ value: Value) -> Binding { Binding(get: { value }, set: { _ in }) }

  /// The referenced value.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself, to pass it on.
  public var projectedValue: Binding { self }

  /// Makes a binding to a member of the value.
  public subscript<Member: Sendable>(dynamicMember path: WritableKeyPath<Value, Member> & Sendable) -> Binding<Member> {
    let (get, set) = (get, set)
    let part = source.flatMap { source in
      source.member == nil ? Binding<Member>.Source(object: source.object, path: source.path, member: path) : nil
    }
    return Binding<Member>(
      part, get: { get()[keyPath: path] },
      set: { new in
        var value = get()
        value[keyPath: path] = new
        set(value)
      })
  }

  public static func == (a: Binding, b: Binding) -> Bool { a.source != nil && a.source == b.source }
}
