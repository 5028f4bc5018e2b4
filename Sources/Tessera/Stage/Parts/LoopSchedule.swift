/// Ticks of nodes and timers of scenes, by time. Frame loop only; times are seconds of the stage's clock.
struct LoopSchedule {
  var ticks = TickSchedule<AnyNode>()
  var timers = TickSchedule<StageTimer>()

  /// Whether the newest ``TickSchedule/dequeueDue(at:)`` of either returned an owner.
  var hasTicked: Bool { ticks.hasTicked || timers.hasTicked }
  /// Whether a tick or timer ends without further input.
  ///
  /// - Complexity: linear in the number of both.
  var isSettling: Bool { ticks.owners.contains { $0.isSettling } || timers.owners.contains { $0.isSettling } }
  /// Time of the earliest tick or timer; nil if there is none.
  var deadline: Double? { Deadline.earlier(ticks.deadline, timers.deadline) }
}
