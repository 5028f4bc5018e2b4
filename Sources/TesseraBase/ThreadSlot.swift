#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A thread-local pointer. Any thread.
public final class ThreadSlot: Sendable {
  private let key: pthread_key_t

  /// Creates a slot with nil on every thread.
  public init() {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "pthread_key_create failed with \(status)")
    self.key = key
  }

  deinit { pthread_key_delete(key) }

  /// Pointer of the calling thread.
  public var current: UnsafeMutableRawPointer? { pthread_getspecific(key) }

  /// Runs `body` with another pointer. Its target must stay valid until `body` returns.
  public func with<Answer>(_ pointer: UnsafeMutableRawPointer?, _ body: () throws -> Answer) rethrows -> Answer {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, pointer)
    defer { pthread_setspecific(key, outer) }
    return try body()
  }
}
