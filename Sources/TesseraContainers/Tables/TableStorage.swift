internal import Tessera
internal import TesseraGeometry

/// State of a table node besides its value: scroll position, rows, selection and the program's closures. Any thread.
public final class TableStorage: ListingStorage, ItemChoosingStorage {
  public let scroll = ScrollStorage()
  public let list = ListStorage(SectionedLayout.table())
  /// Selected and pressed rows, and the keyboard cursor.
  let choice = Locked(ItemChoice())
  /// Row that the user carries.
  let lift = Locked<ItemLift?>(nil)
  let rows = Locked(TableRows())

  /// Creates the storage of a table without rows.
  public init() {}

  /// Moves the state of rows to their new places.
  func apply(_ diff: ListDiff) {
    rows.withLock { $0.apply(diff) }
    lift.withLock { $0 = $0?.following(diff) }
  }
}

/// State of a table's rows besides the data and the selection. A value.
struct TableRows {
  var handlers = TableHandlers()
  var swipe: Swipe?
  /// Swipe that is closing; its buttons are visible until the row is back.
  var closing: Swipe?
  /// Last style of the rows.
  var style: TableRowStyle?

  /// Swipe of a row.
  struct Swipe {
    var index: ListIndex
    /// Actions of the row: the leading ones appear when it is pulled towards its end.
    var leading: [RowAction]
    var trailing: [RowAction]
    /// Distance of the swipe, towards the trailing edge.
    var distance = 0.0
    /// Distance at the start of the touch.
    var base = 0.0
    var width: Double
    /// Whether a finger pulls it.
    var isHeld = true
    /// Whether releasing performs the outermost action, which then fills the row.
    var isArmed = false
    /// Released full swipe, performed when its button fills the row.
    var due: RowAction?

    /// Visible actions, the outermost first.
    var actions: [RowAction] { distance > 0 ? leading : distance < 0 ? trailing : side > 0 ? leading : trailing }
    /// Last side of the swipe: 1 means towards the trailing edge, -1 towards the leading edge.
    var side = 0.0
  }

  /// Returns the swipe that a row shows, open or closing.
  func shownSwipe(of index: ListIndex?) -> Swipe? {
    guard let index else { return nil }
    return [swipe, closing].lazy.compactMap { $0 }.first { $0.index == index }
  }

  mutating func apply(_ diff: ListDiff) {
    if let swipe { if let index = diff.newIndex(of: swipe.index) { self.swipe?.index = index } else { self.swipe = nil } }
    if let closing { if let index = diff.newIndex(of: closing.index) { self.closing?.index = index } else { self.closing = nil } }
  }

  /// Stores the style of rows. Returns whether it changed.
  mutating func update(_ style: TableRowStyle) -> Bool {
    guard self.style != style else { return false }
    defer { self.style = style }
    return self.style != nil
  }
}
