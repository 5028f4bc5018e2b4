internal import CTesseraSystem
internal import Synchronization
internal import TesseraGeometry

/// Messages of workers and other threads to the frame loop, and its wakeup. Any thread.
final class StageInbox: LoopPort {
  /// Messages since the last frame.
  struct Messages {
    var layout: LayoutJob.Result?
    var draws: [DrawJob.Result] = []
    var events: [Event] = []
    /// New location of the pointer, and the number of events before it; nil means unchanged.
    var pointer: (location: Point?, eventsBefore: Int)?
    var errors: [StageError] = []

    /// Removes all messages and keeps the capacity.
    mutating func clear() {
      layout = nil
      draws.removeAll(keepingCapacity: true)
      events.removeAll(keepingCapacity: true)
      pointer = nil
      errors.removeAll(keepingCapacity: true)
    }
  }

  private struct State {
    var messages = Messages()
    var nodeJobs: [WorkerJob] = []
    var hasSignal = false
  }

  /// Its waiter is ``waitForSignal()``.
  private let state = Monitor(State())
  /// Eventfd that wakes the loop, created before its first sleep; -1 until then.
  private let wakeFile = Atomic<Int32>(-1)
  /// Whether the loop sleeps on the file, so that waking it needs a system call.
  private let isSleeping = Atomic<Bool>(false)
  /// Number of node jobs that workers have not finished.
  private let jobs = Atomic<Int>(0)

  deinit {
    let file = wakeFile.load(ordering: .relaxed)
    if file >= 0 { ts_close(file) }
  }

  func post(_ layout: LayoutJob.Result) { post { $0.layout = layout } }
  func post(_ draw: DrawJob.Result) { post { $0.draws.append(draw) } }
  func post(_ event: Event) { post { $0.events.append(event) } }
  func post(pointer location: Point?) { post { $0.pointer = (location, $0.events.count) } }
  func post(_ error: StageError) { post { $0.errors.append(error) } }

  /// Called when a node job is submitted to a worker; `end(_:)` is called when it is finished.
  func begin(_ job: WorkerJob) {
    jobs.add(1, ordering: .relaxed)
    state.withLock { $0.nodeJobs.append(job) }
  }
  func end(_ job: WorkerJob) {
    state.withLock { $0.nodeJobs.removeAll { $0 === job } }
    jobs.subtract(1, ordering: .releasing)
    wake()
  }
  /// Node jobs that may have to be reported.
  var watchedJobs: [WorkerJob] { hasJobs ? state.withLock { $0.nodeJobs }.filter { !$0.isReported } : [] }
  /// Whether node jobs are running or pending.
  var hasJobs: Bool { jobs.load(ordering: .acquiring) > 0 }

  private func post(_ change: (inout Messages) -> Void) {
    state.withLock {
      change(&$0.messages)
      $0.hasSignal = true
      state.signal()
    }
    wakeSleeper()
  }

  /// Wakes the loop without a message because a node changed.
  func wake() {
    state.withLock {
      $0.hasSignal = true
      state.signal()
    }
    wakeSleeper()
  }

  private func wakeSleeper() {
    if isSleeping.exchange(false, ordering: .acquiringAndReleasing) { _ = ts_eventfd_signal(wakeFile.load(ordering: .relaxed)) }
  }

  /// Whether events or errors are pending.
  var hasEvents: Bool { state.withLock { !$0.messages.events.isEmpty || !$0.messages.errors.isEmpty || $0.messages.pointer != nil } }

  /// Removes only the finished draws, for a caller that waits for them with ``sleep(_:)``. Afterwards call ``signal()``.
  func drainDraws(into empty: inout [DrawJob.Result]) {
    state.withLock {
      $0.hasSignal = false
      swap(&$0.messages.draws, &empty)
    }
  }

  /// Signals that messages remain after draws were removed separately.
  func signal() { state.withLock { $0.hasSignal = true } }

  /// Removes all messages, and keeps `empty` with its capacity for the next ones, so that nothing is allocated.
  func drain(into empty: inout Messages) {
    state.withLock {
      $0.hasSignal = false
      swap(&$0.messages, &empty)
    }
  }

  /// Waits until a message is posted or the loop is woken. For a caller with running work.
  func waitForSignal() { state.wait(while: { !$0.hasSignal }) }

  /// Sleeps until it is woken, one of `sources` is readable, the kernel reports pressure to `watch`, or `seconds` have passed (nil means no
  /// timer). Frame loop only. Returns whether it was woken.
  func sleep(_ seconds: Double?, or sources: [any EventSource] = [], watching watch: MemoryWatch? = nil) throws -> Bool {
    var file = wakeFile.load(ordering: .relaxed)
    if file < 0 {
      file = ts_eventfd_create()
      guard file >= 0 else { throw StageError(activity: .present, node: "", reason: "eventfd failed with errno \(-file)") }
      // A thread that reads `isSleeping` as true also sees the file.
      wakeFile.store(file, ordering: .relaxed)
    }
    isSleeping.store(true, ordering: .sequentiallyConsistent)
    if state.withLock({ $0.hasSignal }) {
      isSleeping.store(false, ordering: .sequentiallyConsistent)
      _ = ts_eventfd_drain(file)
      return true
    }
    let isWoken = Self.wait(for: file, or: sources, watching: watch, seconds.map(Self.nanoseconds) ?? -1)
    isSleeping.store(false, ordering: .sequentiallyConsistent)
    if isWoken { _ = ts_eventfd_drain(file) }
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
        watch?.record(some: states[1], full: states[2])
        return states[0] != 0
      }
    }
  }

  /// Sleeps for `seconds`, ignoring messages and signals. Frame loop only.
  func sleepThrough(_ seconds: Double) { ts_sleep(Self.nanoseconds(seconds)) }

  /// Returns a timeout for the system: at most some days, after which the caller checks again.
  private static func nanoseconds(_ seconds: Double) -> Int64 { Int64(min(seconds > 0 ? seconds : 0, 1e6) * 1e9) }
}
