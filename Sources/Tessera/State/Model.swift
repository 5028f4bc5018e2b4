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
/// Node types that read a member in `layout(in:)`, `size(thatFits:in:)` or while they draw, specs of nodes and bindings are told when that member is another;
/// nobody else is. One lock guards the value. A reader is noted with the lock held under which it reads, and changes are told after they were stored: none is missed,
/// whichever threads read and write.
///
/// A member that is itself named `value` is `model.value.value`: ``value`` is the whole.
///
/// - Complexity: a write compares the members that somebody follows.
@dynamicMemberLookup
public final class Model<Value: Sendable>: Observable, Sendable {
  private struct State {
    var value: Value
    var readers = ReaderTable()
  }

  private let state: Locked<State>
  /// For observers other than nodes and bindings, as `Observations` and `withObservationTracking`: for them the value is one property.
  private let registrar = ObservationRegistrar()
  private let isObservedElsewhere = Atomic<Bool>(false)

  /// Makes a model that begins with `value`.
  public init(_ value: Value) { state = Locked(State(value: value)) }

  /// All of it. Who reads it is told of every change. Any thread.
  public var value: Value {
    get { read(\.self) { _ in { _, _ in true } } }
    set { update { $0 = newValue } }
  }

  /// Changes the value in one step, and tells of it once. Any thread.
  ///
  /// `change` runs with the lock held: it must not touch this model. What it throws leaves the value as `change` left it.
  /// - Returns: What `change` returns.
  @discardableResult
  public func update<Answer>(_ change: (inout Value) throws -> Answer) rethrows -> Answer {
    let isObserved = isObservedElsewhere.load(ordering: .acquiring)
    if isObserved { registrar.willSet(self, keyPath: \.value) }
    var told: [ReaderTable.Entry] = []
    // Released after the lock: what it holds may reach for the model when it goes.
    var former: Value?
    defer {
      withExtendedLifetime(former) {}
      if isObserved { registrar.didSet(self, keyPath: \.value) }
      tell(told)
    }
    return try state.withLock { state in
      // Nobody to tell: changed in place, nothing is copied.
      guard !state.readers.isEmpty else { return try change(&state.value) }
      let old = state.value
      former = old
      // The table compares by closures of `read`, which take the addresses as those of a `Value`: here they are.
      defer {
        let new = state.value
        told = withUnsafePointer(to: old) { old in withUnsafePointer(to: new) { state.readers.takeReaders(from: old, to: $0) } }
      }
      return try change(&state.value)
    }
  }

  /// Reads or writes one member; a value that is equal is no change. Any thread.
  public subscript<Member: Equatable>(dynamicMember path: WritableKeyPath<Value, Member>) -> Member {
    get { read(path) { Self.comparison(of: path, $0) } }
    set {
      if !isObservedElsewhere.load(ordering: .acquiring), replace(path, newValue) { return }
      // Asked first, so that a value that is no other is not told to anyone.
      guard state.withLock({ $0.value[keyPath: path] != newValue }) else { return }
      update { $0[keyPath: path] = newValue }
    }
  }

  /// Reads or writes one member. Any thread.
  public subscript<Member>(dynamicMember path: WritableKeyPath<Value, Member>) -> Member {
    get { read(path) { _ in { _, _ in true } } }
    set { update { $0[keyPath: path] = newValue } }
  }

  /// Reads one member; who reads it is told when it is another. Any thread.
  public subscript<Member: Equatable>(dynamicMember path: KeyPath<Value, Member>) -> Member {
    read(path) { Self.comparison(of: path, $0) }
  }

  /// Reads one member; who reads it is told of every change. Any thread.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { read(path) { _ in { _, _ in true } } }

  /// - Parameter difference: makes what compares the member, for the first that reads it; given where the member lies.
  private func read<Member>(_ path: KeyPath<Value, Member>, _ difference: (Range<Int>?) -> ReaderTable.Comparison) -> Member {
    guard let evaluation = ChangeTracking.current else {
      registrar.access(self, keyPath: \.value)
      if !isObservedElsewhere.load(ordering: .relaxed) { isObservedElsewhere.store(true, ordering: .releasing) }
      return state.withLock { $0.value[keyPath: path] }
    }
    // Read and noted under one lock: a change comes before both, or is told.
    return state.withLock { state in
      let bytes = state.readers.insert(
        evaluation.pointee.reader, evaluation.pointee.ticket, path, bytes: Self.bytes(of: path), differs: difference)
      guard let bytes else { return state.value[keyPath: path] }
      // The runtime follows a key path step by step; where it leads to is known.
      return withUnsafePointer(to: &state.value) { Self.member($0, bytes).pointee }
    }
  }

  /// Sets a member that is followed, and that nothing else that is followed overlaps: nothing but the member is compared, and nothing copied.
  /// - Returns: Whether it could.
  private func replace<Member: Equatable>(_ path: WritableKeyPath<Value, Member>, _ new: Member) -> Bool {
    // Holds the former one after the lock: what that refers to may reach for the model when it goes.
    var new = new
    var told: [ReaderTable.Entry] = []
    let isPossible = state.withLock { state in
      guard let bytes = state.readers.separateBytes(of: path) else { return false }
      let isOther = withUnsafeMutablePointer(to: &state.value) { value in
        let member = UnsafeMutablePointer(mutating: Self.member(value, bytes) as UnsafePointer<Member>)
        guard member.pointee != new else { return false }
        swap(&member.pointee, &new)
        return true
      }
      if isOther { told = state.readers.takeReaders(of: path) }
      return true
    }
    tell(told)
    return isPossible
  }

  /// Where a member lies in a value; nil: it is computed or observed.
  private static func bytes<Member>(of path: KeyPath<Value, Member>) -> Range<Int>? {
    MemoryLayout<Value>.offset(of: path).map { $0..<$0 + MemoryLayout<Member>.size }
  }

  /// The member of a value that lies at `bytes`, which ``bytes(of:)`` said: memory that is bound to a `Value` is bound to its members, too.
  private static func member<Member>(_ value: UnsafeRawPointer, _ bytes: Range<Int>) -> UnsafePointer<Member> {
    (value + bytes.lowerBound).assumingMemoryBound(to: Member.self)
  }

  /// What compares a member of values that are given by address.
  private static func comparison<Member: Equatable>(of path: KeyPath<Value, Member>, _ bytes: Range<Int>?) -> ReaderTable.Comparison {
    if let bytes { return { (member($0, bytes) as UnsafePointer<Member>).pointee != member($1, bytes).pointee } }
    return {
      $0.assumingMemoryBound(to: Value.self).pointee[keyPath: path] != $1.assumingMemoryBound(to: Value.self).pointee[keyPath: path]
    }
  }

  /// How many evaluations are noted to be told of changes.
  var readerCount: Int { state.withLock { $0.readers.count } }

  private func tell(_ entries: [ReaderTable.Entry]) {
    // By place: a copy of an entry would make one more weak reference.
    for i in entries.indices { entries[i].reader?.valueDidChange(entries[i].ticket) }
  }
}

/// A model is equal to itself alone, whatever its value: node types that hold models compare by which they hold, and follow what those say.
extension Model: Equatable {
  public static func == (a: Model, b: Model) -> Bool { a === b }
}
