internal import CTesseraSystem

/// Waiting jobs in order of class and submission. Outlives its pool as long as threads wait on it. Any thread.
final class JobQueue: @unchecked Sendable {
  // @unchecked: everything mutable is only touched with `lock` held.
  typealias Job = @Sendable () -> Void

  /// First in, first out; taking is O(1) amortised.
  private struct Bucket {
    var jobs: [Job?] = []
    var head = 0

    var isEmpty: Bool { head == jobs.count }

    mutating func pop() -> Job? {
      guard head < jobs.count else { return nil }
      let job = jobs[head]
      jobs[head] = nil
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

  private let lock = Lock()
  private let condition: Condition
  /// Told when the last thread that ran has nothing left to do.
  private let rest: Condition
  private var buckets = [Bucket](repeating: Bucket(), count: WorkerPool.Priority.allCases.count)
  private var threads = 0
  /// Those that have not come for their first job, and the numbers of those of them that run.
  private var starting = 0
  private var newcomers: Set<Int64> = []
  /// The numbers of the threads that take jobs, those that are stuck included.
  private var members: Set<Int64> = []
  private var idle = 0
  /// Idle threads that were woken and have not run yet: waking one a second time costs a call of the kernel for nothing.
  private var woken = 0
  /// Threads that run a job which does not end: others stand in for them, and they go when it has.
  private var stuck: Set<Int64> = []
  /// Most threads that others stand in for.
  static let mostStuck = 64
  /// Jobs that no thread has taken.
  private var waiting = 0
  private var isStopped = false

  init() {
    condition = Condition(lock)
    rest = Condition(lock)
  }

  /// Puts a job in. Returns whether the caller should start a thread.
  func push(_ job: @escaping Job, _ bucket: Int, startUpTo limit: Int) -> Bool {
    lock.withLock {
      buckets[bucket].jobs.append(job)
      waiting += 1
      if idle > woken {
        woken += 1
        condition.signal()
      }
      // A thread that was woken counts as idle until it runs: it takes one job, not all of a burst.
      guard waiting > idle, threads < limit else { return false }
      threads += 1
      starting += 1
      return true
    }
  }

  /// Threads that wait for a job at this moment.
  var idleCount: Int { lock.withLock { idle } }

  /// Threads of `limit` that run no job: those that wait, those that start, and those that were not needed yet.
  func freeCount(of limit: Int) -> Int { lock.withLock { max(0, limit - (threads - idle - starting)) } }

  func threadDidNotStart() {
    lock.withLock {
      threads -= 1
      starting -= 1
      if isAtRest { rest.broadcast() }
    }
  }

  func pop(_ range: ClosedRange<Int>) -> Job? { lock.withLock { take(range) } }

  /// The calling thread, whose number is `thread`, takes jobs from now on.
  func join(_ thread: Int64) {
    lock.withLock {
      members.insert(thread)
      newcomers.insert(thread)
    }
  }

  /// Lets another thread stand in for one that is stuck in the job of `watch`, unless that has ended; the old one gets the time that nobody else
  /// wants. Returns whether the caller should start the other.
  func replace(_ thread: Int64, _ watch: JobWatch) -> Bool {
    lock.withLock {
      // A thread that is in the job comes here for the next, or goes, only after its end was noted: until then it is alive and has no other job.
      guard !watch.isOver, members.contains(thread), stuck.count < Self.mostStuck, stuck.insert(thread).inserted else { return false }
      // Where the system refuses, it goes on as it was.
      _ = ts_thread_demote(thread)
      threads -= 1
      guard waiting > idle else { return false }
      threads += 1
      starting += 1
      return true
    }
  }

  /// Waits for a job of the calling thread, whose number is `thread`; nil when the pool is gone, or another stands in for the thread.
  func waitForJob(_ thread: Int64) -> Job? {
    lock.lock()
    defer { lock.unlock() }
    if !newcomers.isEmpty, newcomers.remove(thread) != nil { starting -= 1 }
    if stuck.remove(thread) != nil {
      members.remove(thread)
      if isAtRest { rest.broadcast() }
      return nil
    }
    while true {
      if let job = take(0...buckets.count - 1) { return job }
      if isStopped { return nil }
      idle += 1
      if isAtRest { rest.broadcast() }
      condition.wait()
      idle -= 1
      woken = max(0, woken - 1)
    }
  }

  /// Whether no thread runs a job; lock held.
  private var isAtRest: Bool { idle == threads && stuck.isEmpty }

  /// Waits until no job waits and no thread runs one.
  func waitUntilIdle() {
    lock.lock()
    defer { lock.unlock() }
    while !isStopped, threads > 0 || !stuck.isEmpty, waiting > 0 || !isAtRest { rest.wait() }
  }

  func stop() {
    lock.withLock {
      isStopped = true
      condition.broadcast()
      rest.broadcast()
    }
  }

  private func take(_ range: ClosedRange<Int>) -> Job? {
    for index in range where !buckets[index].isEmpty {
      waiting -= 1
      return buckets[index].pop()
    }
    return nil
  }
}
