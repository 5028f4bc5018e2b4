public import Tessera
internal import TesseraContainers
internal import TesseraGeometry
internal import TesseraRender

/// Parts of a data table: head and rows. Any thread.
public final class GridStorage: NodeStorage {
  let shared = GridShared()
  let head: Node<GridHead>
  let table: TableNode
  let source: GridSource
  let controller: ListDataController
  let isWired = Locked(false)
  /// Check of the program for typed cells.
  let check = Locked<(@Sendable (GridEdit) -> String?)?>(nil)

  /// Creates the parts of an empty table.
  public init() {
    source = GridSource(shared)
    controller = ListDataController(source)
    head = Node(GridHead(shared))
    table = TableNode()
    table.separator = TableSeparator(inset: .zero)
    // Rows draw their selection themselves.
    table.selectionColor = Color.theme(.ink).opacity(0)
    var handlers = TableHandlers()
    handlers.updateAppearance = { node, state in (node as? Node<GridRow>)?.state = state }
    table.handlers = handlers
  }

  /// Returns the node of a row of the data, if it is near the screen.
  func rowNode(_ row: Int) -> Node<GridRow>? {
    table.subnodes.lazy.flatMap(\.subnodes).compactMap { $0 as? Node<GridRow> }.first { $0.value.row == row }
  }

  /// Draws the head and the rows on the screen again.
  func setNeedsDisplay() {
    head.setNeedsDisplay()
    head.setNeedsSemantics()
    let editing = shared.state.withLock { $0.editing }
    for case let row as Node<GridRow> in table.subnodes.flatMap(\.subnodes) {
      row.setNeedsDisplay()
      if row.value.row == editing?.row { row.setNeedsLayout() }
    }
  }
}

/// Rows of a data table for its list: a number of rows, whose nodes are made near the screen.
final class GridSource: ListDataSource {
  private let shared: GridShared

  init(_ shared: GridShared) { self.shared = shared }

  func itemCount(inSection section: Int) -> Int { shared.state.withLock { $0.rows.count } }

  func nodeFactory(for element: ListElement) -> ListNodeFactory? {
    guard let index = element.index else { return nil }
    let (shared, row) = (shared, shared.row(at: index.item))
    return {
      let node = Node(GridRow(shared, row))
      // The table takes the pointer, so that rows are not told that it has left.
      node.onHoverChange { [weak node] isHovered in if let node, !isHovered { shared.tip.point(at: nil, node) } }
      return node
    }
  }
}
