internal import TesseraGeometry

/// Which layouts and draws have been in the code of one node for too long. Frame loop only; moments are seconds of the stage's clock.
struct JobSupervisor {
  /// The layout under way.
  private(set) var layout: LayoutProgress?
  /// Parts of layouts that were given up, which workers had not ended then.
  private var stragglers: [LayoutProgress.Share] = []
  /// When the layout and jobs of nodes were last looked at.
  private var checked = 0.0
  /// Draws under way that were not reported yet.
  private var draws: [WatchedDraw] = []

  /// What is to be done about a layout that does not go on.
  enum Action {
    /// The hung worker that runs this is replaced.
    case replaceThread(JobWatch)
    /// The layout is taken as it is, without a draw.
    case giveUpDraw(Watchdog.Caught, LayoutProgress.Share, LayoutProgress)
    /// The layout is made anew, without an answer of a node.
    case giveUpLayout(Watchdog.Caught)
    /// The layout is in the code of no node.
    case reportStuckLayout
  }

  // MARK: Layouts

  /// A layout is about to be submitted.
  mutating func layoutWillStart(_ progress: LayoutProgress, at now: Double) {
    layout = progress
    checked = now
  }

  /// The layout was adopted, or is given up.
  mutating func layoutDidEnd() { layout = nil }

  /// Whether there is anything to look at but jobs of nodes.
  var isWatching: Bool { layout != nil || !stragglers.isEmpty }

  /// When the layout under way and jobs of nodes are to be looked at again; nil: there is nothing to look at.
  func layoutDeadline(limit: Double, hasJobs: Bool) -> Double? {
    guard limit.isFinite, layout?.isReported == false || !stragglers.isEmpty || hasJobs else { return nil }
    // Whoever is in the same step twice is found: a look or two more than needed tell how long.
    return checked + limit / 4
  }

  /// Looks where the layout under way is, and what was given up before.
  mutating func checkLayout(at now: Double, limit: Double) -> [Action] {
    checked = now
    var actions: [Action] = []
    stragglers.removeAll { share in
      guard !share.job.isOver else { return true }
      guard share.record.isOverdue(at: now, limit) else { return false }
      // Its node is asked again by what took the place of the layout: that is what is reported.
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
      return actions + [caught.step == .draw ? .giveUpDraw(caught, share, layout) : .giveUpLayout(caught)]
    }
    guard layout.record.isOverdue(at: now, limit) else { return actions }
    if let caught = layout.record.catchCall() {
      // They measure while it looks.
      stragglers += shares
      return actions + [.replaceThread(layout.job), .giveUpLayout(caught)]
    }
    guard shares.isEmpty, !layout.isReported else { return actions }
    layout.isReported = true
    return actions + [.reportStuckLayout]
  }

  // MARK: Draws

  /// Whether a draw may be under way.
  var watchesDraws: Bool { !draws.isEmpty }

  /// A draw is about to be submitted.
  mutating func add(_ draw: WatchedDraw) { draws.append(draw) }

  /// Takes the draws that have not ended for too long.
  mutating func takeOverdueDraws(at now: Double) -> [WatchedDraw] {
    if draws.indices.allSatisfy({ draws[$0].watch.isOver }) {
      // As mostly: nothing is moved about.
      draws.removeAll(keepingCapacity: true)
      return []
    }
    var overdue: [WatchedDraw] = []
    draws.removeAll { draw in
      guard !draw.watch.isOver else { return true }
      guard let deadline = draw.deadline, deadline <= now else { return false }
      overdue.append(draw)
      return true
    }
    return overdue
  }

  /// When the first draw is overdue; nil: there is none under way.
  func drawDeadline(at now: Double) -> Double? {
    var next: Double?
    for draw in draws where !draw.watch.isOver {
      // One that waits may begin without the loop being told.
      next = min(next ?? .infinity, draw.deadline ?? now + draw.limit)
    }
    return next
  }
}

/// A draw under way that is to end before long.
struct WatchedDraw {
  let node: AnyNode
  let state: RenderState
  let flag: CancellationFlag
  /// The node's box when the draw was submitted.
  let box: PixelRect
  /// Seconds that it may take.
  let limit: Double
  let watch: JobWatch

  /// When it is overdue, seconds of the stage's clock; nil: it has not begun.
  var deadline: Double? { watch.begun.map { $0.time + limit } }
}
