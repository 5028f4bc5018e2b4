#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#endif

/// A mutual exclusion lock over `pthread_mutex`.
///
/// Not recursive. Any thread.
///
/// Our own, because the thread sanitizer reports false races inside `Synchronization.Mutex`, and because a `Condition` can wait on it. State that it
/// guards belongs into a `Locked`; a bare lock is for what waits on a condition, and for code that cannot hand its state to a closure.
public final class Lock: @unchecked Sendable {
  // @unchecked: the mutex lives at a stable address from init to deinit and is only touched by pthread calls.
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Creates an unlocked lock.
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
  @inlinable public func lock() { pthread_mutex_lock(mutex) }

  /// Gives the lock back.
  @inlinable public func unlock() { pthread_mutex_unlock(mutex) }

  /// Runs `body` with the lock held and returns what it returns.
  @inlinable public func withLock<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    lock()
    defer { unlock() }
    return try body()
  }
}
