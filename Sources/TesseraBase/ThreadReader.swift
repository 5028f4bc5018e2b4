#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Thread-local pointers besides that of ``ThreadContext``: the current reader of shared state, and the owner of the running code. Any
/// thread.
public enum ThreadReader {
  private static let key = makeKey()
  private static let ownerKey = makeKey()

  private static func makeKey() -> pthread_key_t {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "pthread_key_create failed with \(status)")
    return key
  }

  /// Reader pointer of the calling thread; initially nil. Its target must stay valid while it is set.
  public static var current: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    set { pthread_setspecific(key, newValue) }
  }

  /// Pointer to the owner of the code running on the calling thread; initially nil. Its target must stay valid while it is set.
  public static var owner: UnsafeMutableRawPointer? {
    get { pthread_getspecific(ownerKey) }
    set { pthread_setspecific(ownerKey, newValue) }
  }
}
