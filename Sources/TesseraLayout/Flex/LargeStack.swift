#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import TesseraBase

/// A thread with a large stack, for work that recurses too deeply for the caller's stack; it waits between jobs.
///
/// The caller waits while the thread works, so only one of them uses shared data at a time.
package final class LargeStack {
  /// Size of the stack.
  let bytes: Int
  private let handover: Handover
  private let thread: pthread_t

  /// Starts the thread; nil if that fails.
  init?(bytes: Int) {
    self.bytes = bytes
    handover = Handover()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, (bytes + 65535) & ~65535)
    var thread = pthread_t()
    // The thread borrows `handover`, which outlives it: it is joined in deinit.
    let status = pthread_create(
      &thread, &attributes,
      { argument in
        Unmanaged<Handover>.fromOpaque(argument!).takeUnretainedValue().serve()  // the argument is `handover`, never nil
        return nil
      }, Unmanaged.passUnretained(handover).toOpaque())
    guard status == 0 else { return nil }
    self.thread = thread
  }

  deinit {
    handover.finish()
    pthread_join(thread, nil)
  }

  /// Runs `work` on the thread in the caller's thread context, and waits for it.
  func run(_ work: @escaping @Sendable () -> Void) {
    let context = ThreadContext.current
    handover.run { ThreadContext.with(context, work) }
  }

  /// Runs `work` on a separate thread, and waits for it; nil if no thread can be started.
  package static func run<Result: Sendable>(bytes: Int, _ work: @escaping @Sendable () -> Result) -> Result? {
    guard let stack = LargeStack(bytes: bytes) else { return nil }
    let box = ResultBox<Result>()
    stack.run { box.value = work() }
    return box.value
  }

  /// `@unchecked`: the thread writes it before the caller resumes, and the caller reads it only then.
  private final class ResultBox<Result>: @unchecked Sendable {
    var value: Result?
  }
}

/// Passes work to another thread, one job at a time.
private final class Handover {
  private struct State {
    var work: (() -> Void)?
    var isFinished = false
  }

  /// Signaled when there is work, when it is done, and at the end.
  private let state = Monitor(State())

  /// Passes `work` to the thread and waits until it is done.
  func run(_ work: @escaping () -> Void) {
    state.withLock {
      $0.work = work
      state.broadcast()
    }
    state.wait(while: { $0.work != nil })
  }

  func finish() {
    state.withLock {
      $0.isFinished = true
      state.broadcast()
    }
  }

  /// Runs jobs until the end.
  func serve() {
    while true {
      let (work, isFinished) = state.wait { $0.work != nil || $0.isFinished ? ($0.work, $0.isFinished) : nil }
      guard let work, !isFinished else { return }
      work()
      state.withLock {
        $0.work = nil
        state.broadcast()
      }
    }
  }
}
