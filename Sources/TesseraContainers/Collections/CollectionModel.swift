internal import Tessera
internal import TesseraGeometry

/// What a collection knows of its items beside the data. Any thread.
final class CollectionModel: @unchecked Sendable {
  // @unchecked: everything mutable is only touched with `lock` held.
  private let lock = Lock()
  private var stored = State()
  /// The item that a finger carries.
  let lift = Locked<ItemLift?>(nil)

  struct State {
    var handlers = CollectionHandlers()
  }

  var state: State { lock.withLock { stored } }

  @discardableResult
  func update<R>(_ change: (inout State) -> R) -> R { lock.withLock { change(&stored) } }

  /// Takes what is known of items to where these are.
  func follow(_ diff: ListDiff) { lift.withLock { $0 = $0?.following(diff) } }
}
