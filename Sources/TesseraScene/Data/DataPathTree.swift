internal import Tessera

/// Paths of the data that are read, set or declared, as a tree of keys. A value.
///
/// Complexity: adding and finding are linear in the length of the path.
struct DataPathTree: Sendable {
  /// Key of any element.
  static let any = "*"
  /// Maximum number of nodes. At the limit, the deepest existing node of a new path is marked as used as a whole.
  static let limit = 100_000

  private struct Node {
    var children: [String: Int] = [:]
    /// Whether all values below the node are used.
    var isWhole = false
  }

  private var nodes = [Node()]

  /// Adds a path. Indices are replaced by ``DataPathTree/any``.
  ///
  /// - Parameter isWhole: Whether everything below the path is used as well.
  mutating func add(_ keys: [String], isWhole: Bool) {
    var place = 0
    for key in keys {
      let key = DataPath.index(key) == nil ? key : Self.any
      if let next = nodes[place].children[key] {
        place = next
        continue
      }
      guard nodes.count < Self.limit else {
        nodes[place].isWhole = true
        return
      }
      nodes.append(Node())
      nodes[place].children[key] = nodes.count - 1
      place = nodes.count - 1
    }
    if isWhole { nodes[place].isWhole = true }
  }

  /// Adds the members of declared data. Open values, such as an empty map, are marked as used as a whole.
  mutating func add(_ value: DataValue, at keys: [String]) {
    switch value {
    case .map(let pairs) where !pairs.isEmpty:
      for (key, value) in pairs { add(value, at: keys + [key]) }
    case .list(let items) where !items.isEmpty:
      for item in items.prefix(Self.mostElements) { add(item, at: keys + [Self.any]) }
    default: add(keys, isWhole: !keys.isEmpty)
    }
  }

  /// Maximum number of examined elements of a declared list: elements mostly have the same members.
  private static let mostElements = 100

  /// Returns nil if the path is used; otherwise the nearest used path, or an empty optional if no path is near.
  func missing(_ path: DataPath) -> DataPath?? {
    var places = [0]
    for (level, key) in path.keys.enumerated() {
      if places.contains(where: { nodes[$0].isWhole }) { return nil }
      var next: [Int] = []
      for place in places {
        for key in [key, Self.any] { if let child = nodes[place].children[key], !next.contains(child) { next.append(child) } }
      }
      if next.isEmpty {
        let names = Set(places.flatMap { nodes[$0].children.keys }).subtracting([Self.any])
        return .some(
          nearestName(to: key, among: names.sorted()).map { near in
            var keys = path.keys
            keys[level] = near
            return DataPath(keys)
          })
      }
      places = next
    }
    return nil
  }
}
