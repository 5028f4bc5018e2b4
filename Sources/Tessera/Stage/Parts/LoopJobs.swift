/// Layouts and draws of a stage on workers, and the watchdog of both. Decides when their end must be checked. Frame loop only.
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
  /// Whether a layout is requested or runs, which may start draws.
  var expectLayout: Bool { layouts.isNeeded || layouts.isRunning }

  /// Returns the time of the next check for jobs that do not end; nil: none is watched.
  ///
  /// - Parameters:
  ///   - limit: seconds that a draw or the code of one node may take; infinite: any time.
  ///   - hasJobs: whether nodes have jobs of their own on workers.
  mutating func deadline(limit: Double, hasJobs: Bool) -> Double? {
    let draws = supervisor.drawDeadline()
    guard supervisor.isWatching || hasJobs else { return draws }
    return Deadline.earlier(draws, supervisor.layoutDeadline(limit: limit, hasJobs: hasJobs))
  }
}
