#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#endif

/// A value that can only be reached with its lock held. Any thread.
public final class Locked<Value>: @unchecked Sendable {
  // @unchecked: the memory belongs to this object; the value is only touched with the mutex held, the mutex only by pthread calls.

  /// The mutex, with the value behind it in the same piece of memory.
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  /// Not a stored value: an access through a pointer is no access to this object, and is not checked for exclusivity when the program runs. The mutex,
  /// which is not recursive, lets nobody in twice.
  @usableFromInline let value: UnsafeMutablePointer<Value>

  /// Creates a box around `value`.
  @inlinable public init(_ value: sending Value) {
    let alignment = max(MemoryLayout<pthread_mutex_t>.alignment, MemoryLayout<Value>.alignment)
    // Alignments are powers of two.
    let offset = (MemoryLayout<pthread_mutex_t>.size + alignment - 1) & ~(alignment - 1)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: offset + MemoryLayout<Value>.size, alignment: alignment)
    mutex = memory.bindMemory(to: pthread_mutex_t.self, capacity: 1)
    mutex.initializeMutex()
    self.value = (memory + offset).initializeMemory(as: Value.self, to: value)
  }

  @inlinable deinit {
    value.deinitialize(count: 1)
    mutex.destroyMutex()
    UnsafeMutableRawPointer(mutex).deallocate()
  }

  /// Runs `body` with the value and the lock held; `body` must not call out to code that may take the same lock.
  @inlinable public func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }

  /// As ``withLock(_:)`` where nobody holds the lock; else returns nil at once, without having called `body`.
  @inlinable public func withLockIfAvailable<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R? {
    guard pthread_mutex_trylock(mutex) == 0 else { return nil }
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}
