#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#endif

/// A mutual exclusion lock over `pthread_mutex`.
///
/// Not recursive. Any thread.
///
/// A custom type, because the thread sanitizer reports false races inside `Synchronization.Mutex`, and because a `Condition` can wait on
/// it. Keep state in a `Locked`, or in a `Monitor` if threads wait for it. Use a bare lock for state that does not fit into one value, and
/// to serialize calls.
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

  /// Releases the lock.
  @inlinable public func unlock() { pthread_mutex_unlock(mutex) }

  /// Runs `body` with the lock held and returns its result.
  @inlinable public func withLock<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    lock()
    defer { unlock() }
    return try body()
  }
}

extension UnsafeMutablePointer<pthread_mutex_t> {
  /// Initializes the memory as an unlocked mutex.
  @usableFromInline func initializeMutex() {
    initialize(to: pthread_mutex_t())
    let status = pthread_mutex_init(self, nil)
    precondition(status == 0, "pthread_mutex_init failed with \(status)")
  }

  /// Destroys an unlocked mutex. The memory is not freed.
  @usableFromInline func destroyMutex() {
    pthread_mutex_destroy(self)
    deinitialize(count: 1)
  }
}
