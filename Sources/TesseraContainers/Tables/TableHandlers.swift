public import Tessera
public import TesseraRender

/// What the program says about the rows of a table, and does for them. All are called on the loop, no lock held; a value.
public struct TableHandlers: Sendable {
  /// Whether a row lights up under a finger. Default: all do.
  public var shouldHighlight: (@Sendable (ListIndex) -> Bool)?
  /// Whether a row may be selected by a person. Default: all may.
  public var shouldSelect: (@Sendable (ListIndex) -> Bool)?
  /// Whether a row may be taken out of the selection by a person. Default: all may.
  public var shouldDeselect: (@Sendable (ListIndex) -> Bool)?
  /// A row was tapped while it was selected, or Enter pressed on it.
  public var activate: (@Sendable (ListIndex) -> Void)?
  /// What a row shows at its start when it is pulled towards its end, the outermost first.
  public var leadingActions: (@Sendable (ListIndex) -> [RowAction])?
  /// What a row shows at its end when it is pulled towards its start, the outermost first.
  public var trailingActions: (@Sendable (ListIndex) -> [RowAction])?
  /// Deletes a row: takes it out of the data and applies these. With it, rows have a button for that while the table is edited, and one at
  /// their end when they are pulled; ``Table/deleteTitle`` is what these are called.
  public var delete: (@Sendable (ListIndex) -> Void)?
  /// Whether a row can be deleted. Default: all can.
  public var canDelete: (@Sendable (ListIndex) -> Bool)?
  /// What a row shows at its end. Default: ``Table/accessory``.
  public var accessory: (@Sendable (ListIndex) -> RowAccessory)?
  /// Shows in the node of a row what is done with it, beside what the table shows behind the row. Any thread.
  public var updateAppearance: (@Sendable (AnyNode, ListItemState) -> Void)?
  /// Moves a row: takes it from the first place to the second, as of after that, in the data, and applies these. With it, rows can be lifted by
  /// a long press.
  public var move: (@Sendable (ListIndex, ListIndex) -> Void)?
  /// Whether a row can be moved. Default: all can.
  public var canMove: (@Sendable (ListIndex) -> Bool)?
  /// Where a row that is held over the second place may go instead. Default: there.
  public var moveTarget: (@Sendable (ListIndex, ListIndex) -> ListIndex)?

  /// Makes what says nothing.
  public init() {}

  /// What a row has at its end when it is pulled.
  /// - Parameter title: what the button says that deletes it.
  func trailing(_ index: ListIndex, deleteTitle title: String) -> [RowAction] {
    if let trailingActions { return trailingActions(index) }
    guard let delete, canDelete?(index) ?? true else { return [] }
    return [RowAction(title, color: RowAction.red) { delete($0) }]
  }

  func leading(_ index: ListIndex) -> [RowAction] { leadingActions?(index) ?? [] }
}

/// A button that a row shows when it is pulled aside. A value.
public struct RowAction: Sendable {
  /// What it says.
  public var title: String
  /// What fills it.
  public var color: Color
  /// The colour of the title.
  public var titleColor: Color
  /// Whether pulling the row all the way does it: of the outermost of a side.
  public var isFullSwipe: Bool
  /// What it does, with the row; loop, no lock held.
  public var perform: @Sendable (ListIndex) -> Void

  /// A red for what cannot be undone.
  public static let red = Color(red: 0.86, green: 0.2, blue: 0.18)

  /// Makes a button.
  public init(
    _ title: String, color: Color = Color(red: 0.35, green: 0.38, blue: 0.42), titleColor: Color = .white, isFullSwipe: Bool = true,
    perform: @escaping @Sendable (ListIndex) -> Void
  ) {
    self.title = title
    self.color = color
    self.titleColor = titleColor
    self.isFullSwipe = isFullSwipe
    self.perform = perform
  }
}
