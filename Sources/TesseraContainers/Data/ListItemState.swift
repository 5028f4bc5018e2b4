internal import Tessera

/// What is done with a row or an item of a list. A value.
public struct ListItemState: Sendable, Hashable {
  /// Whether a finger is on it.
  public var isPressed = false
  /// Whether a pointer is over it, and it can be pressed.
  public var isHovered = false
  /// Whether it is selected.
  public var isSelected = false
  /// Whether keys are for it, while the list has the focus.
  public var isCursor = false
  /// Whether a finger carries it.
  public var isLifted = false
  /// Whether the list is edited.
  public var isEditing = false

  /// Makes the state of an item that nothing is done with.
  public init() {}
}

extension ListItemState {
  /// What is done with an item as its list knows it.
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
  /// Tells the node of a row or an item what is done with it, and who else is to show that. Returns whether the row shows it itself.
  @discardableResult
  func tell(_ content: AnyNode, _ other: (@Sendable (AnyNode, ListItemState) -> Void)?, _ state: () -> ListItemState) -> Bool {
    let row = content as? Node<DataRow>
    let shows = row?.value.content?.usesState ?? false
    guard shows || other != nil else { return false }
    let state = state()
    if shows, row?.state != state { row?.state = state }
    other?(content, state)
    return shows
  }
}
