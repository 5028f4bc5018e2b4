internal import Tessera

/// Parents of elements, and their places among the children. A value.
struct DesktopIndex: Sendable {
  /// State of the elements for which it was made.
  let generation: UInt64
  let parents: [SemanticsID: (id: SemanticsID, index: Int)]

  /// Collects the parents of a tree. O(n).
  init(_ tree: SemanticsTree) {
    generation = tree.generation
    var parents: [SemanticsID: (id: SemanticsID, index: Int)] = [:]
    for element in tree.all() {
      for (i, child) in element.children.enumerated() { parents[child] = (element.id, i) }
    }
    self.parents = parents
  }
}
