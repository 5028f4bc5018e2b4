internal import Tessera

/// The data of a scene while it is shown: named values that its nodes follow and its actions set. Any thread.
///
/// ```swift
/// let data = SceneData()
/// let root = try scene.makeRoot(data: data)
/// try data.set(.number(21.5), at: "room.temperature")  // the nodes that read it change, no others
/// ```
///
/// A change is shown by the thread that made it, or by another that is just showing one. One object belongs to one stage: what the scene is told of its
/// surroundings is under `env`.
public final class SceneData: Sendable {
  /// Identifies who watches.
  public struct WatchToken: Sendable, Hashable {
    let number: Int
  }

  /// What was done. Any thread.
  public struct Statistics: Sendable, Hashable {
    /// Changes of a value.
    public var changes = 0
    /// Times that something which reads data was brought up to date.
    public var updates = 0
    /// What reads data now: attributes, styles, conditions, lists, and the root of the scene, which follows `env`.
    public var dependents = 0
  }

  fileprivate struct Entry {
    var dependent: any DataDependent
    var paths: [[String]]
  }

  fileprivate struct State {
    var values: DataValue
    /// Bytes that the values take.
    var size = 0
    var index = PathIndex()
    var entries: [Int: Entry] = [:]
    var lastNumber = 0
    var version = 0
    var statistics = Statistics()
    /// What is to be brought up to date: what decides which nodes there are goes first.
    var structural: [any DataDependent] = []
    var other: [any DataDependent] = []
    var queued: Set<ObjectIdentifier> = []
    /// Whether a thread brings it up to date.
    var isUpdating = false
    var seenProblems: Set<SceneError> = []
  }

  private let state: Locked<State>
  let uses = Locked(SceneUses())
  /// Values that were inherited by the root of the scene when it last followed them; nil if it inherited none.
  let surroundings = Locked<EnvironmentValues?>(nil)
  private let problemHandler = Locked<(@Sendable (SceneError) -> Void)?>(nil)
  private let eventHandler = Locked<(@Sendable (SceneEvent) -> Void)?>(nil)

  /// Makes data.
  ///
  /// - Parameter values: a map; what a scene's `data:` has beside these is added when its nodes are made.
  public init(_ values: DataValue = .map([:])) {
    let values = if case .map = values { values } else { DataValue.map([:]) }
    state = Locked(State(values: values, size: values.size(upTo: 2 * DataValue.sizeLimit)))
  }

  /// All values, a map.
  public var values: DataValue { state.withLock { $0.values } }

  /// What was done.
  public var statistics: Statistics {
    state.withLock { state in
      var statistics = state.statistics
      statistics.dependents = state.entries.count
      return statistics
    }
  }

  /// Returns the value at a path; nil where there is none.
  public func value(at path: DataPath) -> DataValue? { state.withLock { $0.values.value(at: path) } }

  /// Sets the value at a path, and brings the nodes up to date that read it.
  ///
  /// - Throws: ``DataError`` where there can be no such value; nothing changed then.
  public func set(_ value: DataValue, at path: DataPath) throws(DataError) { try set([(path, value)]) }

  /// Sets several values in one step: nodes that read more than one of them are brought up to date once. At the first that cannot be set nothing is set.
  public func set(_ changes: [(path: DataPath, value: DataValue)]) throws(DataError) {
    let changes = completed(changes)
    try state.withLock { state throws(DataError) in
      if changes.count == 1, state.values.value(at: changes[0].path) == changes[0].value { return }
      let (before, size) = (changes.count > 1 ? state.values : .null, state.size)
      for (i, change) in changes.enumerated() {
        do throws(DataError) {
          let value = try SceneEnvironment.checked(change.value, at: change.path, in: state.values)
          try state.put(value, at: change.path)
        } catch {
          if i > 0 { (state.values, state.size) = (before, size) }
          throw error
        }
      }
      state.version += 1
      state.statistics.changes += changes.count
      for change in changes { state.queue(at: change.path.keys) }
    }
    bringUpToDate()
  }

  /// Adds what `defaults` has and the data have not.
  func fill(from defaults: DataValue) {
    guard defaults != .null else { return }
    state.withLock { state in
      let before = state.values
      state.values.fill(from: defaults)
      guard state.values != before else { return }
      state.size = state.values.size(upTo: 2 * DataValue.sizeLimit)
      state.version += 1
      state.queue(at: [])
    }
    bringUpToDate()
  }

  // MARK: dependents

  /// The values with a number that says whether they are others later.
  var snapshot: (values: DataValue, version: Int) { state.withLock { ($0.values, $0.version) } }

  /// Adds what shows the values of `version`. Returns its number.
  func add(_ dependent: any DataDependent, at paths: [[String]], since version: Int) -> Int {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.entries[state.lastNumber] = Entry(dependent: dependent, paths: paths)
      for path in paths { state.index.add(state.lastNumber, at: path) }
      if state.version != version { state.queue(dependent) }
      return state.lastNumber
    }
    bringUpToDate()
    return number
  }

  func remove(_ number: Int) {
    // Released after the lock.
    let former = state.withLock { state in
      let entry = state.entries.removeValue(forKey: number)
      for path in entry?.paths ?? [] { state.index.remove(number, at: path) }
      return entry
    }
    withExtendedLifetime(former) {}
  }

  /// Brings more up to date, with what is under way.
  func bringUpToDate(_ dependents: [any DataDependent]) {
    guard !dependents.isEmpty else { return }
    state.withLock { state in for dependent in dependents { state.queue(dependent) } }
    bringUpToDate()
  }

  /// Brings up to date what is queued, unless a thread does so already.
  private func bringUpToDate() {
    var isFirst = true
    while true {
      let batch: (dependents: [any DataDependent], values: DataValue)? = state.withLock { state in
        if isFirst, state.isUpdating { return nil }
        let dependents = state.takeBatch()
        state.isUpdating = !dependents.isEmpty
        state.statistics.updates += dependents.count
        return dependents.isEmpty ? nil : (dependents, state.values)
      }
      guard let batch else { return }
      isFirst = false
      for dependent in batch.dependents { dependent.update(batch.values) }
    }
  }

  // MARK: telling

  /// Is told what is wrong with data, once for each place: what is missing, or does not fit. Any thread. Set before nodes are made.
  public var onProblem: (@Sendable (SceneError) -> Void)? {
    get { problemHandler.withLock { $0 } }
    set { problemHandler.withLock { $0 = newValue } }
  }

  /// Is told what actions of the scene send. On the thread of the signal, which mostly is the frame loop.
  public var onEvent: (@Sendable (SceneEvent) -> Void)? {
    get { eventHandler.withLock { $0 } }
    set { eventHandler.withLock { $0 = newValue } }
  }

  /// Most problems that are told.
  static let mostProblems = 200

  func report(_ problem: SceneError) {
    let isNew = state.withLock { state in
      guard state.seenProblems.count < Self.mostProblems else { return false }
      return state.seenProblems.insert(problem).inserted
    }
    if isNew { onProblem?(problem) }
  }

  func send(_ event: SceneEvent) { onEvent?(event) }

  /// Calls `perform` with the value at a path each time that it, or something in it, is another; null where there is none. Not called for the value that
  /// there is. By one thread at a time, no lock held.
  public func watch(_ path: DataPath, perform: @escaping @Sendable (DataValue) -> Void) -> WatchToken {
    let (values, version) = snapshot
    let watch = DataWatch(path, values.value(at: path) ?? .null, perform)
    let number = add(watch, at: [path.keys], since: version)
    uses.withLock { $0.addWatch(number, of: path) }
    return WatchToken(number: number)
  }

  /// Ends a watch.
  public func endWatch(_ token: WatchToken) {
    uses.withLock { $0.endWatch(token.number) }
    remove(token.number)
  }
}

extension SceneData.State {
  /// Sets a value within the limit of all values.
  fileprivate mutating func put(_ value: DataValue, at path: DataPath) throws(DataError) {
    let (limit, own) = (DataValue.sizeLimit, path.keys.last?.utf8.count ?? 0)
    let former = values.value(at: path).map { $0.size(upTo: 2 * limit) } ?? 0
    let new = value.size(upTo: limit) + (former == 0 ? MemoryLayout<String>.stride + own : 0)
    guard new <= former || size - former + new <= limit else {
      throw DataError("`\(path)` cannot be set: all data together would take more than \(limit >> 20) MiB")
    }
    try values.set(value, at: path)
    size += new - former
  }

  /// Queues what depends on a path.
  fileprivate mutating func queue(at keys: [String]) {
    var numbers: Set<Int> = []
    index.find(keys) { numbers.insert($0) }
    for number in numbers.sorted() {
      if let entry = entries[number] { queue(entry.dependent) }
    }
  }

  fileprivate mutating func queue(_ dependent: any DataDependent) {
    guard queued.insert(ObjectIdentifier(dependent)).inserted else { return }
    if dependent.isStructural { structural.append(dependent) } else { other.append(dependent) }
  }

  /// What is queued: what decides which nodes there are, and only then the others.
  fileprivate mutating func takeBatch() -> [any DataDependent] {
    var batch: [any DataDependent] = []
    if structural.isEmpty { swap(&batch, &other) } else { swap(&batch, &structural) }
    for dependent in batch { queued.remove(ObjectIdentifier(dependent)) }
    return batch
  }
}

/// Something that a scene tells its program: the action `send`.
public struct SceneEvent: Sendable, Hashable {
  /// The name.
  public var name: String
  /// What is told with it.
  public var payload: DataValue

  /// Makes an event.
  public init(name: String, payload: DataValue = .null) { (self.name, self.payload) = (name, payload) }
}

/// Tells a handler of a value. Its value is touched by one thread at a time, as ``DataDependent/update(_:)`` is.
private final class DataWatch: DataDependent {
  let reads: [Expression.Read] = []
  private let path: DataPath
  private let last: Locked<DataValue>
  private let perform: @Sendable (DataValue) -> Void

  init(_ path: DataPath, _ value: DataValue, _ perform: @escaping @Sendable (DataValue) -> Void) {
    (self.path, last, self.perform) = (path, Locked(value), perform)
  }

  func update(_ data: DataValue) {
    let value = data.value(at: path) ?? .null
    let isNew = last.withLock { last in
      defer { last = value }
      return last != value
    }
    if isNew { perform(value) }
  }
}
