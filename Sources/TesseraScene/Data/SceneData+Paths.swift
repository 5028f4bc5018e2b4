internal import Tessera

/// Scenes that follow the data, and the paths read by them and by watches. A value.
struct SceneUses: Sendable {
  /// Scenes whose paths are not in `tree` yet. Paths are collected lazily, because most data never need them.
  private var scenes: [Scene] = []
  private var tree = DataPathTree()
  private var watches: [Int: DataPath] = [:]
  private var hasScene = false

  /// Maximum number of scenes in `scenes`.
  private static let mostWaiting = 8

  mutating func add(_ scene: Scene) {
    hasScene = true
    scenes.append(scene)
    if scenes.count > Self.mostWaiting { read() }
  }

  /// Returns names in `values` that nothing reads and that resemble a name which the scene reads and `values` do not have, at most `count`.
  /// Complexity: linear in the first `mostVisited` names.
  mutating func misspellings(in values: DataValue, count: Int) -> [(path: DataPath, meant: DataPath)] {
    guard hasScene else { return [] }
    read()
    var found: [(path: DataPath, meant: DataPath)] = []
    var waiting = [(path: DataPath([String]()), value: values)]
    var visited = 0
    while let (path, value) = waiting.popLast(), found.count < count, visited < Self.mostVisited {
      var below: [(String, DataValue)] = []
      switch value {
      case .map(let pairs): below = pairs.sorted { $0.key < $1.key }
      // The elements of a list have the same form.
      case .list(let list): below = list.first.map { [("0", $0)] } ?? []
      default: break
      }
      for (key, value) in below.reversed() {
        let path = DataPath(path.keys + [key])
        visited += 1
        switch tree.missing(path) {
        case nil: waiting.append((path, value))
        case .some(let meant?) where found.count < count && values.value(at: meant) == nil: found.append((path, meant))
        default: break
        }
      }
    }
    return found
  }

  /// Maximum number of names of a data file that are examined.
  private static let mostVisited = 2_000

  mutating func forgetScenes() { (scenes, tree) = ([], DataPathTree()) }
  mutating func addWatch(_ number: Int, of path: DataPath) { watches[number] = path }
  mutating func endWatch(_ number: Int) { watches[number] = nil }

  private mutating func read() {
    for scene in scenes { tree = ScenePaths(scene, into: tree).tree }
    scenes = []
  }

  /// Returns a message if the path is unused; nil if it is used, or if no scene uses the data yet.
  mutating func problem(of path: DataPath) -> String? {
    guard hasScene else { return nil }
    read()
    // A client that watches all data gives no evidence about single paths.
    guard var near = tree.missing(path), !watches.values.contains(where: { !$0.keys.isEmpty && $0.touches(path) }) else { return nil }
    if path.keys.count > 1, path.keys[0] == SceneEnvironment.name, let name = SceneEnvironment.otherNames[path.keys[1]] {
      near = DataPath([SceneEnvironment.name, name] + path.keys.dropFirst(2))
    }
    return "nothing in the scene reads `\(path)`" + (near.map { "; did you mean `\($0)`?" } ?? "")
  }
}

extension Scene {
  /// Adds the scene's `data:` to the data, except its environment. Call it before you set single values of a list or map of the scene:
  /// otherwise the list or map has only these values. Any thread.
  public func addDefaults(to data: SceneData) {
    guard case .map(var pairs) = initialData else { return }
    pairs[SceneEnvironment.name] = nil
    data.fill(from: .map(pairs))
  }
}

extension SceneData {
  /// Returns a warning if no scene that follows the data and no watch reads the value at `path`; otherwise nil. Any thread.
  public func unreadWarning(for path: DataPath) -> String? { uses.withLock { $0.problem(of: path) } }

  /// Returns warnings for names in `values`, the content of a data file, that nothing reads and that resemble a name which the scene reads.
  /// Other names that nothing reads are fine: several scenes can share a file. At most eight. Any thread.
  public func misspellingWarnings(in values: DataValue) -> [String] {
    guard case .map(var pairs) = values else { return [] }
    // Its names are checked when they are set.
    pairs[SceneEnvironment.name] = nil
    return uses.withLock { $0.misspellings(in: .map(pairs), count: 8) }
      .map { "nothing in the scene reads `\($0.path)`; did you mean `\($0.meant)`?" }
  }

  /// Returns an error message with the nearest name for a path without a value; nil if there is a value. Any thread.
  public func absence(of path: DataPath) -> String? {
    var value = values
    for (level, key) in path.keys.enumerated() {
      if let next = value[key] {
        value = next
        continue
      }
      var near: DataPath?
      if case .map(let pairs) = value, let name = nearestName(to: key, among: pairs.keys.sorted()) {
        near = DataPath(path.keys[..<level] + [name] + path.keys[(level + 1)...])
      }
      return "unknown path `\(path)`" + (near.map { "; did you mean `\($0)`?" } ?? "")
    }
    return nil
  }
}
