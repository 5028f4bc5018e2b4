internal import CTesseraSystem
internal import TesseraBase

/// Threads that lay out, draw, and help to composite.
///
/// A fixed number of threads, started with the first job and kept for the life of the pool; a hung one is replaced. Jobs of a higher class
/// start first. Within a class, jobs with a higher priority of the program start first, then those submitted first. A pool without threads
/// is manual: jobs run in ``runOne()`` or ``runAll()``, always in the same order. Any thread.
public final class WorkerPool: Sendable {
  /// Class of a job, in order of start.
  enum Priority: Int, CaseIterable {
    /// Part of a frame that the loop waits for.
    case composite
    /// Layout, which precedes drawing.
    case layout
    /// Visible content.
    case visible
    /// Content that is about to become visible.
    case ahead
    /// Pictures rendered for a caller that waits with `await`.
    case offline
  }

  private let queue = JobQueue()
  /// Number of threads; 0 for a manual pool.
  public let threadCount: Int
  private let processors: Int

  /// Creates a pool.
  /// - Parameter threads: clamped to 0...64. The default leaves one processor to the frame loop.
  public convenience init(threads: Int = WorkerPool.defaultThreadCount) { self.init(threads: threads, processors: Self.processorCount) }

  /// - Parameter processors: processors that the process may use; tests set other numbers.
  init(threads: Int, processors: Int) {
    threadCount = min(64, max(0, threads))
    self.processors = processors
  }

  /// Number of processors that the process may use minus 1, at least 1.
  public static var defaultThreadCount: Int { max(1, processorCount - 1) }

  private static var processorCount: Int { Int(ts_processor_count()) }

  /// Shared pool of the process.
  public static let shared = WorkerPool()

  deinit { queue.stop() }

  /// - Parameter urgency: order within the class; higher ones start first.
  func submit(_ priority: Priority, _ urgency: Int = 0, _ job: @escaping @Sendable () -> Void) {
    if queue.push(job, priority.rawValue, urgency: urgency, startUpTo: threadCount) { startWorker() }
  }

  /// Runs `job` immediately on a separate thread, which ends with it. Used while the loop's processor is idle. Returns false without
  /// running it for a manual pool, if the pool's threads use all processors, or if no thread can be created.
  @discardableResult func runAside(_ job: @escaping @Sendable () -> Void) -> Bool {
    threadCount > 0 && threadCount < processors && DetachedThread.start(stackSize: Self.stackSize, job)
  }

  /// Number of threads without work; 0 for a manual pool.
  var freeCount: Int { threadCount == 0 ? 0 : queue.freeCount(of: threadCount) }

  /// Replaces the thread of a job that does not end, so that pending jobs are run. The priority of the old thread is lowered to idle time,
  /// and it exits when the job has ended. Does nothing for a job that is pending, has ended, or runs on a thread outside of the pool.
  func replaceThread(of watch: JobWatch) {
    guard let thread = watch.begun?.thread else { return }
    if queue.replace(thread, watch) { startWorker() }
  }

  /// Runs the most urgent pending job on the calling thread. Returns whether there was one.
  @discardableResult public func runOne() -> Bool { runOne(from: .composite, through: .offline) }

  /// Runs the most urgent pending job of the given classes on the calling thread. Returns whether there was one.
  func runOne(from first: Priority, through last: Priority) -> Bool {
    guard let job = queue.pop(first.rawValue...last.rawValue) else { return false }
    job()
    return true
  }

  /// Runs pending jobs on the calling thread until there are none, including jobs that they submit. Returns their number.
  @discardableResult public func runAll() -> Int {
    var count = 0
    while runOne() { count += 1 }
    return count
  }

  /// Waits until no job is pending or running, including jobs that running ones submit. For programs that end or measure; a frame loop
  /// never waits. Returns immediately for a manual pool, whose jobs wait for ``runAll()``. Do not call it from a job of the pool, which
  /// would wait for itself.
  public func waitUntilIdle() {
    if threadCount > 0 { queue.waitUntilIdle() }
  }

  /// Runs `body` for every index below `count`, on the workers and on the calling thread, and returns when all are done.
  ///
  /// - Parameter first: work of the calling thread before it helps.
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
    // No thread can be created: the jobs wait until another thread helps (settle does), and a later submission tries again.
    if !isStarted { queue.threadDidNotStart() }
  }
}

/// Work on several indices that participating threads take one by one.
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
