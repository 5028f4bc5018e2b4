internal import TesseraGeometry

// Layouts and jobs of nodes that do not end. Frame loop only.

extension Stage {
  /// Has the layout that is about to be submitted looked after.
  func watchLayout() -> LayoutWatch {
    let watch = LayoutWatch(loop.memory.steps, inbox)
    watch.steps.reset()
    loop.layoutWatch = watch
    loop.layoutLook = clock.now
    return watch
  }

  /// When the layout under way and jobs of nodes are to be looked at again, seconds of the clock.
  var layoutDeadline: Double? {
    let isLooking = loop.layoutIsRunning && loop.layoutWatch?.isReported == false || !loop.stragglers.isEmpty || !inbox.watchedJobs.isEmpty
    guard isLooking, case let limit = drawLimit, limit.isFinite else { return nil }
    // Whoever is in the same step twice is found: a look or two more than needed tell how long.
    return loop.layoutLook + limit / 4
  }

  /// Reports layouts, and jobs of nodes, that are in the code of one node for too long. Another thread stands in for each that is lost.
  func reportOverdueLayout() {
    guard loop.layoutIsRunning || !loop.stragglers.isEmpty || inbox.hasJobs, case let limit = drawLimit, limit.isFinite else { return }
    let now = clock.now
    loop.layoutLook = now
    if inbox.hasJobs { reportOverdueJobs(at: now, limit) }
    loop.stragglers.removeAll { share in
      guard !share.job.isOver else { return true }
      guard share.steps.isOverdue(at: now, limit) else { return false }
      // Its node is asked again by what took the place of the layout: that is what is reported.
      workers.replaceThread(of: share.job)
      return true
    }
    guard loop.layoutIsRunning, let watch = loop.layoutWatch, watch.job.begun != nil, !watch.job.isOver else { return }
    let shares = watch.shares
    for share in shares where share.steps.isOverdue(at: now, limit) {
      guard let caught = share.steps.takeHold() else { continue }
      workers.replaceThread(of: share.job)
      // It waits for the share.
      workers.replaceThread(of: watch.job)
      loop.stragglers += shares.filter { $0 !== share }
      return caught.rule == .draw ? giveUpDraw(caught, share, watch, limit) : giveUpLayout(caught, limit)
    }
    guard watch.steps.isOverdue(at: now, limit) else { return }
    if let caught = watch.steps.takeHold() {
      workers.replaceThread(of: watch.job)
      // They measure while it looks.
      loop.stragglers += shares
      giveUpLayout(caught, limit)
    } else if shares.isEmpty, !watch.isReported {
      watch.isReported = true
      report(
        StageError(
          activity: .layout, node: "",
          reason: "a layout has not gone on for \(seconds(limit)) s, and is in the code of no node: an element of a spec measures itself "
            + "or appends others without end; no layout is adopted until it ends"))
    }
  }

  /// The layout is taken as it is; the node shows what it showed.
  private func giveUpDraw(_ caught: JobSteps.Caught, _ share: LayoutWatch.Share, _ watch: LayoutWatch, _ limit: Double) {
    let box = share.draws[caught.number].box
    report(
      StageError(
        activity: .draw, node: caught.node.description,
        reason: "its draw has not ended after \(seconds(limit)) s (box \(box.width) x \(box.height) pixels); what it showed stays"))
    if let result = watch.take(without: caught.number, of: share) { inbox.post(result) }
  }

  /// The layout is made anew without an answer of the node.
  private func giveUpLayout(_ caught: JobSteps.Caught, _ limit: Double) {
    caught.node.giveUpLayout(caught.generation)
    // What it was about to leave to the next layout is its own.
    loop.memory = RetainedNodes()
    loop.layoutWatch = nil
    loop.layoutIsRunning = false
    loop.needsLayout = true
    inbox.wake()
    let (code, consequence) =
      switch caught.rule {
      case .layout: ("`layout(in:)`", "what it names is not shown")
      case .place: ("`ManualLayout`", "what it places is not shown")
      default: ("`size(thatFits:in:)`", "it keeps the size that it had")
      }
    report(
      StageError(
        activity: .layout, node: caught.node.description,
        reason: "its \(code) has not ended after \(seconds(limit)) s\(place(of: caught.node)); \(consequence) until its value is another, "
          + "another thread lays out the rest"))
  }

  /// Where a node lies that an error names: in which item of which list.
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
          activity: .data, node: job.node?.description ?? "",
          reason: "\(step) has not ended after \(seconds(limit)) s, and what it brings is missing until then; what runs on workers is "
            + "to end soon; another thread does the other work"))
      job.onOverdue?()
    }
  }

  private func seconds(_ limit: Double) -> String { limit == limit.rounded() ? "\(Int(min(limit, 1e9)))" : "\(limit)" }
}
