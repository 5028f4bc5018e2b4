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
    guard let near = tree.missing(path), !watches.values.contains(where: { !$0.keys.isEmpty && $0.touches(path) }) else { return nil }
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
