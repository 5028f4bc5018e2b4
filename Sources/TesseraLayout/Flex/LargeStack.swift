#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Work that recurses deeper than the caller's stack allows.
enum LargeStack {
  /// Runs `work` on a thread of its own with a stack of `bytes` and waits for it; nil where no thread can be made.
  static func run<Result: Sendable>(bytes: Int, _ work: @escaping @Sendable () -> Result) -> Result? {
    let errand = Errand(work)
    guard start(errand, bytes: bytes) else { return nil }
    return errand.result
  }

  private static func start(_ errand: AnyErrand, bytes: Int) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, (bytes + 65535) & ~65535)
    var thread = pthread_t()
    // The thread borrows `errand`, which outlives it: it is joined below.
    let status = pthread_create(
      &thread, &attributes,
      { argument in
        Unmanaged<AnyErrand>.fromOpaque(argument!).takeUnretainedValue().run()  // the argument is `errand`, never nil
        return nil
      }, Unmanaged.passUnretained(errand).toOpaque())
    guard status == 0 else { return false }
    pthread_join(thread, nil)
    return withExtendedLifetime(errand) { true }
  }
}

private class AnyErrand {
  func run() {}
}

/// Work for another thread, and what came of it.
///
/// Only one side touches it at a time: the thread before the join, the caller after it.
private final class Errand<Result>: AnyErrand {
  private let work: @Sendable () -> Result
  private(set) var result: Result?
  init(_ work: @escaping @Sendable () -> Result) { self.work = work }
  override func run() { result = work() }
}
