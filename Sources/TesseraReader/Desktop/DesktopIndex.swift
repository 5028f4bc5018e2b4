internal import Tessera

/// Parents of elements, their places among the children, and the cells of tables. A value.
struct DesktopIndex: Sendable {
  /// State of the elements for which it was made.
  let generation: UInt64
  let parents: [SemanticsID: (id: SemanticsID, index: Int)]
  /// Cells of the elements with the interface Table; loose cells have no place yet.
  let tables: [SemanticsID: DesktopTable]

  /// Collects the parents and tables of a tree. O(n).
  init(_ tree: SemanticsTree) {
    generation = tree.generation
    var parents: [SemanticsID: (id: SemanticsID, index: Int)] = [:]
    var tables: [SemanticsID: DesktopTable] = [:]
    for element in tree.all() {
      let cells = element.semantics.cells?.count ?? 0
      for (i, child) in element.children.enumerated() { parents[child] = (element.id, cells + i) }
      if element.isTable { tables[element.id] = DesktopTable(element, tree) }
    }
    (self.parents, self.tables) = (parents, tables)
  }
}
