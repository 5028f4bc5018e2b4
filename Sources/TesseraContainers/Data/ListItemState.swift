public import Tessera

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
  /// Values that the layout of a collection gives the item, by name (``ListPlacement/values(of:)``).
  public var layoutValues: [String: AttributeValue] = [:]

  /// Creates the state of an item without interaction.
  public init() {}
}
