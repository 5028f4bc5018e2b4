#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A thread with a large stack, for work that recurses deeper than the caller's stack allows; it waits from one piece of work to the next.
///
/// The caller waits while the thread works, so what both touch only one of them does at a time.
final class LargeStack {
  /// Size of the stack.
  let bytes: Int
  private let errands: Errands
  private let thread: pthread_t

  /// Starts the thread; nil where none can be made.
  init?(bytes: Int) {
    self.bytes = bytes
    errands = Errands()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, (bytes + 65535) & ~65535)
    var thread = pthread_t()
    // The thread borrows `errands`, which outlives it: it is joined in deinit.
    let status = pthread_create(
      &thread, &attributes,
      { argument in
        Unmanaged<Errands>.fromOpaque(argument!).takeUnretainedValue().work()  // the argument is `errands`, never nil
        return nil
      }, Unmanaged.passUnretained(errands).toOpaque())
    guard status == 0 else { return nil }
    self.thread = thread
  }

  deinit {
    errands.finish()
    pthread_join(thread, nil)
  }

  /// Has the thread do `work`, and waits for it.
  func run(_ work: @escaping @Sendable () -> Void) { errands.run(work) }

  /// Runs `work` on a thread for this alone, and waits for it; nil where no thread can be made.
  static func run<Result: Sendable>(bytes: Int, _ work: @escaping @Sendable () -> Result) -> Result? {
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

/// What a thread is to do next.
private final class Errands {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let turn = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // Both behind the mutex.
  private var errand: (() -> Void)?
  private var isFinished = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(turn, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(turn)
    mutex.deallocate()
    turn.deallocate()
  }

  /// Hands an errand over and waits until it is done.
  func run(_ work: @escaping () -> Void) {
    pthread_mutex_lock(mutex)
    errand = work
    pthread_cond_broadcast(turn)
    while errand != nil { pthread_cond_wait(turn, mutex) }
    pthread_mutex_unlock(mutex)
  }

  func finish() {
    pthread_mutex_lock(mutex)
    isFinished = true
    pthread_cond_broadcast(turn)
    pthread_mutex_unlock(mutex)
  }

  /// Does one errand after the other until there will be no more.
  func work() {
    pthread_mutex_lock(mutex)
    while !isFinished {
      if let next = errand {
        pthread_mutex_unlock(mutex)
        next()
        pthread_mutex_lock(mutex)
        errand = nil
        pthread_cond_broadcast(turn)
      } else {
        pthread_cond_wait(turn, mutex)
      }
    }
    pthread_mutex_unlock(mutex)
  }
}
