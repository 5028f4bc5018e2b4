#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import TesseraBase

/// A thread with a large stack, for work that recurses deeper than the caller's stack allows; it waits from one piece of work to the next.
///
/// The caller waits while the thread works, so what both touch only one of them does at a time.
package final class LargeStack {
  /// Size of the stack.
  let bytes: Int
  private let handover: Handover
  private let thread: pthread_t

  /// Starts the thread; nil where none can be made.
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

  /// Has the thread do `work` in the caller's thread context, and waits for it.
  func run(_ work: @escaping @Sendable () -> Void) {
    let context = ThreadContext.current
    handover.run { ThreadContext.with(context, work) }
  }

  /// Runs `work` on a thread for this alone, and waits for it; nil where no thread can be made.
  package static func run<Result: Sendable>(bytes: Int, _ work: @escaping @Sendable () -> Result) -> Result? {
    guard let stack = LargeStack(bytes: bytes) else { return nil }
    let box = ResultBox<Result>()
    stack.run { box.value = work() }
    return box.value
  }

  /// `@unchecked`: the thread writes it before the caller goes on, and only then the caller reads it.
  private final class ResultBox<Result>: @unchecked Sendable {
    var value: Result?
  }
}

/// Hands work from one thread to another, a piece at a time.
private final class Handover {
  private struct State {
    var work: (() -> Void)?
    var isFinished = false
  }

  /// Told when there is work, when it is done, and when there will be no more.
  private let state = Monitor(State())

  /// Hands `work` over and waits until it is done.
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

  /// Does what is handed over until there will be no more.
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
