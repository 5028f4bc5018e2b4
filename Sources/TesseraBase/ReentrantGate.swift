#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A recursive lock: one thread at a time may enter, any number of times. For foreign code that may call back. It protects no state; keep
/// state in a ``Locked``. Any thread.
public final class ReentrantGate: Sendable {
  private struct State {
    var owner: pthread_t?
    var depth = 0
  }

  private let state = Monitor(State())

  /// Creates an open gate.
  public init() {}

  /// Waits until no other thread is inside, and enters. Balance each call with ``leave()`` on the same thread.
  public func enter() {
    let thread = pthread_self()
    state.wait { (state) -> Void? in
      guard state.depth == 0 || state.owner.map({ pthread_equal($0, thread) != 0 }) == true else { return nil }
      state.owner = thread
      state.depth += 1
      return ()
    }
  }

  /// Leaves; the last of the thread's calls admits other threads.
  ///
  /// - Returns: whether this was the last call, so that the thread is outside.
  @discardableResult
  public func leave() -> Bool {
    let isOpen = state.withLock { state in
      precondition(
        state.depth > 0 && state.owner.map { pthread_equal($0, pthread_self()) != 0 } == true, "leave() without enter() on this thread")
      state.depth -= 1
      if state.depth == 0 { state.owner = nil }
      return state.depth == 0
    }
    if isOpen { state.signal() }
    return isOpen
  }
}
