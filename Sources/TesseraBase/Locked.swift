#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#endif

/// A value that is only accessible with its lock held. Any thread.
public final class Locked<Value>: @unchecked Sendable {
  // @unchecked: the memory belongs to this object; the value is only touched with the mutex held, the mutex only by pthread calls.

  /// The mutex, with the value after it in the same memory block.
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  /// Not a stored property: an access through a pointer is not an access to this object, so it is not checked for exclusivity at run time.
  /// The mutex is not recursive and excludes a second access.
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

  /// Runs `body` with the value and the lock held; `body` must not call code that may take the same lock.
  @inlinable public func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }

  /// Runs `body` as ``withLock(_:)`` if the lock is free; else returns nil immediately, without calling `body`.
  @inlinable public func withLockIfAvailable<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R? {
    guard pthread_mutex_trylock(mutex) == 0 else { return nil }
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}
