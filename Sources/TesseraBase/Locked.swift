/// A value that can only be reached with its lock held. Any thread.
public final class Locked<Value>: @unchecked Sendable {
  // @unchecked: `value` is only touched between lock() and unlock().
  @usableFromInline let lock: Lock
  // Not checked when the program runs: the lock, which is not recursive, lets nobody in twice.
  @exclusivity(unchecked) @usableFromInline var value: Value

  /// Creates a box around `value`.
  @inlinable public init(_ value: sending Value) {
    lock = Lock()
    self.value = value
  }

  /// Runs `body` with the value and the lock held; `body` must not call out to code that may take the same lock.
  @inlinable public func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
