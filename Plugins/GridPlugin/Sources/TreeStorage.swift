public import Tessera
internal import EditableTextPlugin
internal import TesseraContainers
internal import TesseraGeometry
internal import TesseraRender

/// Rows of a tree. Any thread.
public final class TreeStorage: NodeStorage {
  struct State: Sendable {
    var items: [TreeItem] = []
    var open: Set<String> = []
    /// Rows of open entries.
    var entries: [TreeEntry] = []
    /// Place of a carried row, and the closed entry above it.
    var mark: TreeMark?
    var rest: TreeRest?
    /// Id of the entry that is renamed, and whether its field has not yet the focus.
    var renamed: String?
    var isFocusing = false
  }

  /// Field of the entry that is renamed, a child of its row.
  let field: EditableTextNode = {
    let field = EditableTextNode(EditableText())
    field.kind = .framed
    field.focusRing = FocusRing(color: .clear, width: 0, offset: 0)
    return field
  }()

  let state = Locked(State())
  let table: TableNode
  let isWired = Locked(false)

  /// Creates the rows of an empty tree.
  public init() {
    table = TableNode()
    table.separator = nil
    // Rows draw their selection themselves.
    table.selectionColor = Color.theme(.ink).opacity(0)
    var handlers = TableHandlers()
    handlers.updateAppearance = { node, state in (node as? Node<TreeRow>)?.state = state }
    table.handlers = handlers
  }

  /// Nodes of the rows near the screen.
  var rows: [Node<TreeRow>] { table.subnodes.flatMap(\.subnodes).compactMap { $0 as? Node<TreeRow> } }

  func entry(at row: Int) -> TreeEntry? { state.withLock { $0.entries.indices.contains(row) ? $0.entries[row] : nil } }

  /// Returns the functions that make rows and update them.
  func cells(of tree: Node<Tree>) -> ListSnapshot<Int, String>.Cells {
    ListSnapshot.Cells(
      item: { [weak self, weak tree] id, index in
        let row = Node(TreeRow(self?.entry(id, near: index.item) ?? TreeRow().entry))
        row.field = self?.field(of: id)
        row.on(TreeRow.toggle) { [weak tree] id in if let tree { Tree.toggle(id, tree) } }
        return row
      },
      update: { [weak self] node, id, index in
        guard let row = node as? Node<TreeRow>, let entry = self?.entry(id, near: index.item) else { return false }
        row.entry = entry
        row.field = self?.field(of: id)
        return true
      })
  }

  /// Returns the field if the entry is renamed.
  private func field(of id: String) -> EditableTextNode? { state.withLock { $0.renamed == id } ? field : nil }

  /// Returns an entry by its id; its row is a hint.
  private func entry(_ id: String, near row: Int) -> TreeEntry? {
    state.withLock { state in
      if state.entries.indices.contains(row), state.entries[row].id == id { return state.entries[row] }
      return state.entries.first { $0.id == id }
    }
  }
}
