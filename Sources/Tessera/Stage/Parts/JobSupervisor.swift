internal import TesseraGeometry

/// Detects layouts and draws that are in the code of one node for too long. Frame loop only; times are seconds of the stage's clock.
struct JobSupervisor {
  /// Running layout.
  private(set) var layout: LayoutProgress?
  /// Parts of abandoned layouts that workers have not ended.
  private var stragglers: [LayoutProgress.Share] = []
  /// Time of the last check of the layout and of jobs of nodes.
  private var checked = 0.0
  /// Draws that were not reported, by the earliest time at which they can be overdue.
  private var draws = DeadlineQueue<WatchedDraw>()

  /// Remedy for a layout that does not progress.
  enum Action {
    /// Replace the hung worker that runs this.
    case replaceThread(JobWatch)
    /// Commit the layout without one draw.
    case abandonDraw(Watchdog.Caught, LayoutProgress.Share, LayoutProgress)
    /// Start the layout again without the result of one node.
    case abandonLayout(Watchdog.Caught)
    /// Report a layout that is not in the code of any node.
    case reportStuckLayout
  }

  // MARK: Layouts

  /// Called before a layout is submitted.
  mutating func layoutWillStart(_ progress: LayoutProgress, at now: Double) {
    layout = progress
    checked = now
  }

  /// Called when the layout was committed or abandoned.
  mutating func layoutDidEnd() { layout = nil }

  /// Whether there are checks besides those of jobs of nodes.
  var isWatching: Bool { layout != nil || !stragglers.isEmpty }

  /// Returns the time of the next check of the running layout and of jobs of nodes; nil means none.
  func layoutDeadline(limit: Double, hasJobs: Bool) -> Double? {
    guard limit.isFinite, layout?.isReported == false || !stragglers.isEmpty || hasJobs else { return nil }
    // A job that is in the same step in two checks is found; one or two additional checks determine the duration.
    return checked + limit / 4
  }

  /// Checks the progress of the running layout, and of abandoned parts.
  mutating func checkLayout(at now: Double, limit: Double) -> [Action] {
    checked = now
    var actions: [Action] = []
    stragglers.removeAll { share in
      guard !share.job.isOver else { return true }
      guard share.record.isOverdue(at: now, limit) else { return false }
      // The replacement layout calls its node again, and that is reported.
      actions.append(.replaceThread(share.job))
      return true
    }
    guard let layout, layout.job.begun != nil, !layout.job.isOver else { return actions }
    let shares = layout.shares
    for share in shares where share.record.isOverdue(at: now, limit) {
      guard let caught = share.record.catchCall() else { continue }
      // The job waits for the share.
      actions += [.replaceThread(share.job), .replaceThread(layout.job)]
      stragglers += shares.filter { $0 !== share }
      return actions + [caught.step == .draw ? .abandonDraw(caught, share, layout) : .abandonLayout(caught)]
    }
    guard layout.record.isOverdue(at: now, limit) else { return actions }
    if let caught = layout.record.catchCall() {
      // They measure while it examines the tree.
      stragglers += shares
      return actions + [.replaceThread(layout.job), .abandonLayout(caught)]
    }
    guard shares.isEmpty, !layout.isReported else { return actions }
    layout.isReported = true
    return actions + [.reportStuckLayout]
  }

  // MARK: Draws

  /// Whether a draw may be running.
  var watchesDraws: Bool { !draws.isEmpty }

  /// Called before a draw is submitted.
  mutating func add(_ draw: WatchedDraw, at now: Double) { draws.insert(draw, at: now + draw.limit) }

  /// Removes and returns overdue draws.
  mutating func dequeueOverdueDraws(at now: Double) -> [WatchedDraw] {
    // Draws that have ended keep nodes in memory until they are removed.
    draws.removeSome { $0.watch.isOver }
    var overdue: [WatchedDraw] = []
    while let (time, draw) = draws.first, draw.watch.isOver || time <= now {
      draws.removeFirst()
      if draw.watch.isOver { continue }
      if let deadline = draw.deadline, deadline <= now {
        overdue.append(draw)
      } else {
        draws.insert(draw, at: max(draw.deadline ?? now + draw.limit, now.nextUp))
      }
    }
    return overdue
  }

  /// Returns the earliest time at which a draw can be overdue; nil if none is running. A pending draw may begin without a notification of
  /// the loop.
  mutating func drawDeadline() -> Double? {
    while let (time, draw) = draws.first {
      guard draw.watch.isOver || (draw.deadline ?? time) > time else { return time }
      draws.removeFirst()
      if let deadline = draw.deadline, !draw.watch.isOver { draws.insert(draw, at: deadline) }
    }
    return nil
  }
}

/// Running draw with a time limit.
struct WatchedDraw {
  let node: AnyNode
  let state: RenderState
  let flag: CancellationFlag
  /// Node's box at the submission of the draw.
  let box: PixelRect
  /// Maximum duration, seconds.
  let limit: Double
  let watch: JobWatch

  /// Time at which it is overdue, seconds of the stage's clock; nil if it has not begun.
  var deadline: Double? { watch.begun.map { $0.time + limit } }
}
