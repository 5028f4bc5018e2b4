internal import Tessera
internal import TesseraGeometry

/// What a table node keeps beside its value: where it is scrolled to, the rows, what is selected, and what the program says of rows. Any thread.
public final class TableStorage: ListingStorage, ItemChoosingStorage {
  public let scroll = ScrollStorage()
  public let list = ListStorage(SectionedLayout.table())
  /// What is selected, pressed, and where keys are.
  let choice = Locked(ItemChoice())
  /// The row that a finger carries.
  let lift = Locked<ItemLift?>(nil)
  let rows = Locked(TableRows())

  /// Makes that of a table without rows.
  public init() {}

  /// Takes what is known of rows to where these are.
  func follow(_ diff: ListDiff) {
    rows.withLock { $0.follow(diff) }
    lift.withLock { $0 = $0?.following(diff) }
  }
}

/// What a table knows of its rows beside the data and the choices. A value.
struct TableRows {
  var handlers = TableHandlers()
  var swipe: Swipe?
  /// The style that rows were given last.
  var style: TableRowStyle?

  /// A row that is pulled aside.
  struct Swipe {
    var index: ListIndex
    /// What it shows: at its start where it is pulled towards its end.
    var leading: [RowAction]
    var trailing: [RowAction]
    /// How far it is pulled, towards the end of lines.
    var distance = 0.0
    /// How far it was when the finger took it.
    var base = 0.0
    var width: Double
    /// Whether a finger pulls it.
    var isHeld = true
    /// Whether letting go does what the outermost action says: that fills the row.
    var isArmed = false
  }

  mutating func follow(_ diff: ListDiff) {
    guard let swipe else { return }
    if let index = diff.newIndex(of: swipe.index) { self.swipe?.index = index } else { self.swipe = nil }
  }

  /// Notes the style of rows. Returns whether that is another than they were given before.
  mutating func update(_ style: TableRowStyle) -> Bool {
    guard self.style != style else { return false }
    defer { self.style = style }
    return self.style != nil
  }
}
