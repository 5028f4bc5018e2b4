internal import Tessera

/// Data of a displayed scene: named values that its nodes follow and its actions set. Any thread.
///
/// ```swift
/// let data = SceneData()
/// let root = try scene.makeRoot(data: data)
/// try data.set(.number(21.5), at: "room.temperature")  // the nodes that read it change, no others
/// ```
///
/// A change is applied to nodes by the thread that made it, or by one that is already applying another. One object belongs to one stage:
/// the environment of the scene is stored under `env`.
public final class SceneData: Sendable {
  /// Identifier of a watch.
  public struct WatchToken: Sendable, Hashable {
    let number: Int
  }

  /// Counts of changes and updates. Any thread.
  public struct Statistics: Sendable, Hashable {
    /// Number of value changes.
    public var changes = 0
    /// Number of updates of dependents.
    public var updates = 0
    /// Current number of dependents: attributes, styles, conditions, lists, and the root of the scene, which follows `env`.
    public var dependents = 0
  }

  fileprivate struct Entry {
    var dependent: any DataDependent
    var paths: [[String]]
  }

  fileprivate struct State {
    var values: DataValue
    /// Size of the values in bytes.
    var size = 0
    var index = PathIndex()
    var entries: [Int: Entry] = [:]
    var lastNumber = 0
    var version = 0
    var statistics = Statistics()
    /// Dependents queued for an update. Structural ones, which decide the existence of nodes, are updated first.
    var structural: [any DataDependent] = []
    var other: [any DataDependent] = []
    var queued: Set<ObjectIdentifier> = []
    /// Whether a thread is running updates.
    var isUpdating = false
    var seenProblems: Set<SceneError> = []
  }

  private let state: Locked<State>
  let uses = Locked(SceneUses())
  let work = LiveWork()
  /// Values that the root of the scene inherited at its last update; nil if it inherited none.
  let surroundings = Locked<EnvironmentValues?>(nil)
  let timeSource = Locked<(@Sendable () -> Double)?>(nil)
  private let problemHandler = Locked<(@Sendable (SceneError) -> Void)?>(nil)
  private let eventHandler = Locked<(@Sendable (SceneEvent) -> Void)?>(nil)

  /// Whether nodes of the scene record their position in its file (``Tessera/AnyNode/scenePlace``).
  public let recordsPlaces: Bool

  /// Creates data.
  ///
  /// - Parameters:
  ///   - values: a map. Further values of a scene's `data:` are added when its nodes are created.
  ///   - recordsPlaces: whether nodes record their position in the file, for messages of tools. It takes memory for each node.
  public init(_ values: DataValue = .map([:]), recordsPlaces: Bool = false) {
    self.recordsPlaces = recordsPlaces
    let values = if case .map = values { values } else { DataValue.map([:]) }
    state = Locked(State(values: values, size: values.size(upTo: 2 * DataValue.sizeLimit)))
  }

  /// All values as a map.
  public var values: DataValue { state.withLock { $0.values } }

  /// Counts so far.
  public var statistics: Statistics {
    state.withLock { state in
      var statistics = state.statistics
      statistics.dependents = state.entries.count
      return statistics
    }
  }

  /// Returns the value at a path; nil if it does not exist.
  public func value(at path: DataPath) -> DataValue? { state.withLock { $0.values.value(at: path) } }

  /// Sets the value at a path and updates the nodes that read it.
  ///
  /// - Throws: ``DataError`` if the value is not possible at this path; nothing has changed then.
  public func set(_ value: DataValue, at path: DataPath) throws(DataError) { try set([(path, value)]) }

  /// Sets several values in one step, so that nodes which read more than one are updated once. If one value cannot be set, none is.
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

  /// Adds members of `defaults` that the data do not have.
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

  /// Values and their version, which detects later changes.
  var snapshot: (values: DataValue, version: Int) { state.withLock { ($0.values, $0.version) } }

  /// Adds a dependent that shows the values of `version`. Returns its number.
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

  /// Queues dependents of values other than the data, and updates them, unless a running update does so.
  func bringUpToDate(_ dependents: [any DataDependent]) {
    guard !dependents.isEmpty else { return }
    state.withLock { state in for dependent in dependents { state.queue(dependent) } }
    bringUpToDate(granting: LiveWork.part)
  }

  /// Updates queued dependents, unless another thread is doing so.
  private func bringUpToDate(granting granted: Int = LiveWork.turn) {
    var isFirst = true
    while true {
      let batch: (dependents: [any DataDependent], values: DataValue)? = state.withLock { state in
        if isFirst, state.isUpdating { return nil }
        let dependents = state.dequeueBatch()
        state.isUpdating = !dependents.isEmpty
        state.statistics.updates += dependents.count
        return dependents.isEmpty ? nil : (dependents, state.values)
      }
      guard let batch else { return }
      if isFirst { work.grant(granted) }
      isFirst = false
      for dependent in batch.dependents { dependent.update(batch.values) }
    }
  }

  // MARK: notifications

  /// Handler for problems with data, such as missing or unsuitable values; called once for each place. Any thread. Set it before nodes are
  /// created.
  public var onProblem: (@Sendable (SceneError) -> Void)? {
    get { problemHandler.withLock { $0 } }
    set { problemHandler.withLock { $0 = newValue } }
  }

  /// Handler for events sent by actions of the scene. Called on the thread of the signal, usually the frame loop.
  public var onEvent: (@Sendable (SceneEvent) -> Void)? {
    get { eventHandler.withLock { $0 } }
    set { eventHandler.withLock { $0 = newValue } }
  }

  /// Maximum number of reported problems.
  static let mostProblems = 200

  func report(_ problem: SceneError) {
    let isNew = state.withLock { state in
      guard state.seenProblems.count < Self.mostProblems else { return false }
      return state.seenProblems.insert(problem).inserted
    }
    if isNew { onProblem?(problem) }
  }

  func send(_ event: SceneEvent) { onEvent?(event) }

  /// Calls `perform` with the value at a path whenever it, or a value within it, has changed; null if it is missing. Not called for the
  /// initial value. Calls are serialized; no lock held.
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
  /// Sets a value if all values stay within the size limit.
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

  /// Queues the dependents of a path.
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

  /// Removes and returns the queued structural dependents; if there are no structural ones, the others.
  fileprivate mutating func dequeueBatch() -> [any DataDependent] {
    var batch: [any DataDependent] = []
    if structural.isEmpty { swap(&batch, &other) } else { swap(&batch, &structural) }
    for dependent in batch { queued.remove(ObjectIdentifier(dependent)) }
    return batch
  }
}

/// Event sent from a scene to its program by the action `send`.
public struct SceneEvent: Sendable, Hashable {
  /// Name of the event.
  public var name: String
  /// Value sent with the event.
  public var payload: DataValue

  /// Creates an event.
  public init(name: String, payload: DataValue = .null) { (self.name, self.payload) = (name, payload) }
}

/// Calls a handler with a value. Its value is accessed by one thread at a time, as ``DataDependent/update(_:)`` is serialized.
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
