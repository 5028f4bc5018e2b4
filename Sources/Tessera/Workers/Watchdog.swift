internal import Synchronization

/// Names the node whose code a job of many nodes is in, so that code which does not end is found and done without.
///
/// Workers call code of node types inside of ``run(_:_:generation:late:_:)``. The frame loop looks at the ``Record`` of each job now and then: a job that
/// is in the same call twice is in it for too long, and the loop may catch that call and give up the job. A call costs two stores and an exchange, and
/// reads no clock.
enum Watchdog {
  /// What a node is asked for.
  enum Step: UInt { case measure, layout, place, draw }

  /// Calls code of `node` on a worker, and notes that for the loop, where a job that it looks after runs on the calling thread. The outermost call counts.
  ///
  /// - Parameters:
  ///   - generation: the node's, that the call is about.
  ///   - late: is called after `body` where the loop has caught the call meanwhile: nobody waits for the answer any more.
  @inline(__always)
  static func run<Answer>(
    _ node: AnyObject, _ step: Step, generation: UInt64 = 0, late: () -> Void = {}, _ body: () throws -> Answer
  ) rethrows -> Answer {
    guard let record = Record.current, record.isIdle else { return try body() }
    record.begin(step, node, generation)
    defer { if record.end() { late() } }
    return try body()
  }

  /// Whether the loop gave up the job that runs on the calling thread: what it finds from now on is not used.
  static var isCancelled: Bool { Record.current?.flag.isCancelled ?? false }

  /// A call that was caught.
  struct Caught {
    let node: AnyObject
    let step: Step
    /// The node's generation that the call is about.
    let generation: UInt64
    /// How many calls of the job there were before it.
    let number: Int
  }
}

extension Watchdog {
  /// Where one job is. Written by the one thread that runs the job, read by the loop.
  final class Record: Sendable {
    /// What the loop saw at its last look that found another call: the count of calls, and when that was, seconds of the stage's clock.
    private struct Look {
      var seen = -1
      var since = 0.0
    }

    /// Set when a call was caught: nobody waits for the job any more. Shared by all that take part in it.
    let flag: CancellationFlag
    private let count = Atomic<Int>(0)
    /// The address of the node and the step above the lowest bit, which says that the loop has caught the call; 0: no call.
    private let word = Atomic<UInt>(0)
    /// Written by the thread of the job before `word`, and read by the loop after it.
    private let generation = Atomic<UInt64>(0)
    /// The loop's. Its lock is held while the loop takes hold of a node that it caught, which the thread of the job waits for.
    private let look = Locked(Look())

    init(_ flag: CancellationFlag = CancellationFlag()) { self.flag = flag }

    // MARK: The thread of the job

    /// The record of the job that runs on the calling thread; nil where the loop looks after none.
    static var current: Record? { ThreadContext.current.map { Unmanaged<Record>.fromOpaque($0).takeUnretainedValue() } }

    /// Runs a job, or a part of one, on the calling thread.
    func watching<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
      try ThreadContext.with(Unmanaged.passUnretained(self).toOpaque(), body)
    }

    /// Runs what no loop waits for, inside of a job or not.
    static func unwatched<Answer>(_ body: () throws -> Answer) rethrows -> Answer { try ThreadContext.with(nil, body) }

    /// Whether no call is under way.
    fileprivate var isIdle: Bool { word.load(ordering: .relaxed) == 0 }

    /// The code of `node` is called next. The caller holds the node until ``end()``; calls are not begun inside of others.
    fileprivate func begin(_ step: Step, _ node: AnyObject, _ generation: UInt64) {
      count.store(count.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
      self.generation.store(generation, ordering: .relaxed)
      // Objects lie at multiples of 8 at least: three bits are free.
      word.store(UInt(bitPattern: Unmanaged.passUnretained(node).toOpaque()) | step.rawValue << 1, ordering: .releasing)
    }

    /// It has returned. Returns whether the loop has caught it meanwhile.
    fileprivate func end() -> Bool {
      guard word.exchange(0, ordering: .acquiringAndReleasing) & 1 != 0 else { return false }
      // The loop may not have taken hold of the node yet.
      look.withLock { _ in }
      return true
    }

    // MARK: Frame loop

    /// A job begins.
    func reset() { look.withLock { $0.seen = -1 } }

    /// Whether the job has been in the same call for `limit` seconds, as far as the looks at it say.
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

    /// Catches the call that the job was in at the last look; nil where it is in none, or in another.
    func catchCall() -> Caught? {
      look.withLock { look in
        let found = word.load(ordering: .acquiring)
        guard found != 0, found & 1 == 0, count.load(ordering: .relaxed) == look.seen, let step = Step(rawValue: found >> 1 & 3),
          let address = UnsafeRawPointer(bitPattern: found & ~7)
        else { return nil }
        let generation = generation.load(ordering: .relaxed)
        guard word.compareExchange(expected: found, desired: found | 1, ordering: .acquiringAndReleasing).exchanged else { return nil }
        flag.cancel()
        // The word says that the call is under way, and whoever runs it holds the node until `end()` returns. That takes this lock now.
        let node = Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
        return Caught(node: node, step: step, generation: generation, number: look.seen - 1)
      }
    }
  }
}
