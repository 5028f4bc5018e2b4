/// Ticks of nodes and timers of scenes, by time. Decides when the next call of each is. Frame loop only; times are seconds of the stage's clock.
struct LoopSchedule {
  private var ticks = TickSchedule<AnyNode>()
  private var timers = TickSchedule<StageTimer>()

  /// Least time between two calls that request each other, seconds: no time passes a frame by.
  static let minimumPause = 0.001

  /// Schedules a tick that a node requested. Without delay it belongs to the running work.
  mutating func request(_ node: AnyNode, after seconds: Double, at now: Double) {
    ticks.schedule(node, at: now + seconds, isImmediate: seconds == 0)
  }

  /// Schedules a timer; nil ends it.
  mutating func set(_ timer: StageTimer, after seconds: Double?, at now: Double) {
    if let seconds { timers.schedule(timer, at: now + seconds) } else { timers.remove(timer) }
  }

  /// Schedules the call after one at `now`; nil and infinite times end them.
  mutating func repeatTick(of node: AnyNode, after seconds: Double?, at now: Double) {
    if let time = Self.next(seconds, now) { ticks.schedule(node, at: time) }
  }

  /// Schedules the call of a timer after one at `now`; nil and infinite times end it.
  mutating func repeatTimer(_ timer: StageTimer, after seconds: Double?, at now: Double) {
    if let time = Self.next(seconds, now) { timers.schedule(timer, at: time) }
  }

  private static func next(_ seconds: Double?, _ now: Double) -> Double? {
    guard let seconds, seconds.isFinite else { return nil }
    return now + max(minimumPause, seconds)
  }

  /// Ends the ticks of a removed node.
  mutating func remove(_ node: AnyNode) { ticks.remove(node) }

  /// Removes and returns the nodes whose ticks are due.
  mutating func dequeueNodes(at now: Double) -> [AnyNode] { ticks.dequeueDue(at: now) }
  /// Removes and returns the timers that are due.
  mutating func dequeueTimers(at now: Double) -> [StageTimer] { timers.dequeueDue(at: now) }

  /// Whether the newest dequeuing of either returned an owner.
  var hasTicked: Bool { ticks.hasTicked || timers.hasTicked }
  /// Whether a tick without delay is requested. O(ticks).
  var hasImmediate: Bool { ticks.hasImmediate }
  /// Whether a tick or timer ends without further input.
  ///
  /// - Complexity: linear in the number of both.
  var isSettling: Bool { ticks.owners.contains { $0.isSettling } || timers.owners.contains { $0.isSettling } }
  /// Time of the earliest tick or timer; nil if there is none.
  var deadline: Double? { Deadline.earlier(ticks.deadline, timers.deadline) }
}
