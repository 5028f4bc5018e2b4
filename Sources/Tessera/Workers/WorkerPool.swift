internal import CTesseraSystem
internal import TesseraBase

/// The threads that lay out, draw, and help to composite.
///
/// A fixed number of threads, started with the first job and kept until the pool goes; a hung one is replaced. Jobs of a higher class start first; within a
/// class those of a higher priority of the program, then those submitted first. A pool of no threads is manual: jobs run when ``runOne()`` or ``runAll()`` is
/// called, in the same order every time. Any thread.
public final class WorkerPool: Sendable {
  /// What starts first.
  enum Priority: Int, CaseIterable {
    /// A share of a frame that the loop is waiting for.
    case composite
    /// Layout: nothing can be drawn before it.
    case layout
    /// Content that is on the screen.
    case visible
    /// Content that is about to come to the screen.
    case ahead
    /// Whole pictures rendered for somebody who waits with `await`.
    case offline
  }

  private let queue = JobQueue()
  /// Threads of the pool; 0 for a manual one.
  public let threadCount: Int
  private let processors: Int

  /// Makes a pool.
  /// - Parameter threads: clamped to 0...64. The default leaves one processor to the frame loop.
  public convenience init(threads: Int = WorkerPool.defaultThreadCount) { self.init(threads: threads, processors: Self.processorCount) }

  /// - Parameter processors: those that the process may run on; tests have others than the machine.
  init(threads: Int, processors: Int) {
    threadCount = min(64, max(0, threads))
    self.processors = processors
  }

  /// One less than the processors that the process may run on, and at least 1.
  public static var defaultThreadCount: Int { max(1, processorCount - 1) }

  private static var processorCount: Int { Int(ts_processor_count()) }

  /// A pool for the whole process.
  public static let shared = WorkerPool()

  deinit { queue.stop() }

  /// - Parameter urgency: within the class higher ones start first.
  func submit(_ priority: Priority, _ urgency: Int = 0, _ job: @escaping @Sendable () -> Void) {
    if queue.push(job, priority.rawValue, urgency: urgency, startUpTo: threadCount) { startWorker() }
  }

  /// Runs `job` at once on a thread of its own, which ends with it: for moments in which the loop's processor has nothing to do. Returns false,
  /// and runs nothing, for a manual pool, where the pool's threads take every processor, and where no thread is to be had.
  @discardableResult func runAside(_ job: @escaping @Sendable () -> Void) -> Bool {
    threadCount > 0 && threadCount < processors && DetachedThread.start(stackSize: Self.stackSize, job)
  }

  /// Threads that have nothing to do at this moment; 0 for a manual pool.
  var freeCount: Int { threadCount == 0 ? 0 : queue.freeCount(of: threadCount) }

  /// Lets a new thread stand in for the one that a job does not end on: what waits is done all the same. The old thread gets the time that nobody
  /// else wants, and goes when the job has ended. Does nothing for a job that waits, has ended, or runs on a thread that is not the pool's.
  func replaceThread(of watch: JobWatch) {
    guard let thread = watch.begun?.thread else { return }
    if queue.replace(thread, watch) { startWorker() }
  }

  /// Runs the most urgent waiting job on the calling thread. Returns whether there was one.
  @discardableResult public func runOne() -> Bool { runOne(from: .composite, through: .offline) }

  /// Runs the most urgent waiting job of the given classes on the calling thread. Returns whether there was one.
  func runOne(from first: Priority, through last: Priority) -> Bool {
    guard let job = queue.pop(first.rawValue...last.rawValue) else { return false }
    job()
    return true
  }

  /// Runs waiting jobs on the calling thread until there are none, those they submit included. Returns how many.
  @discardableResult public func runAll() -> Int {
    var count = 0
    while runOne() { count += 1 }
    return count
  }

  /// Waits until no job waits or runs; what runs may submit more, which is waited for as well. For programs that end or measure: a frame loop
  /// never waits. Returns at once for a pool of no threads, whose jobs wait for ``runAll()``. Not from a job of the pool, which would wait
  /// for itself.
  public func waitUntilIdle() {
    if threadCount > 0 { queue.waitUntilIdle() }
  }

  /// Runs `body` for every index below `count`, on the workers and on the calling thread, and returns when all are done.
  ///
  /// - Parameter first: what the calling thread does before it helps.
  func parallel(
    _ count: Int, as priority: Priority = .composite, after first: () -> Void = {}, _ body: @escaping @Sendable (Int) -> Void
  ) {
    guard count > 1, threadCount > 0 else {
      first()
      for index in 0..<count { body(index) }
      return
    }
    let share = ParallelShare(count: count, body: body)
    for _ in 0..<min(threadCount, count - 1) { submit(priority) { share.work() } }
    first()
    share.work()
    share.waitUntilDone()
  }

  /// Stack of a worker: layout recurses a few frames for each of at most 1,024 levels of nodes. Touched pages only take memory.
  private static let stackSize = 16 << 20

  private func startWorker() {
    let isStarted = DetachedThread.start(stackSize: Self.stackSize) { [queue] in
      let number = ts_thread_id()
      queue.join(number)
      while let job = queue.waitForJob(number) { job() }
    }
    // No thread to be had: the jobs wait until somebody helps (settle does), and a later submission tries again.
    if !isStarted { queue.threadDidNotStart() }
  }
}

/// Work on several indexes that whoever comes takes one by one.
private final class ParallelShare: Sendable {
  private struct Progress {
    var next = 0
    var done = 0
  }

  private let progress = Monitor(Progress())
  private let count: Int
  private let body: @Sendable (Int) -> Void

  init(count: Int, body: @escaping @Sendable (Int) -> Void) {
    self.count = count
    self.body = body
  }

  func work() {
    while true {
      let index = progress.withLock { progress in
        defer { progress.next += 1 }
        return progress.next
      }
      guard index < count else { return }
      body(index)
      progress.withLock {
        $0.done += 1
        if $0.done == count { progress.broadcast() }
      }
    }
  }

  func waitUntilDone() { progress.wait(while: { $0.done < count }) }
}
