internal import CTesseraSystem
internal import Synchronization

/// Which thread turns the loop of a stage. Any thread.
///
/// The loop belongs to whoever is in `frame()`, `settle()` or `run()`, from the call to its return: other threads may not touch what belongs to the
/// loop until then. Between turns it belongs to nobody, and any thread may take it; ordering these takeovers is up to the program.
final class LoopOwnership: Sendable {
  /// Kernel id of the owner; 0: nobody.
  private let owner = Atomic<Int64>(0)

  /// What a thread may do.
  enum Access: Equatable {
    /// Nobody turns the loop.
    case free
    /// The thread itself turns it: a handler or callback of the stage.
    case own
    /// Another thread turns it: nothing that belongs to the loop may be touched.
    case foreign(owner: Int64)

    init(thread: Int64, owner: Int64) { self = owner == 0 ? .free : owner == thread ? .own : .foreign(owner: owner) }

    /// Whether what belongs to the loop may be touched.
    var isAllowed: Bool { if case .foreign = self { false } else { true } }

    /// What a program that is stopped for it is told.
    func message(_ entry: StaticString, thread: Int64) -> String {
      guard case .foreign(let owner) = self else { return "" }
      return "Stage.\(entry) was called on thread \(thread) while thread \(owner) turns the stage's loop. "
        + "Call it in a handler or callback of the stage, or on the thread that runs the loop, or after frame(), settle() or run() has returned; "
        + "what other threads may call, such as send(_:) and setting nodes, says \"Any thread\"."
    }
  }

  /// What the calling thread may do now.
  var access: Access { Access(thread: ts_thread_id(), owner: owner.load(ordering: .acquiring)) }

  /// The calling thread begins to turn the loop, where nobody does. Returns what it found.
  func take() -> Access {
    let thread = ts_thread_id()
    let (exchanged, found) = owner.compareExchange(expected: 0, desired: thread, ordering: .acquiringAndReleasing)
    return exchanged ? .free : Access(thread: thread, owner: found)
  }

  /// The calling thread, which has taken the loop, is done with it.
  func release() { owner.store(0, ordering: .releasing) }
}

extension Stage {
  /// Stops debug builds where another thread turns the loop: `entry` touches what belongs to it.
  @inline(__always)
  func checkLoop(_ entry: StaticString = #function) {
    assert(ownership.access.isAllowed, ownership.access.message(entry, thread: ts_thread_id()))
  }

  /// Runs `body` with the loop owned by the calling thread. Stops debug builds, and throws in others, where another thread turns it.
  func turning<Answer>(_ entry: StaticString = #function, _ body: () throws -> Answer) throws -> Answer {
    let found = ownership.take()
    defer { if found == .free { ownership.release() } }
    guard found.isAllowed else {
      let message = found.message(entry, thread: ts_thread_id())
      assertionFailure(message)
      throw StageError(activity: .layout, node: "", reason: message)
    }
    return try body()
  }
}
