internal import EditableTextPlugin
internal import Tessera
internal import TesseraContainers

// Titles that the user changes in place. Frame loop.

extension Tree {
  /// Connects the field with the tree, once.
  static func wireRenaming(_ node: Node<Tree>) {
    let storage = node.storage
    storage.field.onSubmit { [weak node] _ in if let node { endRenaming(node, keepsTitle: true, keepsFocus: true) } }
    storage.field.onFocusChange { [weak node] isFocused in
      guard let node else { return }
      if isFocused {
        node.storage.state.withLock { $0.isFocusing = false }
      } else if !node.storage.state.withLock({ $0.isFocusing }) {
        endRenaming(node, keepsTitle: true, keepsFocus: false)
      }
    }
    storage.table.handlers.activate = { [weak node] index in
      guard let node, let entry = node.storage.entry(at: index.item) else { return }
      _ = rename(entry, node)
    }
  }

  /// Shows a field in place of the title of the cursor's entry.
  static func renameByKey(_ node: Node<Tree>) -> EventResponse {
    let table = node.storage.table
    guard let index = table.cursorRow ?? table.selectedRows.first, let entry = node.storage.entry(at: index.item) else { return .ignored }
    return rename(entry, node) ? .handled : .ignored
  }

  static func rename(_ entry: TreeEntry, _ node: Node<Tree>) -> Bool {
    let (storage, environment) = (node.storage, node.environmentValues)
    guard node.value.renames, environment.isEnabled, !environment.isReadOnly else { return false }
    endRenaming(node, keepsTitle: true, keepsFocus: false)
    let field = storage.field
    field.string = entry.title
    field.selection = 0..<field.string.utf8.count
    field.semantics.label = entry.title
    storage.state.withLock { ($0.renamed, $0.isFocusing) = (entry.id, true) }
    showField(node)
    node.afterNextLayout { [weak node] in
      guard let node, node.storage.state.withLock({ $0.renamed == entry.id }) else { return }
      node.storage.field.becomeFocused()
    }
    return true
  }

  /// Removes the field.
  /// - Parameters:
  ///   - keepsTitle: Whether the typed title is kept; an empty one never is.
  ///   - keepsFocus: Whether the rows get the focus.
  static func endRenaming(_ node: Node<Tree>, keepsTitle: Bool, keepsFocus: Bool) {
    let storage = node.storage
    let id = storage.state.withLock { state -> String? in
      defer { (state.renamed, state.isFocusing) = (nil, false) }
      return state.renamed
    }
    guard let id else { return }
    let title = storage.field.string
    showField(node)
    if keepsFocus { storage.table.becomeFocused() }
    guard keepsTitle, !title.isEmpty, storage.state.withLock({ $0.entries.first { $0.id == id }?.title }) != title,
      let items = node.items.renaming(id, to: title)
    else { return }
    node.items = items
    node.send(Tree.rename, TreeRename(id: id, title: title))
  }

  private static func showField(_ node: Node<Tree>) {
    let id = node.storage.state.withLock { $0.renamed }
    for row in node.storage.rows { row.field = row.entry.id == id ? node.storage.field : nil }
  }
}

/// New title of an entry of a tree. A value.
public struct TreeRename: Sendable, Hashable {
  /// Id of the entry; it stays.
  public var id: String
  /// New title.
  public var title: String

  /// Creates a new title.
  public init(id: String, title: String) { (self.id, self.title) = (id, title) }
}
