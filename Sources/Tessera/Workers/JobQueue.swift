internal import CTesseraSystem

/// Pending jobs in order of class and submission. Outlives its pool while threads wait on it. Any thread.
final class JobQueue: Sendable {
  typealias Job = @Sendable () -> Void

  /// Jobs by urgency, and FIFO for the same urgency. Removing is O(1) amortized; inserting is linear in the pending jobs of lower urgency.
  private struct Bucket {
    private struct Entry {
      var job: Job?
      let urgency: Int
    }
    private var jobs: [Entry] = []
    private var head = 0

    var isEmpty: Bool { head == jobs.count }

    mutating func push(_ job: @escaping Job, _ urgency: Int) {
      jobs.append(Entry(job: job, urgency: urgency))
      var at = jobs.count - 1
      while at > head, jobs[at - 1].urgency < urgency {
        jobs.swapAt(at - 1, at)
        at -= 1
      }
    }

    mutating func pop() -> Job? {
      guard head < jobs.count else { return nil }
      let job = jobs[head].job
      jobs[head].job = nil
      head += 1
      if head == jobs.count {
        jobs.removeAll(keepingCapacity: true)
        head = 0
      } else if head > 512, head * 2 > jobs.count {
        jobs.removeFirst(head)
        head = 0
      }
      return job
    }
  }

  private struct State {
    var buckets = [Bucket](repeating: Bucket(), count: WorkerPool.Priority.allCases.count)
    var threads = 0
    /// Threads that have not taken their first job, and the numbers of those that are running already.
    var starting = 0
    var newcomers: Set<Int64> = []
    /// Numbers of the threads that take jobs, including stuck ones.
    var members: Set<Int64> = []
    var idle = 0
    /// Idle threads that were woken and have not run yet; waking one twice would waste a system call.
    var woken = 0
    /// Threads with a job that does not end. They are replaced, and exit when it has ended.
    var stuck: Set<Int64> = []
    /// Number of jobs that no thread has taken.
    var waiting = 0
    var isStopped = false

    /// Whether no thread runs a job.
    var isAtRest: Bool { idle == threads && stuck.isEmpty }

    /// Counts a thread for the caller to start if more jobs are pending than threads are idle. Returns whether to start one.
    mutating func addThread(upTo limit: Int) -> Bool {
      // A woken thread counts as idle until it runs: it takes one job of a burst, not all.
      guard waiting > idle, threads < limit else { return false }
      threads += 1
      starting += 1
      return true
    }

    mutating func dequeue(_ range: ClosedRange<Int>) -> Job? {
      for index in range where !buckets[index].isEmpty {
        waiting -= 1
        return buckets[index].pop()
      }
      return nil
    }
  }

  /// Threads that take jobs wait for its signals.
  private let state = Monitor(State())
  /// Signalled when the last running thread has no work left.
  private let rest: Condition
  /// Maximum number of replaced threads.
  static let mostStuck = 64

  init() { rest = state.makeCondition() }

  /// Adds a job. Returns whether the caller should start a thread.
  func push(_ job: @escaping Job, _ bucket: Int, urgency: Int = 0, startUpTo limit: Int) -> Bool {
    state.withLock {
      $0.buckets[bucket].push(job, urgency)
      $0.waiting += 1
      if $0.idle > $0.woken {
        $0.woken += 1
        state.signal()
      }
      return $0.addThread(upTo: limit)
    }
  }

  /// Number of threads that wait for a job.
  var idleCount: Int { state.withLock { $0.idle } }

  /// Number of threads of `limit` without a job: waiting, starting and not yet started ones.
  func freeCount(of limit: Int) -> Int { state.withLock { max(0, limit - ($0.threads - $0.idle - $0.starting)) } }

  func threadDidNotStart() {
    state.withLock {
      $0.threads -= 1
      $0.starting -= 1
      if $0.isAtRest { rest.broadcast() }
    }
  }

  func pop(_ range: ClosedRange<Int>) -> Job? { state.withLock { $0.dequeue(range) } }

  /// Registers the calling thread, whose number is `thread`, for jobs.
  func join(_ thread: Int64) {
    state.withLock {
      $0.members.insert(thread)
      $0.newcomers.insert(thread)
    }
  }

  /// Replaces a thread that is stuck in the job of `watch`, unless the job has ended. The priority of the old thread is lowered to idle
  /// time. Returns whether the caller should start a new one.
  func replace(_ thread: Int64, _ watch: JobWatch) -> Bool {
    state.withLock {
      // A thread in a job requests the next one, or exits, only after the job's end was recorded. Until then it is alive and has no other
      // job.
      guard !watch.isOver, $0.members.contains(thread), $0.stuck.count < Self.mostStuck, $0.stuck.insert(thread).inserted else {
        return false
      }
      // If the system refuses, the thread keeps its priority.
      _ = ts_thread_demote(thread)
      $0.threads -= 1
      return $0.addThread(upTo: .max)
    }
  }

  /// Next action of a thread that requests a job.
  private enum Turn {
    case run(Job)
    case leave
  }

  /// Waits for a job of the calling thread, whose number is `thread`; nil if the pool was deinitialized or the thread was replaced.
  func waitForJob(_ thread: Int64) -> Job? {
    var (isNew, isIdle) = (true, false)
    let turn = state.wait { state -> Turn? in
      if isIdle {
        isIdle = false
        state.idle -= 1
        state.woken = max(0, state.woken - 1)
      }
      if isNew {
        isNew = false
        if !state.newcomers.isEmpty, state.newcomers.remove(thread) != nil { state.starting -= 1 }
        if state.stuck.remove(thread) != nil {
          state.members.remove(thread)
          if state.isAtRest { rest.broadcast() }
          return .leave
        }
      }
      if let job = state.dequeue(0...state.buckets.count - 1) { return .run(job) }
      if state.isStopped { return .leave }
      isIdle = true
      state.idle += 1
      if state.isAtRest { rest.broadcast() }
      return nil
    }
    switch turn {
    case .run(let job): return job
    case .leave: return nil
    }
  }

  /// Waits until no job is pending or running.
  func waitUntilIdle() {
    state.wait(for: rest) { !$0.isStopped && ($0.threads > 0 || !$0.stuck.isEmpty) && ($0.waiting > 0 || !$0.isAtRest) ? nil : () }
  }

  func stop() {
    state.withLock {
      $0.isStopped = true
      state.broadcast()
      rest.broadcast()
    }
  }
}
