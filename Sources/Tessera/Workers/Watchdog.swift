internal import Synchronization

/// Identifies the node whose code a job of many nodes runs, so that code that does not return can be found and skipped.
///
/// Workers call code of node types inside of ``run(_:_:generation:late:_:)``. The frame loop polls the ``Record`` of each job. A job that
/// is in the same call in two polls may exceed its limit; the loop can then catch that call and abandon the job. A call costs two stores
/// and an exchange, and reads no clock.
enum Watchdog {
  /// Kind of call.
  enum Step: UInt { case measure, layout, place, draw }

  /// Calls code of `node` on a worker, and records it for the loop if the calling thread runs a watched job. Only the outermost call is
  /// recorded.
  ///
  /// - Parameters:
  ///   - generation: the node's generation for this call.
  ///   - late: called after `body` if the loop has caught the call, so that its result is not used.
  @inline(__always)
  static func run<Answer>(
    _ node: AnyObject, _ step: Step, generation: UInt64 = 0, late: () -> Void = {}, _ body: () throws -> Answer
  ) rethrows -> Answer {
    guard let record = Record.current, record.isIdle else { return try body() }
    record.begin(step, node, generation)
    defer { if record.end() { late() } }
    return try body()
  }

  /// Whether the loop abandoned the job of the calling thread, so that its results are not used any more.
  static var isCancelled: Bool { Record.current?.flag.isCancelled ?? false }

  /// Call that the loop caught.
  struct Caught {
    let node: AnyObject
    let step: Step
    /// The node's generation for the call.
    let generation: UInt64
    /// Number of earlier calls of the job.
    let number: Int
  }
}

extension Watchdog {
  /// Current position of one job. Written by the one thread that runs the job, read by the loop.
  final class Record: Sendable {
    /// Last poll that found a new call: number of calls, and its time in seconds of the stage's clock.
    private struct Look {
      var seen = -1
      var since = 0.0
    }

    /// Set when a call was caught and the job was abandoned. Shared by all threads of the job.
    let flag: CancellationFlag
    private let count = Atomic<Int>(0)
    /// Address of the node and the step. The lowest bit is set once the loop has caught the call; 0 means no call.
    private let word = Atomic<UInt>(0)
    /// Written by the job's thread before `word`, and read by the loop after it.
    private let generation = Atomic<UInt64>(0)
    /// Used by the loop. The lock is held while the loop retains a node that it caught; the job's thread waits for it.
    private let look = Locked(Look())

    init(_ flag: CancellationFlag = CancellationFlag()) { self.flag = flag }

    // MARK: Thread of the job

    /// Record of the job on the calling thread; nil if it is not watched.
    static var current: Record? { ThreadContext.current.map { Unmanaged<Record>.fromOpaque($0).takeUnretainedValue() } }

    /// Runs a job, or a part of one, on the calling thread.
    func watching<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
      try ThreadContext.with(Unmanaged.passUnretained(self).toOpaque(), body)
    }

    /// Runs code that no loop waits for, inside of a job or not.
    static func unwatched<Answer>(_ body: () throws -> Answer) rethrows -> Answer { try ThreadContext.with(nil, body) }

    /// Whether there is no current call.
    fileprivate var isIdle: Bool { word.load(ordering: .relaxed) == 0 }

    /// Begins a call of the code of `node`. The caller retains the node until ``end()``; calls are not nested.
    fileprivate func begin(_ step: Step, _ node: AnyObject, _ generation: UInt64) {
      count.store(count.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
      self.generation.store(generation, ordering: .relaxed)
      // Objects are aligned to at least 8 bytes, so three bits are free.
      word.store(UInt(bitPattern: Unmanaged.passUnretained(node).toOpaque()) | step.rawValue << 1, ordering: .releasing)
    }

    /// Ends the call. Returns whether the loop has caught it.
    fileprivate func end() -> Bool {
      guard word.exchange(0, ordering: .acquiringAndReleasing) & 1 != 0 else { return false }
      // The loop may not have retained the node yet.
      look.withLock { _ in }
      return true
    }

    // MARK: Frame loop

    /// Resets the record for a new job.
    func reset() { look.withLock { $0.seen = -1 } }

    /// Returns whether polls found the job in the same call for `limit` seconds.
    func isOverdue(at now: Double, _ limit: Double) -> Bool {
      let count = count.load(ordering: .relaxed)
      return look.withLock { look in
        guard count == look.seen else {
          look = Look(seen: count, since: now)
          return false
        }
        return now - look.since >= limit
      }
    }

    /// Catches the call that the job was in at the last poll; nil if it is in none or in another one.
    func catchCall() -> Caught? {
      look.withLock { look in
        let found = word.load(ordering: .acquiring)
        guard found != 0, found & 1 == 0, count.load(ordering: .relaxed) == look.seen, let step = Step(rawValue: found >> 1 & 3),
          let address = UnsafeRawPointer(bitPattern: found & ~7)
        else { return nil }
        let generation = generation.load(ordering: .relaxed)
        guard word.compareExchange(expected: found, desired: found | 1, ordering: .acquiringAndReleasing).exchanged else { return nil }
        flag.cancel()
        // The word shows that the call is running, and its thread retains the node until `end()` returns, which takes this lock now.
        let node = Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
        return Caught(node: node, step: step, generation: generation, number: look.seen - 1)
      }
    }
  }
}
