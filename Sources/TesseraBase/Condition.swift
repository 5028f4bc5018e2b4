#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A condition that threads wait for, bound to one lock. Any thread.
public final class Condition: @unchecked Sendable {
  // @unchecked: as in Lock, the condition lives at a stable address and is only touched by pthread calls.
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private let lock: Lock

  /// Creates a condition of what `lock` guards.
  public init(_ lock: Lock) {
    self.lock = lock
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    let status = pthread_cond_init(condition, nil)
    precondition(status == 0, "pthread_cond_init failed with \(status)")
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  /// Gives the lock back, waits for a signal, takes the lock again.
  ///
  /// The caller holds the lock and checks its condition in a loop.
  public func wait() { pthread_cond_wait(condition, lock.mutex) }

  /// Wakes one waiter.
  public func signal() { pthread_cond_signal(condition) }

  /// Wakes every waiter.
  public func broadcast() { pthread_cond_broadcast(condition) }
}
