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

  /// Draws the head and the rows on the screen again.
  func setNeedsDisplay() {
    head.setNeedsDisplay()
    head.setNeedsSemantics()
    for row in table.subnodes.flatMap(\.subnodes) where row is Node<GridRow> { row.setNeedsDisplay() }
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
    return { Node(GridRow(shared, row)) }
  }
}
