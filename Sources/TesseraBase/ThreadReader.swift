#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Pointers that each thread keeps for itself, beside that of ``ThreadContext``: what reads shared state on this thread, and for whom code runs. Any thread.
public enum ThreadReader {
  private static let key = makeKey()
  private static let ownerKey = makeKey()

  private static func makeKey() -> pthread_key_t {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "pthread_key_create failed with \(status)")
    return key
  }

  /// Pointer of the calling thread; nil at first. What it points to has to live as long as it is set.
  public static var current: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    set { pthread_setspecific(key, newValue) }
  }

  /// Pointer to whom the code of the calling thread runs for; nil at first. What it points to has to live as long as it is set.
  public static var owner: UnsafeMutableRawPointer? {
    get { pthread_getspecific(ownerKey) }
    set { pthread_setspecific(ownerKey, newValue) }
  }
}
