internal import Tessera
internal import TesseraGeometry

/// What a collection knows of its items beside the data. Any thread.
final class CollectionModel: @unchecked Sendable {
  // @unchecked: everything mutable is only touched with `lock` held.
  private let lock = Lock()
  private var stored = State()

  struct State {
    var handlers = CollectionHandlers()
    var lift: Lift?
  }

  /// An item that is carried by a finger, or goes to its place.
  struct Lift {
    var index: ListIndex
    let host: AnyNode
    /// From the item's corner to the finger.
    let grip: Point
    /// Where the finger is, in the collection's box.
    var finger: Point
    /// The place that it would go to.
    var target: ListIndex
    /// How far other items are moved out of its way, and since when.
    var gaps: [ObjectIdentifier: Gap] = [:]
    /// Let go: from where it goes to its place, since when.
    var landing: (from: Point, since: Double)?
    /// Whether it is in its place, and the data are to follow.
    var isDown = false
    var time = 0.0
  }

  /// How far an item makes room.
  struct Gap {
    let host: AnyNode
    var from: Point
    var to: Point
    var since: Double

    /// How far it is moved at `time`.
    func distance(at time: Double) -> Point {
      let share = min(1, max(0, (time - since) / TableModel.Gap.duration))
      return from + (to - from) * (share * share * (3 - 2 * share))
    }
  }

  var state: State { lock.withLock { stored } }

  @discardableResult
  func update<R>(_ change: (inout State) -> R) -> R { lock.withLock { change(&stored) } }

  /// Takes what is known of items to where these are.
  func follow(_ diff: ListDiff) {
    lock.withLock {
      guard let lift = stored.lift, !lift.isDown else { return }
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
