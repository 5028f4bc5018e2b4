internal import CTesseraSystem
internal import Synchronization

/// What workers and other threads hand to the frame loop, and how they wake it. Any thread.
final class StageInbox: LoopPort, @unchecked Sendable {
  // @unchecked: everything mutable but the atomics is only touched with `lock` held.

  /// What arrived since the last frame.
  struct Messages {
    var layout: LayoutJob.Result?
    var draws: [DrawJob.Result] = []
    var events: [Event] = []
    var errors: [StageError] = []

    /// Empties it and keeps the memory.
    mutating func clear() {
      layout = nil
      draws.removeAll(keepingCapacity: true)
      events.removeAll(keepingCapacity: true)
      errors.removeAll(keepingCapacity: true)
    }
  }

  private let lock = Lock()
  private let condition: Condition
  private var messages = Messages()
  private var wakeFile: Int32 = -1
  /// Whether the loop sleeps on the file, so that waking it takes a system call.
  private let isSleeping = Atomic<Bool>(false)
  /// Jobs of nodes that workers have not finished.
  private let jobs = Atomic<Int>(0)
  private var nodeJobs: [WorkerJob] = []
  private var hasSignal = false

  init() { condition = Condition(lock) }

  deinit { if wakeFile >= 0 { ts_close(wakeFile) } }

  func post(_ layout: LayoutJob.Result) { post { $0.layout = layout } }
  func post(_ draw: DrawJob.Result) { post { $0.draws.append(draw) } }
  func post(_ event: Event) { post { $0.events.append(event) } }
  func post(_ error: StageError) { post { $0.errors.append(error) } }

  /// A job of a node was given to a worker, and is done.
  func begin(_ job: WorkerJob) {
    jobs.add(1, ordering: .relaxed)
    lock.withLock { nodeJobs.append(job) }
  }
  func end(_ job: WorkerJob) {
    lock.withLock { nodeJobs.removeAll { $0 === job } }
    jobs.subtract(1, ordering: .releasing)
    wake()
  }
  /// Those of them that may have to be reported.
  var watchedJobs: [WorkerJob] { hasJobs ? lock.withLock { nodeJobs }.filter { !$0.isReported } : [] }
  /// Whether jobs of nodes are under way or waiting.
  var hasJobs: Bool { jobs.load(ordering: .acquiring) > 0 }

  private func post(_ change: (inout Messages) -> Void) {
    lock.withLock {
      change(&messages)
      hasSignal = true
      condition.signal()
    }
    wakeSleeper()
  }

  /// Wakes the loop without a message: a node changed.
  func wake() {
    lock.withLock {
      hasSignal = true
      condition.signal()
    }
    wakeSleeper()
  }

  private func wakeSleeper() {
    if isSleeping.exchange(false, ordering: .acquiringAndReleasing) { _ = ts_eventfd_signal(wakeFile) }
  }

  /// Whether events or errors wait to be taken.
  var hasEvents: Bool { lock.withLock { !messages.events.isEmpty || !messages.errors.isEmpty } }

  /// Hands over the finished draws alone, for somebody who waits for them with ``sleep(_:)``. Ends with ``signal()``.
  func drainDraws(into empty: inout [DrawJob.Result]) {
    lock.withLock {
      hasSignal = false
      swap(&messages.draws, &empty)
    }
  }

  /// What arrived beside draws that were taken alone is still to be taken.
  func signal() { lock.withLock { hasSignal = true } }

  /// Hands over what arrived, and keeps `empty`, whose memory is for what arrives next: taking messages allocates nothing.
  func drain(into empty: inout Messages) {
    lock.withLock {
      hasSignal = false
      swap(&messages, &empty)
    }
  }

  /// Waits until something is posted or somebody wakes the loop. For a caller that knows of work under way.
  func waitForSignal() {
    lock.lock()
    while !hasSignal { condition.wait() }
    lock.unlock()
  }

  /// Sleeps until woken, until one of `sources` is readable, until the kernel tells `watch` of pressure, or until `seconds` have passed (nil: for
  /// ever, with no timer). Frame loop only. Returns whether it was woken.
  func sleep(_ seconds: Double?, or sources: [any EventSource] = [], watching watch: MemoryWatch? = nil) throws -> Bool {
    if wakeFile < 0 {
      let file = ts_eventfd_create()
      guard file >= 0 else { throw StageError(activity: .present, node: "", reason: "eventfd failed with errno \(-file)") }
      wakeFile = file
    }
    isSleeping.store(true, ordering: .sequentiallyConsistent)
    if lock.withLock({ hasSignal }) {
      isSleeping.store(false, ordering: .sequentiallyConsistent)
      _ = ts_eventfd_drain(wakeFile)
      return true
    }
    let isWoken = Self.wait(for: wakeFile, or: sources, watching: watch, seconds.map(Self.nanoseconds) ?? -1)
    isSleeping.store(false, ordering: .sequentiallyConsistent)
    if isWoken { _ = ts_eventfd_drain(wakeFile) }
    return isWoken
  }

  private static func wait(for file: Int32, or sources: [any EventSource], watching watch: MemoryWatch?, _ timeout: Int64) -> Bool {
    let count = sources.count + 3
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { files in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { states in
        let (some, full) = watch?.files ?? (-1, -1)
        files.initializeElement(at: 0, to: file)
        files.initializeElement(at: 1, to: some)
        files.initializeElement(at: 2, to: full)
        for (i, source) in sources.enumerated() { files.initializeElement(at: i + 3, to: source.descriptor) }
        states.initialize(repeating: UInt8(TS_READABLE))
        states[1] = UInt8(TS_URGENT)
        states[2] = UInt8(TS_URGENT)
        guard ts_wait_any(files.baseAddress, states.baseAddress, Int32(count), timeout) > 0 else { return false }
        watch?.note(some: states[1], full: states[2])
        return states[0] != 0
      }
    }
  }

  /// Sleeps for `seconds` whatever arrives, signals too. Frame loop only.
  func sleepThrough(_ seconds: Double) { ts_sleep(Self.nanoseconds(seconds)) }

  /// A time to wait as the system takes it: at most some days, after which whoever waits looks again.
  private static func nanoseconds(_ seconds: Double) -> Int64 { Int64(min(seconds > 0 ? seconds : 0, 1e6) * 1e9) }
}
