public import Tessera

/// Closures of the program for the items of a collection. Called on the loop unless stated, with no lock held. A value.
public struct CollectionHandlers: Sendable {
  /// Returns whether an item is highlighted while it is pressed. Default: every item.
  public var shouldHighlight: (@Sendable (ListIndex) -> Bool)?
  /// Returns whether the user may select an item. Default: every item.
  public var shouldSelect: (@Sendable (ListIndex) -> Bool)?
  /// Returns whether the user may deselect an item. Default: every item.
  public var shouldDeselect: (@Sendable (ListIndex) -> Bool)?
  /// Called when the user taps a selected item in single selection, or any item of a collection without selection. Enter and Space act like
  /// a tap.
  public var activate: (@Sendable (ListIndex) -> Void)?
  /// Moves an item in the data from the first place to the second and applies the change. The second place is its place after the move. If
  /// set, a long press lifts items.
  public var move: (@Sendable (ListIndex, ListIndex) -> Void)?
  /// Returns whether an item can be moved. Default: every item.
  public var canMove: (@Sendable (ListIndex) -> Bool)?
  /// Returns the place to use instead of the second place, over which an item is held. Default: that place.
  public var moveTarget: (@Sendable (ListIndex, ListIndex) -> ListIndex)?
  /// Shows the state of an item in its node. Any thread. By default a pressed item is fainter (`opacity`), and a selected item or the
  /// keyboard cursor has a `border`. Set your own function if items use these two properties for other purposes.
  public var updateAppearance: (@Sendable (AnyNode, CollectionItemState) -> Void)?

  /// Creates handlers with the defaults.
  public init() {}
}

/// Interaction state of an item of a collection.
public typealias CollectionItemState = ListItemState
