internal import Tessera

extension ListItemState {
  /// Interaction state of an item, from the state of its list.
  init(_ index: ListIndex, _ choice: ItemChoice, hasFocus: Bool, isLifted: Bool, isEditing: Bool = false) {
    isPressed = choice.pressed == index
    isHovered = choice.hovered == index
    isSelected = choice.selected.contains(index)
    isCursor = choice.cursor == index && hasFocus
    self.isLifted = isLifted
    self.isEditing = isEditing
  }
}

extension AnyNode {
  /// Passes the state to the node of a row or an item, and to `other` if the row does not show it. Returns whether the row shows it.
  @discardableResult
  func notify(_ content: AnyNode, _ other: (@Sendable (AnyNode, ListItemState) -> Void)?, _ state: () -> ListItemState) -> Bool {
    let row = content as? Node<DataRow>
    let shows = row?.value.content?.usesState ?? false
    guard shows || other != nil else { return false }
    let state = state()
    if shows, row?.state != state { row?.state = state }
    other?(content, state)
    return shows
  }
}
