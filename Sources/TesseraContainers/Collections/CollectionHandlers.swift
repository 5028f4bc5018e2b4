public import Tessera

/// What the program says about the items of a collection, and does for them. All are called on the loop unless they say otherwise, no lock held; a value.
public struct CollectionHandlers: Sendable {
  /// Whether an item is shown as pressed under a finger. Default: all are.
  public var shouldHighlight: (@Sendable (ListIndex) -> Bool)?
  /// Whether an item may be selected by a person. Default: all may.
  public var shouldSelect: (@Sendable (ListIndex) -> Bool)?
  /// Whether an item may be taken out of the selection by a person. Default: all may.
  public var shouldDeselect: (@Sendable (ListIndex) -> Bool)?
  /// An item was tapped while it was selected, or where none can be, or Enter pressed on it.
  public var activate: (@Sendable (ListIndex) -> Void)?
  /// Moves an item: takes it from the first place to the second, as of after that, in the data, and applies these. With it, items can be lifted by a
  /// long press.
  public var move: (@Sendable (ListIndex, ListIndex) -> Void)?
  /// Whether an item can be moved. Default: all can.
  public var canMove: (@Sendable (ListIndex) -> Bool)?
  /// Where an item that is held over the second place may go instead. Default: there.
  public var moveTarget: (@Sendable (ListIndex, ListIndex) -> ListIndex)?
  /// Shows in the node of an item what is done with it. Any thread. Default: one that is pressed is fainter (`opacity`), one that is selected or that keys are for has a
  /// `border`; items that need these two for something else bring a function of their own.
  public var updateAppearance: (@Sendable (AnyNode, CollectionItemState) -> Void)?

  /// Makes what says nothing.
  public init() {}
}

/// What is done with an item of a collection.
public typealias CollectionItemState = ListItemState
