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
  /// One that goes back: its buttons are seen until it is there.
  var closing: Swipe?
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
    /// The button under a finger.
    var pressed: AnyNode?
    /// What was let go of, and is done when its button fills the row.
    var due: RowAction?

    /// What is seen of it, the outermost first.
    var actions: [RowAction] { distance > 0 ? leading : distance < 0 ? trailing : side > 0 ? leading : trailing }
    /// The side that it was pulled to last: 1: towards the end of lines; -1: towards their start.
    var side = 0.0
  }

  /// The swipe that a row shows, that it is pulled by or goes back from.
  func shownSwipe(of index: ListIndex?) -> Swipe? {
    guard let index else { return nil }
    return [swipe, closing].lazy.compactMap { $0 }.first { $0.index == index }
  }

  mutating func follow(_ diff: ListDiff) {
    if let swipe { if let index = diff.newIndex(of: swipe.index) { self.swipe?.index = index } else { self.swipe = nil } }
    if let closing { if let index = diff.newIndex(of: closing.index) { self.closing?.index = index } else { self.closing = nil } }
  }

  /// Notes the style of rows. Returns whether that is another than they were given before.
  mutating func update(_ style: TableRowStyle) -> Bool {
    guard self.style != style else { return false }
    defer { self.style = style }
    return self.style != nil
  }
}
