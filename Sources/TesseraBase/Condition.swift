#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A condition variable for the value of one ``Monitor``. Any thread.
public final class Condition: @unchecked Sendable {
  // @unchecked: as in Lock, the condition lives at a stable address and is only touched by pthread calls.
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  /// Owner of the mutex, kept alive.
  private let owner: AnyObject

  /// Creates a condition for a boxed value; called by ``Monitor``.
  init<Value>(_ box: Locked<Value>) {
    mutex = box.mutex
    owner = box
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    defer { pthread_condattr_destroy(&attributes) }
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    let status = pthread_cond_init(condition, &attributes)
    precondition(status == 0, "pthread_cond_init failed with \(status)")
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  /// Releases the lock, waits for a signal, and takes the lock again.
  ///
  /// The caller holds the lock and checks its condition in a loop.
  func wait() { pthread_cond_wait(condition, mutex) }

  /// Waits as ``wait()`` does, but at most until `deadline`. Returns whether it has passed.
  ///
  /// - Parameter deadline: seconds of the monotonic clock.
  func wait(deadline: Double) -> Bool {
    // Centuries count as forever; the conversion below must not overflow.
    guard deadline < 1e10 else {
      wait()
      return false
    }
    let seconds = max(0, deadline).rounded(.down)
    var time = timespec()
    time.tv_sec = .init(seconds)
    time.tv_nsec = .init((max(0, deadline) - seconds) * 1e9)
    return pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT
  }

  /// Wakes one waiter.
  public func signal() { pthread_cond_signal(condition) }

  /// Wakes all waiters.
  public func broadcast() { pthread_cond_broadcast(condition) }
}
