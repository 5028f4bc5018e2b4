/// Layouts and draws of a stage on workers, and the watchdog of both. Frame loop only.
struct LoopJobs {
  var layouts = LayoutScheduler()
  var draws = DrawQueue<AnyNode>()
  var supervisor = JobSupervisor()

  /// Whether a worker runs, or will run, a layout or a draw for the stage.
  var areUnderWay: Bool { areRunning || layouts.isNeeded }
  /// Whether a worker runs a layout or a draw for the stage.
  var areRunning: Bool { layouts.isRunning || draws.underWay > 0 }
  /// Number of layouts and draws on workers.
  var runningCount: Int { draws.underWay + (layouts.isRunning ? 1 : 0) }
}
