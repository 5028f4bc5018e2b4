internal import Tessera
internal import TesseraGeometry

/// What a table knows of its rows beside the data. Any thread.
final class TableModel: @unchecked Sendable {
  // @unchecked: everything mutable is only touched with `lock` held.
  private let lock = Lock()
  private var stored = State()

  struct State {
    var handlers = TableHandlers()
    var swipe: Swipe?
    var lift: Lift?
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

  /// A row that is carried by a finger, or goes to its place.
  struct Lift {
    var index: ListIndex
    let host: AnyNode
    /// From the row's top to the finger.
    let grip: Double
    /// Where the finger is, in the table's box.
    var finger: Double
    /// The place that it would go to.
    var target: ListIndex
    /// How far other rows are moved out of its way, and since when.
    var gaps: [ObjectIdentifier: Gap] = [:]
    /// Let go: from where it goes to its place, since when.
    var landing: (from: Double, since: Double)?
    /// Whether it is in its place, and the data are to follow.
    var isDown = false
    var time = 0.0
  }

  /// How far a row makes room.
  struct Gap {
    let host: AnyNode
    var from: Double
    var to: Double
    var since: Double

    /// How far it is moved at `time`.
    func distance(at time: Double) -> Double {
      let share = min(1, max(0, (time - since) / Gap.duration))
      let eased = share * share * (3 - 2 * share)
      return from + (to - from) * eased
    }

    /// Seconds.
    static let duration = 0.18
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
      if let lift = stored.lift, !lift.isDown {
        // What it was carried over is not what it was.
        if let index = diff.newIndex(of: lift.index) {
          stored.lift?.index = index
          stored.lift?.target = index
          stored.lift?.gaps = [:]
        } else {
          stored.lift = nil
        }
      }
    }
  }
}
