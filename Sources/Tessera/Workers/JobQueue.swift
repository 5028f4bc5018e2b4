internal import CTesseraSystem

/// Waiting jobs in order of class and submission. Outlives its pool as long as threads wait on it. Any thread.
final class JobQueue: Sendable {
  typealias Job = @Sendable () -> Void

  /// The most urgent first, and of these first in, first out. Taking is O(1) amortised; putting in costs the less urgent ones that wait.
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
    /// Those that have not come for their first job, and the numbers of those of them that run.
    var starting = 0
    var newcomers: Set<Int64> = []
    /// The numbers of the threads that take jobs, those that are stuck included.
    var members: Set<Int64> = []
    var idle = 0
    /// Idle threads that were woken and have not run yet: waking one a second time costs a call of the kernel for nothing.
    var woken = 0
    /// Threads that run a job which does not end: others stand in for them, and they go when it has.
    var stuck: Set<Int64> = []
    /// Jobs that no thread has taken.
    var waiting = 0
    var isStopped = false

    /// Whether no thread runs a job.
    var isAtRest: Bool { idle == threads && stuck.isEmpty }

    /// Notes a thread that the caller starts where jobs wait for more than the idle ones. Returns whether there is to be one.
    mutating func addThread(upTo limit: Int) -> Bool {
      // A thread that was woken counts as idle until it runs: it takes one job, not all of a burst.
      guard waiting > idle, threads < limit else { return false }
      threads += 1
      starting += 1
      return true
    }

    mutating func take(_ range: ClosedRange<Int>) -> Job? {
      for index in range where !buckets[index].isEmpty {
        waiting -= 1
        return buckets[index].pop()
      }
      return nil
    }
  }

  /// Threads that take jobs wait for its signals.
  private let state = Monitor(State())
  /// Told when the last thread that ran has nothing left to do.
  private let rest: Condition
  /// Most threads that others stand in for.
  static let mostStuck = 64

  init() { rest = state.makeCondition() }

  /// Puts a job in. Returns whether the caller should start a thread.
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

  /// Threads that wait for a job at this moment.
  var idleCount: Int { state.withLock { $0.idle } }

  /// Threads of `limit` that run no job: those that wait, those that start, and those that were not needed yet.
  func freeCount(of limit: Int) -> Int { state.withLock { max(0, limit - ($0.threads - $0.idle - $0.starting)) } }

  func threadDidNotStart() {
    state.withLock {
      $0.threads -= 1
      $0.starting -= 1
      if $0.isAtRest { rest.broadcast() }
    }
  }

  func pop(_ range: ClosedRange<Int>) -> Job? { state.withLock { $0.take(range) } }

  /// The calling thread, whose number is `thread`, takes jobs from now on.
  func join(_ thread: Int64) {
    state.withLock {
      $0.members.insert(thread)
      $0.newcomers.insert(thread)
    }
  }

  /// Lets another thread stand in for one that is stuck in the job of `watch`, unless that has ended; the old one gets the time that nobody else
  /// wants. Returns whether the caller should start the other.
  func replace(_ thread: Int64, _ watch: JobWatch) -> Bool {
    state.withLock {
      // A thread that is in the job comes here for the next, or goes, only after its end was noted: until then it is alive and has no other job.
      guard !watch.isOver, $0.members.contains(thread), $0.stuck.count < Self.mostStuck, $0.stuck.insert(thread).inserted else {
        return false
      }
      // Where the system refuses, it goes on as it was.
      _ = ts_thread_demote(thread)
      $0.threads -= 1
      return $0.addThread(upTo: .max)
    }
  }

  /// What a thread that comes for a job does next.
  private enum Turn {
    case run(Job)
    case leave
  }

  /// Waits for a job of the calling thread, whose number is `thread`; nil when the pool is gone, or the thread was replaced.
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
      if let job = state.take(0...state.buckets.count - 1) { return .run(job) }
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

  /// Waits until no job waits and no thread runs one.
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
