/// Nodes of a tree that are still to be updated, the deepest first. A value.
struct SemanticsWork {
  /// An update of one node.
  struct Item {
    let index: Int
    let depth: Int
    /// Whether its semantics are read again, and whether its elements are gathered again.
    var asks: Bool
    var gathers: Bool
  }

  /// By depth, then by the place in the tree.
  private var levels: [[Int: Item]] = []

  /// Adds an update. O(1).
  mutating func add(_ index: Int, depth: Int, asks: Bool, gathers: Bool) {
    while levels.count <= depth { levels.append([:]) }
    var item = levels[depth][index] ?? Item(index: index, depth: depth, asks: false, gathers: false)
    item.asks = item.asks || asks
    item.gathers = item.gathers || gathers
    levels[depth][index] = item
  }

  /// Removes and returns one of the deepest nodes; nil if there is none.
  mutating func dequeueDeepest() -> Item? {
    while let last = levels.last {
      if let next = last.first { return levels[levels.count - 1].removeValue(forKey: next.key) }
      levels.removeLast()
    }
    return nil
  }
}
