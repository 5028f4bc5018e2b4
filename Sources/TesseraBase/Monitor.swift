#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A value behind a lock, with condition variables for waiting threads. Any thread.
///
/// ```swift
/// let jobs = Monitor<[Job]>([])
/// jobs.withLock {
///   $0.append(job)
///   jobs.signal()
/// }
/// // On another thread:
/// let job = jobs.wait { $0.popLast() }
/// ```
public final class Monitor<Value>: Sendable {
  @usableFromInline let state: Locked<Value>
  private let changed: Condition

  /// Creates a monitor of `value`.
  public init(_ value: sending Value) {
    state = Locked(value)
    changed = Condition(state)
  }

  /// Runs `body` with the value and the lock held; `body` must not call code that may take the same lock.
  @inlinable public func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R { try state.withLock(body) }

  /// Runs `body` with the lock held until its result is not nil, and returns the result. After each nil the calling thread releases the
  /// lock and waits for a signal.
  ///
  /// - Parameters:
  ///   - condition: a condition of this monitor whose signals end the wait; nil: that of ``signal()`` and ``broadcast()``.
  ///   - body: reads the value and may change it; returns nil to continue waiting.
  public func wait<R>(for condition: Condition? = nil, until body: (inout Value) -> R?) -> R {
    let condition = condition ?? changed
    pthread_mutex_lock(state.mutex)
    defer { pthread_mutex_unlock(state.mutex) }
    while true {
      // Other threads change the value during a wait, so no access to it may span one.
      if let result = body(&state.value.pointee) { return result }
      condition.wait()
    }
  }

  /// Runs `body` as ``wait(for:until:)`` does, but at most until `deadline`. Returns its result, or nil if the deadline passed first.
  ///
  /// - Parameters:
  ///   - deadline: seconds of the monotonic clock; infinity: no deadline.
  ///   - body: reads the value and may change it; returns nil to continue waiting.
  public func wait<R>(deadline: Double, until body: (inout Value) -> R?) -> R? {
    pthread_mutex_lock(state.mutex)
    defer { pthread_mutex_unlock(state.mutex) }
    var isOver = false
    while true {
      if let result = body(&state.value.pointee) { return result }
      if isOver { return nil }
      isOver = changed.wait(deadline: deadline)
    }
  }

  /// Waits while `isBlocked` returns true for the value.
  public func wait(for condition: Condition? = nil, while isBlocked: (Value) -> Bool) {
    wait(for: condition) { isBlocked($0) ? nil : () }
  }

  /// Wakes one waiter. Call it with the lock held, or after a change made with the lock held.
  public func signal() { changed.signal() }

  /// Wakes all waiters. Call it with the lock held, or after a change made with the lock held.
  public func broadcast() { changed.broadcast() }

  /// Returns another condition of the value, for waiters that depend on other changes.
  public func makeCondition() -> Condition { Condition(state) }
}
