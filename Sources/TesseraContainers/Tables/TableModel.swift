internal import Tessera
internal import TesseraGeometry

/// What a table knows of its rows beside the data. Any thread.
final class TableModel: @unchecked Sendable {
  // @unchecked: everything mutable is only touched with `lock` held.
  private let lock = Lock()
  private var stored = State()
  /// The row that a finger carries.
  let lift = Locked<ItemLift?>(nil)

  struct State {
    var handlers = TableHandlers()
    var swipe: Swipe?
    var looks: TableLooks?
  }

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
  }

  /// Notes how rows are to look. Returns whether that is otherwise than before.
  func takeLooks(_ looks: TableLooks) -> Bool {
    lock.withLock {
      defer { stored.looks = looks }
      return stored.looks != nil && stored.looks != looks
    }
  }

  var state: State { lock.withLock { stored } }

  @discardableResult
  func update<R>(_ change: (inout State) -> R) -> R { lock.withLock { change(&stored) } }

  /// Takes what is known of rows to where these are.
  func follow(_ diff: ListDiff) {
    lock.withLock {
      if let swipe = stored.swipe {
        if let index = diff.newIndex(of: swipe.index) { stored.swipe?.index = index } else { stored.swipe = nil }
      }
    }
    lift.withLock { $0 = $0?.following(diff) }
  }
}
