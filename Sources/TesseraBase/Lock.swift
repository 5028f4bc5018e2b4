#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#endif

/// A mutual exclusion lock over `pthread_mutex`.
///
/// Not recursive. Any thread.
///
/// Our own, because the thread sanitizer reports false races inside `Synchronization.Mutex`, and because a `Condition` can wait on it. State belongs
/// into a `Locked`, or into a `Monitor` where threads wait for it; a bare lock is for state that does not fit into one value, and for calls in a row.
public final class Lock: @unchecked Sendable {
  // @unchecked: the mutex lives at a stable address from init to deinit and is only touched by pthread calls.
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Creates an unlocked lock.
  public init() {
    mutex = .allocate(capacity: 1)
    mutex.initializeMutex()
  }

  deinit {
    mutex.destroyMutex()
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

extension UnsafeMutablePointer<pthread_mutex_t> {
  /// Makes an unlocked mutex of the memory.
  @usableFromInline func initializeMutex() {
    initialize(to: pthread_mutex_t())
    let status = pthread_mutex_init(self, nil)
    precondition(status == 0, "pthread_mutex_init failed with \(status)")
  }

  /// Ends a mutex that nobody holds. The memory stays.
  @usableFromInline func destroyMutex() {
    pthread_mutex_destroy(self)
    deinitialize(count: 1)
  }
}
