internal import TesseraGeometry

// Draws, layouts and jobs of nodes that do not end. Frame loop only.

extension Stage {
  /// Time limit of a draw, in seconds of the stage's clock. A draw that exceeds it is reported and no longer waited for. The limit also
  /// applies to the code of one node in a layout, and to one step of a job of a node (``WorkerJob``), such as creating one row. Default: 5;
  /// values that are not positive disable it. Any thread; applies to draws that start later.
  public var drawLimit: Double {
    get { shared.withLock { $0.drawLimit } }
    set { shared.withLock { $0.drawLimit = newValue > 0 ? newValue : .infinity } }
  }

  /// Watches a draw that is about to be submitted, from its start. Returns the watch for the job; nil if there is no limit.
  func watchDraw(_ i: Int, _ flag: CancellationFlag, in tree: PaintTree) -> (job: JobWatch, clock: any StageClock)? {
    let limit = drawLimit
    guard limit.isFinite else { return nil }
    let watch = JobWatch()
    loop.jobs.supervisor.add(
      WatchedDraw(node: tree.nodes[i], state: tree.states[i], flag: flag, box: tree.boxes[i], limit: limit, watch: watch), at: clock.now)
    return (watch, clock)
  }

  /// Pass: reports overdue draws, needed or not, because each blocks a worker. The hung worker is replaced, and content that they conceal
  /// is shown without them.
  ///
  /// - Postcondition: all running draws over the limit were reported.
  func reportOverdueDraws() {
    guard loop.jobs.supervisor.watchesDraws else { return }
    for draw in loop.jobs.supervisor.dequeueOverdueDraws(at: clock.now) {
      workers.replaceThread(of: draw.watch)
      let isWanted = draw.state.job === draw.flag && !draw.flag.isCancelled && loop.tree?.indexOf(draw.node) != nil
      if draw.state.job === draw.flag { draw.state.isAbandoned = true }
      report(
        StageError(
          activity: .draw, node: draw.node.description,
          reason: "its draw has not ended after \(seconds(draw.limit)) s (box \(draw.box.width) x \(draw.box.height) pixels); "
            + (isWanted
              ? "its placeholder stays, and nodes that appear together with it are shown without it"
              : "its result is no longer needed, which `DrawContext.isCancelled` reports; another thread does the remaining work")))
    }
  }

  /// Watches the layout that is about to be submitted.
  func beginProgress(_ retained: RetainedNodes) -> LayoutProgress {
    let inbox = self.inbox
    let progress = LayoutProgress(retained.record) { (draw: DrawJob.Result) in inbox.post(draw) }
    progress.record.reset()
    loop.jobs.supervisor.layoutWillStart(progress, at: clock.now)
    return progress
  }

  /// Time of the next check of draws, of the running layout and of jobs of nodes, seconds of the clock.
  var jobDeadline: Double? { loop.jobs.deadline(limit: drawLimit, hasJobs: inbox.hasJobs && !inbox.watchedJobs.isEmpty) }

  /// Pass: reports layouts and jobs of nodes that are in the code of one node for too long. Each hung worker is replaced.
  ///
  /// - Postcondition: no job over its limit blocks a worker that others need, and each was reported once.
  func reportOverdueLayout() {
    guard loop.jobs.supervisor.isWatching || inbox.hasJobs, case let limit = drawLimit, limit.isFinite else { return }
    let now = clock.now
    if inbox.hasJobs { reportOverdueJobs(at: now, limit) }
    for action in loop.jobs.supervisor.checkLayout(at: now, limit: limit) {
      switch action {
      case .replaceThread(let job): workers.replaceThread(of: job)
      case .abandonDraw(let caught, let share, let layout): abandonDraw(caught, share, layout, limit)
      case .abandonLayout(let caught): abandonLayout(caught, limit)
      case .reportStuckLayout:
        report(
          StageError(
            activity: .layout, node: "",
            reason:
              "a layout has made no progress for \(seconds(limit)) s, outside the code of any node: an element of a spec measures itself "
              + "or appends others endlessly; no layout is adopted until it ends"))
      }
    }
  }

  /// Commits the layout without the draw; the node keeps its content.
  private func abandonDraw(_ caught: Watchdog.Caught, _ share: LayoutProgress.Share, _ progress: LayoutProgress, _ limit: Double) {
    let draw = share.draws[caught.number]
    let box = draw.box
    report(
      StageError(
        activity: .draw, node: draw.node.description,
        reason: "its draw has not ended after \(seconds(limit)) s (box \(box.width) x \(box.height) pixels); its previous content stays"))
    if let result = progress.claim(without: caught.number, of: share) { inbox.post(result) }
  }

  /// Starts the layout again without the result of the node.
  private func abandonLayout(_ caught: Watchdog.Caught, _ limit: Double) {
    // Layouts call only code of nodes.
    guard let node = caught.node as? AnyNode else { return }
    node.abandonLayout(caught.generation)
    loop.jobs.layouts.abandon()
    loop.jobs.supervisor.layoutDidEnd()
    inbox.wake()
    let (code, consequence) =
      switch caught.step {
      case .layout: ("`layout(in:)`", "its nodes are not shown")
      case .place: ("`ManualLayout`", "its children are not shown")
      default: ("`size(thatFits:in:)`", "it keeps the size that it had")
      }
    report(
      StageError(
        activity: .layout, node: node.description,
        reason: "its \(code) has not ended after \(seconds(limit)) s\(place(of: node)); \(consequence) until its value changes, "
          + "another thread lays out the rest"))
  }

  /// Returns the place of a node for an error message: its item and list.
  private func place(of node: AnyNode) -> String {
    var nodes = [root]
    while let at = nodes.popLast() {
      if at.virtualizesSubnodes, let item = at.nameOfItem(where: { $0.isAround(node) }) { return " in the \(item) of \(at.description)" }
      nodes += at.allSubnodes
    }
    return ""
  }

  private func reportOverdueJobs(at now: Double, _ limit: Double) {
    for job in inbox.watchedJobs where job.watch.begun != nil && !job.watch.isOver {
      guard let step = job.overdueStep(at: now, limit) else { continue }
      workers.replaceThread(of: job.watch)
      report(
        StageError(
          activity: .data, node: (job.owner as? AnyNode)?.description ?? "",
          reason: "\(step) has not ended after \(seconds(limit)) s, and its result is missing until then; work on workers has "
            + "to end soon; another thread does the other work"))
      job.onOverdue?()
    }
  }

  private func seconds(_ limit: Double) -> String { limit == limit.rounded() ? "\(Int(min(limit, 1e9)))" : "\(limit)" }
}
