public import Tessera
public import TesseraRender

/// Closures of the program for the rows of a table. Called on the loop unless stated, with no lock held. A value.
public struct TableHandlers: Sendable {
  /// Returns whether a row is highlighted while it is pressed. Default: every row.
  public var shouldHighlight: (@Sendable (ListIndex) -> Bool)?
  /// Returns whether the user may select a row. Default: every row.
  public var shouldSelect: (@Sendable (ListIndex) -> Bool)?
  /// Returns whether the user may deselect a row. Default: every row.
  public var shouldDeselect: (@Sendable (ListIndex) -> Bool)?
  /// Called when the user taps a selected row in single selection, or any row of a table without selection. Enter and Space act like a tap.
  public var activate: (@Sendable (ListIndex) -> Void)?
  /// Returns the actions at the start of a row, shown when it is pulled towards its end, the outermost first.
  public var leadingActions: (@Sendable (ListIndex) -> [RowAction])?
  /// Returns the actions at the end of a row, shown when it is pulled towards its start, the outermost first.
  public var trailingActions: (@Sendable (ListIndex) -> [RowAction])?
  /// Deletes a row from the data and applies the change. If set, rows have a delete button in editing mode, and one at their end when they
  /// are swiped. Its title is ``Table/deleteTitle``.
  public var delete: (@Sendable (ListIndex) -> Void)?
  /// Returns whether a row can be deleted. Default: every row.
  public var canDelete: (@Sendable (ListIndex) -> Bool)?
  /// Returns the accessory of a row. Default: ``Table/accessory``.
  public var accessory: (@Sendable (ListIndex) -> RowAccessory)?
  /// Shows the state of a row in its node, in addition to the table's highlight. Any thread.
  public var updateAppearance: (@Sendable (AnyNode, ListItemState) -> Void)?
  /// Moves a row in the data from the first place to the second and applies the change. The second place is its place after the move. If
  /// set, a long press lifts rows.
  public var move: (@Sendable (ListIndex, ListIndex) -> Void)?
  /// Returns whether a row can be moved. Default: every row.
  public var canMove: (@Sendable (ListIndex) -> Bool)?
  /// Returns the place to use instead of the second place, over which a row is held. Default: that place.
  public var moveTarget: (@Sendable (ListIndex, ListIndex) -> ListIndex)?
  /// Called while the user carries a row, with its place and the place to which it would move; nil: the user has released it.
  public var carry: (@Sendable (ListIndex, ListIndex?) -> Void)?

  /// Creates handlers with the defaults.
  public init() {}

  /// Returns the actions at the end of a row.
  /// - Parameter title: title of the delete button.
  func trailing(_ index: ListIndex, deleteTitle title: String) -> [RowAction] {
    if let trailingActions { return trailingActions(index) }
    guard let delete, canDelete?(index) ?? true else { return [] }
    return [RowAction(title, color: RowAction.red) { delete($0) }]
  }

  func leading(_ index: ListIndex) -> [RowAction] { leadingActions?(index) ?? [] }
}

/// Button of a swiped row. A value.
public struct RowAction: Sendable {
  /// Title of the button.
  public var title: String
  /// Background colour.
  public var color: Color
  /// Colour of the title.
  public var titleColor: Color
  /// Whether a full swipe performs it; applies to the outermost action of a side.
  public var isFullSwipe: Bool
  /// Action for the row; loop, no lock held.
  public var perform: @Sendable (ListIndex) -> Void

  /// Red for actions that cannot be undone: `danger` of the theme.
  public static let red = Color.theme(.danger)
  /// Default colour of a button: `well` of the theme.
  public static let defaultColor = Color.theme(.well)

  /// Creates a button. A nil `titleColor` means the theme's colour of letters on ``red`` and ``defaultColor``, and white on other colours.
  public init(
    _ title: String, color: Color = RowAction.defaultColor, titleColor: Color? = nil, isFullSwipe: Bool = true,
    perform: @escaping @Sendable (ListIndex) -> Void
  ) {
    self.title = title
    self.color = color
    self.titleColor = titleColor ?? (color == Self.red ? .theme(.onDanger) : color == Self.defaultColor ? .theme(.ink) : .white)
    self.isFullSwipe = isFullSwipe
    self.perform = perform
  }
}
