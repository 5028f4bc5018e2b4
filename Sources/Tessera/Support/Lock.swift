internal import Glibc

/// A mutual exclusion lock over `pthread_mutex`.
///
/// Our own, because the thread sanitizer reports false races inside `Synchronization.Mutex`, and because a condition can wait on it.
/// Not recursive. Any thread.
public final class Lock: @unchecked Sendable {
  // @unchecked: the mutex lives at a stable address from init to deinit and is only touched by pthread calls.
  let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Makes an unlocked lock.
  public init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let status = pthread_mutex_init(mutex, nil)
    precondition(status == 0, "pthread_mutex_init failed with \(status)")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Waits for the lock and takes it.
  public func lock() { pthread_mutex_lock(mutex) }

  /// Gives the lock back.
  public func unlock() { pthread_mutex_unlock(mutex) }

  /// Runs `body` with the lock held and returns what it returns.
  public func withLock<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    lock()
    defer { unlock() }
    return try body()
  }
}

/// A condition that threads wait for, bound to one lock. Any thread.
final class Condition: @unchecked Sendable {
  // @unchecked: as in Lock, the condition lives at a stable address and is only touched by pthread calls.
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private let lock: Lock

  init(_ lock: Lock) {
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

  /// Gives the lock back, waits for a signal, takes the lock again. The caller holds the lock and checks its condition in a loop.
  func wait() { pthread_cond_wait(condition, lock.mutex) }

  /// Wakes one waiter.
  func signal() { pthread_cond_signal(condition) }

  /// Wakes every waiter.
  func broadcast() { pthread_cond_broadcast(condition) }
}
