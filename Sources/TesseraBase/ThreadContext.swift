#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A thread-local pointer that is passed on with work for another thread. Any thread.
public enum ThreadContext {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "pthread_key_create failed with \(status)")
    return key
  }()

  /// Pointer of the calling thread; initially nil.
  public static var current: UnsafeMutableRawPointer? { pthread_getspecific(key) }

  /// Runs `body` with another pointer. Its target must stay valid until `body` returns.
  public static func with<Answer>(_ pointer: UnsafeMutableRawPointer?, _ body: () throws -> Answer) rethrows -> Answer {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, pointer)
    defer { pthread_setspecific(key, outer) }
    return try body()
  }
}
