internal import Tessera

/// Object that depends on data and is updated when a value that it reads has changed.
protocol DataDependent: AnyObject, Sendable {
  /// Dependencies.
  var reads: [Expression.Read] { get }
  /// Whether it decides which nodes exist. Structural dependents are updated before the others.
  var isStructural: Bool { get }
  /// Whether it reads tokens of its node's theme.
  var usesTokens: Bool { get }
  /// Shows `data`. Calls are serialized; no lock held.
  func update(_ data: DataValue)
}

extension DataDependent {
  var isStructural: Bool { false }
  var usesTokens: Bool { false }
}

/// Names for the values of a list's elements, of a pushed screen or of an overlay. Any thread.
///
/// Scopes are nested. A name that a scope does not define is looked up in its parent, and finally in the data.
final class DataScope: Sendable {
  /// Origin of a name's value, used to set the value there.
  struct Source: Sendable {
    /// Root name and path of the value, as seen from the parent scope or the data.
    var root: String
    var keys: [String]
  }

  private struct State {
    var values: [String: DataValue]
    var sources: [String: Source]
    var dependents: [Int: (dependent: any DataDependent, reads: [Expression.Read])] = [:]
    var last = 0
    /// Number of changes so far.
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

  /// Returns the scope that defines the name; nil if it is a name of the data.
  func owner(of name: String) -> DataScope? {
    var scope: DataScope? = self
    while let candidate = scope {
      if candidate.state.withLock({ $0.values[name] != nil }) { return candidate }
      scope = candidate.parent
    }
    return nil
  }

  /// Returns the location in the data of a path in this scope; nil if its value is not from the data.
  func path(root: String, keys: [String]) -> DataPath? {
    guard let owner = owner(of: root) else { return DataPath([root] + keys) }
    guard let source = owner.state.withLock({ $0.sources[root] }) else { return nil }
    return owner.parent.path(root: source.root, keys: source.keys).map { $0 + keys }
  }

  /// Sets values. Returns the dependents whose values have changed.
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

  /// Adds a dependent that reads names of this scope. Returns its number, and whether a value has changed since `version`.
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
  /// Returns the location of a path in the data; without a scope the path itself.
  func path(root: String, keys: [String]) -> DataPath? {
    switch self {
    case .none: DataPath([root] + keys)
    case .some(let scope): scope.path(root: root, keys: keys)
    }
  }
}

/// Data and names of a scope, as seen by an expression.
struct DataView: DataNames {
  let data: DataValue
  let scope: DataScope?
  /// Names that hide those of the scope: the current element, and the value of a signal.
  var locals: [String: DataValue] = [:]
  /// Theme of the node whose values are computed; nil if they read no token.
  var theme: Theme?

  func value(of root: String) -> DataValue? {
    if Expression.isToken(root) { return theme?.data(named: String(root.dropFirst())) }
    return (locals.isEmpty ? nil : locals[root]) ?? scope?.value(of: root) ?? data[root]
  }

  var suggestions: [String] {
    guard case .map(let pairs) = data else { return Array(locals.keys) }
    return pairs.keys + Array(locals.keys)
  }
}
