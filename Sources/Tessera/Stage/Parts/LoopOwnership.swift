internal import CTesseraSystem
internal import Synchronization

/// Thread that runs the loop of a stage. Any thread.
///
/// The loop is owned by the thread inside `frame()`, `settle()` or `run()`, from the call to its return. Other threads must not access the
/// loop's state during that time. Between these calls it has no owner, and any thread may take it; the program is responsible for their
/// order.
final class LoopOwnership: Sendable {
  /// Kernel id of the owner; 0 means none.
  private let owner = Atomic<Int64>(0)

  /// Access of a thread.
  enum Access: Equatable {
    /// The loop has no owner.
    case free
    /// The thread owns the loop: a handler or callback of the stage.
    case own
    /// Another thread owns the loop: its state must not be accessed.
    case foreign(owner: Int64)

    init(thread: Int64, owner: Int64) { self = owner == 0 ? .free : owner == thread ? .own : .foreign(owner: owner) }

    /// Whether the loop's state may be accessed.
    var isAllowed: Bool { if case .foreign = self { false } else { true } }

    /// Returns the message with which a program is stopped.
    func message(_ entry: StaticString, thread: Int64) -> String {
      guard case .foreign(let owner) = self else { return "" }
      return "Stage.\(entry) was called on thread \(thread) while thread \(owner) runs the stage's loop. "
        + "Call it in a handler or callback of the stage, or on the thread that runs the loop, or after frame(), settle() or run() has returned; "
        + "functions for other threads, such as send(_:) and setters of nodes, are documented with \"Any thread\"."
    }
  }

  /// Access of the calling thread.
  var access: Access { Access(thread: ts_thread_id(), owner: owner.load(ordering: .acquiring)) }

  /// Takes the loop for the calling thread if it has no owner. Returns the previous access.
  func acquire() -> Access {
    let thread = ts_thread_id()
    let (exchanged, found) = owner.compareExchange(expected: 0, desired: thread, ordering: .acquiringAndReleasing)
    return exchanged ? .free : Access(thread: thread, owner: found)
  }

  /// Releases the loop, which the calling thread has taken.
  func release() { owner.store(0, ordering: .releasing) }
}
