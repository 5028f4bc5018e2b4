#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A value behind a lock, with conditions that threads wait for. Any thread.
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

  /// Runs `body` with the value and the lock held; `body` must not call out to code that may take the same lock.
  @inlinable public func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R { try state.withLock(body) }

  /// Runs `body` with the lock held until it returns something other than nil, and returns that. After each nil the calling thread waits, without the
  /// lock, for a signal.
  ///
  /// - Parameters:
  ///   - condition: whose signals end the wait; nil: those of ``signal()`` and ``broadcast()``. One of this monitor.
  ///   - body: looks at the value and may change it; nil: not yet.
  public func wait<R>(for condition: Condition? = nil, until body: (inout Value) -> R?) -> R {
    let condition = condition ?? changed
    pthread_mutex_lock(state.mutex)
    defer { pthread_mutex_unlock(state.mutex) }
    while true {
      // A wait lets others change the value, so no access to it may last through one.
      if let result = body(&state.value.pointee) { return result }
      condition.wait()
    }
  }

  /// Runs `body` as ``wait(for:until:)`` does, until `deadline` at most. Returns what it returned, or nil where the deadline passed first.
  ///
  /// - Parameters:
  ///   - deadline: seconds of the monotonic clock; infinity: none.
  ///   - body: looks at the value and may change it; nil: not yet.
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

  /// Waits until `isBlocked` is false of the value.
  public func wait(for condition: Condition? = nil, while isBlocked: (Value) -> Bool) {
    wait(for: condition) { isBlocked($0) ? nil : () }
  }

  /// Wakes one waiter. With the lock held, or after the change was made with it held.
  public func signal() { changed.signal() }

  /// Wakes every waiter. With the lock held, or after the change was made with it held.
  public func broadcast() { changed.broadcast() }

  /// Returns one more condition of the value, for waiters that other changes concern.
  public func makeCondition() -> Condition { Condition(state) }
}
