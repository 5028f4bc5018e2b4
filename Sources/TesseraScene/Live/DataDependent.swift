internal import Tessera

/// What shows data: is told when something that it read is another.
protocol DataDependent: AnyObject, Sendable {
  /// What it reads.
  var reads: [Expression.Read] { get }
  /// Whether it decides which nodes there are: then it goes before those that show something.
  var isStructural: Bool { get }
  /// Whether it reads tokens of the theme of its node.
  var usesTokens: Bool { get }
  /// Shows `data`. By one thread at a time, no lock held.
  func update(_ data: DataValue)
}

extension DataDependent {
  var isStructural: Bool { false }
  var usesTokens: Bool { false }
}

/// Names that the elements of a list, or a screen that was pushed, have for their values. Any thread.
///
/// A scope lies in another or in the data: what it does not name is looked for there.
final class DataScope: Sendable {
  /// Where the value of a name comes from, so that it can be set there.
  struct Source: Sendable {
    /// The name and the path of the list, as the scope around this one, or the data, knows it.
    var root: String
    var keys: [String]
  }

  private struct State {
    var values: [String: DataValue]
    var sources: [String: Source]
    var dependents: [Int: (dependent: any DataDependent, reads: [Expression.Read])] = [:]
    var last = 0
    /// Counts changes.
    var version = 0
  }

  let parent: DataScope?
  private let state: Locked<State>

  init(_ values: [String: DataValue], sources: [String: Source] = [:], in parent: DataScope?) {
    self.parent = parent
    state = Locked(State(values: values, sources: sources))
  }

  func value(of name: String) -> DataValue? {
    if let value = state.withLock({ $0.values[name] }) { return value }
    return parent?.value(of: name)
  }

  /// The scope that has the name; nil: none, so the data have it.
  func owner(of name: String) -> DataScope? {
    var scope: DataScope? = self
    while let candidate = scope {
      if candidate.state.withLock({ $0.values[name] != nil }) { return candidate }
      scope = candidate.parent
    }
    return nil
  }

  /// Where a path of this scope is in the data; nil where its value does not come from there.
  func path(root: String, keys: [String]) -> DataPath? {
    guard let owner = owner(of: root) else { return DataPath([root] + keys) }
    guard let source = owner.state.withLock({ $0.sources[root] }) else { return nil }
    return owner.parent.path(root: source.root, keys: source.keys).map { $0 + keys }
  }

  /// Sets values, and returns what reads something of them that is another now.
  func update(_ values: [String: DataValue], sources: [String: Source]) -> [any DataDependent] {
    state.withLock { state in
      state.sources = sources
      var affected: [any DataDependent] = []
      let before = state.values
      for (name, value) in values { state.values[name] = value }
      let changed = Set(values.keys.filter { before[$0] != values[$0] })
      guard !changed.isEmpty else { return [] }
      state.version += 1
      for number in state.dependents.keys.sorted() {
        guard let (dependent, reads) = state.dependents[number] else { continue }
        let isAffected = reads.contains { read in
          changed.contains(read.root) && before[read.root]?.value(at: read.keys[...]) != state.values[read.root]?.value(at: read.keys[...])
        }
        if isAffected { affected.append(dependent) }
      }
      return affected
    }
  }

  var version: Int { state.withLock { $0.version } }

  /// Adds what reads names of this scope. Returns its number, and whether a value changed since `version`.
  func add(_ dependent: any DataDependent, _ reads: [Expression.Read], since version: Int) -> (number: Int, isLate: Bool) {
    state.withLock { state in
      state.last += 1
      state.dependents[state.last] = (dependent, reads)
      return (state.last, state.version != version)
    }
  }

  func remove(_ number: Int) {
    // Released after the lock.
    let former = state.withLock { $0.dependents.removeValue(forKey: number) }
    withExtendedLifetime(former) {}
  }
}

extension DataScope? {
  /// Where a path is in the data: without a scope, where it says.
  func path(root: String, keys: [String]) -> DataPath? {
    switch self {
    case .none: DataPath([root] + keys)
    case .some(let scope): scope.path(root: root, keys: keys)
    }
  }
}

/// Data with the names of a scope: what an expression sees.
struct DataView: DataNames {
  let data: DataValue
  let scope: DataScope?
  /// Names before those of the scope: the element that is looked at, what comes with a signal.
  var locals: [String: DataValue] = [:]
  /// Theme of the node whose values are computed; nil: they read no token.
  var theme: Theme?

  func value(of root: String) -> DataValue? {
    if Expression.isToken(root) { return theme?.data(named: String(root.dropFirst())) }
    return (locals.isEmpty ? nil : locals[root]) ?? scope?.value(of: root) ?? data[root]
  }
}
