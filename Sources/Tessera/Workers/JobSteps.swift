internal import Synchronization

/// Which node's code a job of many nodes is in, so that the one whose code does not end can be named. Written by the one thread that runs the job, read
/// by the loop.
///
/// A step costs two stores and an exchange, and reads no clock: the loop finds a job in the same step for too long by looking twice.
final class JobSteps: @unchecked Sendable {
  // @unchecked: `generation` is written by the thread of the job before `word`, and read by the loop after it; `seen` and `since` are the loop's.

  /// What a node is asked for.
  enum Rule: UInt { case measure, layout, place, draw }

  /// Told when a step was caught: nobody waits for the job any more. Shared by all that take part in it.
  let flag: CancellationFlag
  private let count = Atomic<Int>(0)
  /// The address of the node and the rule above the lowest bit, which says that the loop has caught the step; 0: no step.
  private let word = Atomic<UInt>(0)
  private let generation = Atomic<UInt64>(0)
  /// Held while the loop takes hold of a node that it caught.
  private let lock = Lock()
  private var seen = -1
  private var since = 0.0

  init(_ flag: CancellationFlag = CancellationFlag()) { self.flag = flag }

  /// What was caught.
  struct Caught {
    let node: AnyNode
    let rule: Rule
    /// The node's generation that the step is about.
    let generation: UInt64
    /// How many steps there were before it.
    let number: Int
  }

  // MARK: The thread of the job

  /// The code of `node` is called next. The caller holds the node until ``end()``; steps are not begun inside of others.
  func begin(_ rule: Rule, _ node: AnyNode, _ generation: UInt64 = 0) {
    count.store(count.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    self.generation.store(generation, ordering: .relaxed)
    // Objects lie at multiples of 8 at least: three bits are free.
    word.store(UInt(bitPattern: Unmanaged.passUnretained(node).toOpaque()) | rule.rawValue << 1, ordering: .releasing)
  }

  /// It has returned. Returns whether the loop has caught it meanwhile.
  func end() -> Bool {
    guard word.exchange(0, ordering: .acquiringAndReleasing) & 1 != 0 else { return false }
    // The loop may not have taken hold of the node yet.
    lock.withLock {}
    return true
  }

  // MARK: Frame loop

  /// A job begins.
  func reset() { seen = -1 }

  /// Whether the job has been where it is for `limit` seconds, as far as the looks at it say.
  func isOverdue(at now: Double, _ limit: Double) -> Bool {
    let count = count.load(ordering: .relaxed)
    guard count == seen else {
      (seen, since) = (count, now)
      return false
    }
    return now - since >= limit
  }

  /// Catches the step that the job was in at the last look; nil where it is in none, or in another.
  func takeHold() -> Caught? {
    lock.withLock {
      let found = word.load(ordering: .acquiring)
      guard found != 0, found & 1 == 0, count.load(ordering: .relaxed) == seen, let rule = Rule(rawValue: found >> 1 & 3),
        let address = UnsafeRawPointer(bitPattern: found & ~7)
      else { return nil }
      let generation = generation.load(ordering: .relaxed)
      guard word.compareExchange(expected: found, desired: found | 1, ordering: .acquiringAndReleasing).exchanged else { return nil }
      flag.cancel()
      // The word says that the step is under way, and whoever runs it holds the node until `end()` returns. That takes this lock now.
      let node = Unmanaged<AnyNode>.fromOpaque(address).takeUnretainedValue()
      return Caught(node: node, rule: rule, generation: generation, number: seen - 1)
    }
  }
}
