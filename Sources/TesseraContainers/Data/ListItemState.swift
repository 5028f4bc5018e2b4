internal import Tessera

/// Interaction state of a row or an item of a list. A value.
public struct ListItemState: Sendable, Hashable {
  /// Whether it is pressed.
  public var isPressed = false
  /// Whether a pointer is over it and it can be pressed.
  public var isHovered = false
  /// Whether it is selected.
  public var isSelected = false
  /// Whether it is the keyboard cursor of a focused list.
  public var isCursor = false
  /// Whether the user carries it.
  public var isLifted = false
  /// Whether the list is in editing mode.
  public var isEditing = false

  /// Creates the state of an item without interaction.
  public init() {}
}

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
