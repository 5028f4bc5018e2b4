public import Observation
internal import Synchronization
internal import TesseraBase

/// A value of the program that any thread reads and writes, and that nodes follow.
///
/// ```swift
/// struct Room: Sendable {
///   var name = "Kitchen"
///   var temperature = 21.5
/// }
/// let room = Model(Room())
///
/// room.temperature = 22  // any thread
/// room.update {          // one change
///   $0.name = "Hall"
///   $0.temperature = 19
/// }
/// ```
///
/// Its readers are node types that read a member in `layout(in:)`, `size(thatFits:in:)` or while they draw, specs of nodes, and bindings. They are
/// notified when that member changes. One lock guards the value. A read is recorded under the same lock, and readers are notified after the new value
/// is stored, so no change is missed from any thread.
///
/// For a member that is itself named `value` write `model.value.value`: ``value`` is the whole value.
///
/// - Complexity: a write compares the members that have readers.
@dynamicMemberLookup
public final class Model<Value: Sendable>: Observable, Sendable {
  private struct State {
    var value: Value
    var readers = ReaderTable()
  }

  private let state: Locked<State>
  /// For observers other than nodes and bindings, such as `Observations` and `withObservationTracking`. For them the value is one property.
  private let registrar = ObservationRegistrar()
  private let isObservedElsewhere = Atomic<Bool>(false)

  /// Makes a model with an initial value.
  public init(_ value: Value) { state = Locked(State(value: value)) }

  /// The whole value. Every change notifies its readers. Any thread.
  public var value: Value {
    get { read(\.self) { _ in { _, _ in true } } }
    set { update { $0 = newValue } }
  }

  /// Changes the value in one step, and notifies readers once. Any thread.
  ///
  /// `change` runs with the lock held: it must not access this model. If it throws, the value keeps the changes made so far.
  /// - Returns: The result of `change`.
  @discardableResult
  public func update<Answer>(_ change: (inout Value) throws -> Answer) rethrows -> Answer {
    let isObserved = isObservedElsewhere.load(ordering: .acquiring)
    if isObserved { registrar.willSet(self, keyPath: \.value) }
    var readers: [ReaderTable.Entry] = []
    // Released after the lock: objects in the value may access the model when they are released.
    var former: Value?
    defer {
      withExtendedLifetime(former) {}
      if isObserved { registrar.didSet(self, keyPath: \.value) }
      notify(readers)
    }
    return try state.withLock { state in
      // Without readers the value is changed in place and not copied.
      guard !state.readers.isEmpty else { return try change(&state.value) }
      let old = state.value
      former = old
      // The table compares with closures from `read`, which take addresses of a `Value`.
      defer {
        let new = state.value
        readers = withUnsafePointer(to: old) { old in withUnsafePointer(to: new) { state.readers.removeReaders(from: old, to: $0) } }
      }
      return try change(&state.value)
    }
  }

  /// Reads or writes one member; setting an equal value does nothing. Any thread.
  public subscript<Member: Equatable>(dynamicMember path: WritableKeyPath<Value, Member>) -> Member {
    get { read(path) { Self.comparison(of: path, $0) } }
    set {
      if !isObservedElsewhere.load(ordering: .acquiring), replace(path, newValue) { return }
      // Compared first, so that an equal value notifies no reader.
      guard state.withLock({ $0.value[keyPath: path] != newValue }) else { return }
      update { $0[keyPath: path] = newValue }
    }
  }

  /// Reads or writes one member. Any thread.
  public subscript<Member>(dynamicMember path: WritableKeyPath<Value, Member>) -> Member {
    get { read(path) { _ in { _, _ in true } } }
    set { update { $0[keyPath: path] = newValue } }
  }

  /// Reads one member; the reader is notified when it changes. Any thread.
  public subscript<Member: Equatable>(dynamicMember path: KeyPath<Value, Member>) -> Member {
    read(path) { Self.comparison(of: path, $0) }
  }

  /// Reads one member; the reader is notified of every change. Any thread.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { read(path) { _ in { _, _ in true } } }

  /// - Parameter difference: makes the comparison of the member for its first reader, from the member's bytes.
  private func read<Member>(_ path: KeyPath<Value, Member>, _ difference: (Range<Int>?) -> ReaderTable.Comparison) -> Member {
    guard let evaluation = ChangeTracking.current else {
      registrar.access(self, keyPath: \.value)
      if !isObservedElsewhere.load(ordering: .relaxed) { isObservedElsewhere.store(true, ordering: .releasing) }
      return state.withLock { $0.value[keyPath: path] }
    }
    // Read and recorded under one lock: a change precedes both, or notifies the reader.
    return state.withLock { state in
      let bytes = state.readers.insert(
        evaluation.pointee.reader, evaluation.pointee.ticket, path, bytes: Self.bytes(of: path), differs: difference)
      guard let bytes else { return state.value[keyPath: path] }
      // The runtime would follow a key path step by step; the location is known.
      return withUnsafePointer(to: &state.value) { Self.member($0, bytes).pointee }
    }
  }

  /// Sets a member that has readers and overlaps no other member with readers. Only this member is compared, and nothing is copied.
  /// - Returns: Whether this was possible.
  private func replace<Member: Equatable>(_ path: WritableKeyPath<Value, Member>, _ new: Member) -> Bool {
    // Holds the former member until after the lock: objects in it may access the model when they are released.
    var new = new
    var readers: [ReaderTable.Entry] = []
    let isPossible = state.withLock { state in
      guard let bytes = state.readers.separateBytes(of: path) else { return false }
      let isOther = withUnsafeMutablePointer(to: &state.value) { value in
        let member = UnsafeMutablePointer(mutating: Self.member(value, bytes) as UnsafePointer<Member>)
        guard member.pointee != new else { return false }
        swap(&member.pointee, &new)
        return true
      }
      if isOther { readers = state.readers.removeReaders(of: path) }
      return true
    }
    notify(readers)
    return isPossible
  }

  /// Returns the bytes of a member in a value; nil if it is computed or observed.
  private static func bytes<Member>(of path: KeyPath<Value, Member>) -> Range<Int>? {
    MemoryLayout<Value>.offset(of: path).map { $0..<$0 + MemoryLayout<Member>.size }
  }

  /// Returns the member of a value at `bytes`, a result of ``bytes(of:)``. Memory bound to a `Value` is also bound to its members.
  private static func member<Member>(_ value: UnsafeRawPointer, _ bytes: Range<Int>) -> UnsafePointer<Member> {
    (value + bytes.lowerBound).assumingMemoryBound(to: Member.self)
  }

  /// Returns a comparison of a member between values given by address.
  private static func comparison<Member: Equatable>(of path: KeyPath<Value, Member>, _ bytes: Range<Int>?) -> ReaderTable.Comparison {
    if let bytes { return { (member($0, bytes) as UnsafePointer<Member>).pointee != member($1, bytes).pointee } }
    return {
      $0.assumingMemoryBound(to: Value.self).pointee[keyPath: path] != $1.assumingMemoryBound(to: Value.self).pointee[keyPath: path]
    }
  }

  /// Number of recorded evaluations.
  var readerCount: Int { state.withLock { $0.readers.count } }

  private func notify(_ entries: [ReaderTable.Entry]) {
    // By index: a copy of an entry would create another weak reference.
    for i in entries.indices { entries[i].reader?.valueDidChange(entries[i].ticket) }
  }
}

/// Models are equal if they are identical, regardless of their values. Node types that hold models compare their identity and follow their values.
extension Model: Equatable {
  public static func == (a: Model, b: Model) -> Bool { a === b }
}
