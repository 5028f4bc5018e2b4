#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A pointer that each thread keeps for itself, and that follows work which is handed to another thread. Any thread.
public enum ThreadContext {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "pthread_key_create failed with \(status)")
    return key
  }()

  /// Pointer of the calling thread; nil at first.
  public static var current: UnsafeMutableRawPointer? { pthread_getspecific(key) }

  /// Runs `body` with another pointer. What it points to has to live until `body` returns.
  public static func with<Answer>(_ pointer: UnsafeMutableRawPointer?, _ body: () throws -> Answer) rethrows -> Answer {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, pointer)
    defer { pthread_setspecific(key, outer) }
    return try body()
  }
}
