public import Tessera

// Accessibility semantics of a table and its rows. Swipe actions are custom actions of the row.

extension Table {
  public static func semantics(of node: Node<Table>) -> NodeSemantics { node.listSemantics }

  public static func semantics(ofSubnode subnode: AnyNode, in node: Node<Table>) -> NodeSemantics {
    guard let row = subnode as? Node<TableRow> else { return NodeSemantics() }
    var semantics = node.semantics(of: row.element)
    if let index = row.element.index {
      let named = node.pullActions(of: index).map { SemanticsAction.custom($0.title) }
      if !named.isEmpty { semantics.actions = (semantics.actions ?? []) + named }
    }
    return semantics
  }

  public static func perform(_ action: SemanticsAction, onSubnode subnode: AnyNode, of node: Node<Table>) -> Bool {
    guard let row = subnode as? Node<TableRow> else { return false }
    guard case .custom(let name) = action, let index = row.element.index else { return node.perform(action, on: row.element) }
    guard let found = node.pullActions(of: index).first(where: { $0.title == name }) else { return false }
    found.perform(index)
    return true
  }
}

extension Node where Value == Table {
  /// Title of delete buttons: that of the program, or the word of the environment's language.
  var deleteTitleInUse: String { value.deleteTitle ?? environmentValues.word(.delete) }

  /// Returns the swipe actions of a row on both sides.
  fileprivate func pullActions(of index: ListIndex) -> [RowAction] {
    guard !value.isEditing else { return [] }
    let handlers = self.handlers
    return handlers.leading(index) + handlers.trailing(index, deleteTitle: deleteTitleInUse)
  }
}
