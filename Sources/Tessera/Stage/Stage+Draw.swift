internal import TesseraGeometry
internal import TesseraRender

extension Stage {
  /// Number of successive draws that are cancelled because the node changed; the next one is completed so that some content is shown.
  private static let patience = 2

  /// Submits a draw of node `i` if its content is missing, outdated or of another size.
  func startDrawIfNeeded(_ i: Int, in tree: PaintTree) {
    let state = tree.states[i]
    guard tree.rasterizer[i] < 0, tree.isShown(i) else { return }
    let properties = tree.properties[i]
    let target = drawTarget(i, in: tree)
    guard state.isDirty || state.drawnFor != target else { return }
    if DrawControl.isUsed, isDrawingSuspended(i, in: tree) { return state.isDirty = true }
    if properties.value.drawsDirectly || tree.nodes[i].drawsOverSubnodes, !properties.value.rasterizesSubtree {
      return placeDirectDraw(of: i, in: tree, for: target)
    }
    if state.isAbandoned, let job = state.job {
      // It was abandoned; the draw that is needed now may end.
      job.cancel()
      state.job = nil
    }
    if let job = state.job {
      // One job of a node at a time: the running one is notified, and the next starts when it has ended.
      state.isDirty = true
      if !state.hasArrived, state.cancelledInARow < Self.patience {
        state.generation &+= 1
        job.cancel()
      }
      return
    }
    let flag = CancellationFlag()
    let source: DrawJob.Source
    if properties.value.rasterizesSubtree {
      source = .subtree(rasterList(i, in: tree, flag: flag))
    } else if let drawing = tree.nodes[i].makeDrawing() {
      source = .content(drawing, context(for: i, in: tree, flag: flag))
    } else {
      state.isDirty = false
      state.drawnFor = target
      // The content of its subtree and a placeholder are removed; the node itself has no content.
      show(.none, at: i, in: tree)
      return
    }
    state.isDirty = false
    state.drawnFor = target
    state.generation &+= 1
    state.job = flag
    state.isAbandoned = false
    loop.jobs.draws.didSubmit()
    recordDraw(.began, of: i, in: tree)
    let job = DrawJob(
      node: tree.nodes[i], state: state, generation: state.generation, flag: flag, source: source, box: tree.boxes[i],
      viewport: contentViewport(of: i, in: tree), pool: buffers, contentLimit: contentLimit, watch: watchDraw(i, flag, in: tree))
    submit(job, of: i, in: tree)
  }

  /// Runs the draws of visible nodes that draw synchronously. A node that changes during its draw is drawn again by the next frame.
  func runSynchronousDraws() {
    for job in loop.jobs.draws.removeSynchronous() { commit(loop.frames.recorder.tracer.map { job.run($0) } ?? job.run()) }
  }

  /// Submits a draw to a worker, visible content before near content.
  private func submit(_ job: DrawJob, of i: Int, in tree: PaintTree) {
    if tree.isSeen(i), tree.properties[i].value.drawsSynchronously { return loop.jobs.draws.addSynchronous(job) }
    let state = tree.states[i]
    let inbox = self.inbox
    if tree.isSeen(i) {
      let priority = drawPriority(of: i, in: tree)
      if let tracer = loop.frames.recorder.tracer {
        workers.submit(.visible, priority) { inbox.post(job.run(tracer)) }
      } else {
        workers.submit(.visible, priority) { inbox.post(job.run()) }
      }
    } else {
      let ticket = DrawTicket(job, loop.frames.recorder.tracer)
      state.waiting = ticket
      workers.submit(.ahead, drawPriority(of: i, in: tree)) { ticket.run { inbox.post($0) } }
    }
  }

  /// Replaces the content of node `i` by content that is drawn during compositing.
  private func placeDirectDraw(of i: Int, in tree: PaintTree, for target: RenderState.DrawnFor) {
    let state = tree.states[i]
    // The running draw is no longer needed.
    state.job?.cancel()
    state.generation &+= 1
    state.isDirty = false
    state.drawnFor = target
    state.reportedFailure = nil
    let drawing = tree.nodes[i].makeDrawing()
    let isOver = tree.nodes[i].drawsOverSubnodes
    /// Content above subnodes covers only a small part of the node.
    func damagePlace() {
      if isOver {
        damage(tree.contentArea(i) ?? .zero, i, tree)
      } else {
        loop.surface.damage(tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i])))
      }
    }
    damagePlace()
    tree.contents[i] = drawing.map { .direct(DirectContents($0, context(for: i, in: tree, flag: nil))) } ?? .none
    recordReach(i, in: tree)
    damagePlace()
    recordDirectDraw(of: i, in: tree)
  }

  /// Returns the parameters for which the content of node `i` is drawn.
  func drawTarget(_ i: Int, in tree: PaintTree) -> RenderState.DrawnFor {
    RenderState.DrawnFor(
      width: tree.boxes[i].width, height: tree.boxes[i].height, size: tree.frames[i].size, environment: tree.environment(of: i),
      factor: tree.properties[i].value.rasterFactor)
  }

  func context(for i: Int, in tree: PaintTree, flag: CancellationFlag?) -> DrawContext {
    var context = DrawContext(
      size: tree.frames[i].size, insets: tree.insets[i], cornerRadii: tree.properties[i].value.cornerRadii,
      environment: tree.environment(of: i), isFocused: shared.withLock { $0.focused } === tree.nodes[i],
      cancellation: flag, frameHistory: tree.nodes[i].watchesFrames ? loop.frames.recorder.history : nil)
    context.frameTime = loop.frames.pacing.time
    return context
  }

  /// Returns node `i` and its subtree with copies of its drawings, for one job to paint.
  private func rasterList(_ i: Int, in tree: PaintTree, flag: CancellationFlag) -> RasterList {
    var contents = [PaintContents](repeating: .none, count: tree.count)
    let factor = RasterList.factor(tree.properties[i].value.rasterFactor, for: tree.localBounds[i])
    for at in i..<Int(tree.end[i]) where !tree.properties[at].value.isHidden {
      guard let drawing = tree.nodes[at].makeDrawing() else { continue }
      var context = context(for: at, in: tree, flag: flag)
      // If it is drawn larger, more pixels are available, and images are decoded for these.
      if factor != 1 { context = context.enlarged(by: factor) }
      contents[at] = .direct(DirectContents(drawing, context))
    }
    var scene = PaintScene(tree, contents: contents, asLaidOut: true)
    let bounds = rasterBounds(i, contents, in: tree)
    scene.ownBounds[i] = bounds
    return RasterList(scene: scene, root: i, bounds: bounds, factor: factor)
  }

  /// Returns the bounds of node `i` and its subtree with these contents at their layout places, in the node's space; nothing moves inside
  /// one buffer.
  private func rasterBounds(_ i: Int, _ contents: [PaintContents], in tree: PaintTree) -> PixelRect {
    var bounds: [PixelRect] = []
    bounds.reserveCapacity(Int(tree.end[i]) - i)
    for at in i..<Int(tree.end[i]) {
      let properties = tree.properties[at].value
      let plain = PaintTree.ownBounds(properties, box: tree.boxes[at], scale: tree.environment.scale)
      let area = contents[at].rect(at: tree.boxes[at]) ?? plain
      bounds.append(plain.union(properties.clipsToBounds ? area.intersection(tree.boxes[at]) : area))
    }
    for at in (i + 1..<Int(tree.end[i])).reversed() where !tree.properties[at].value.isHidden {
      let above = Int(tree.parent[at])
      let placed = PaintTree.mapped(bounds[at - i], by: tree.transform(at))
      bounds[above - i] = bounds[above - i].union(
        tree.properties[above].value.clipsToBounds ? placed.intersection(tree.boxes[above]) : placed)
    }
    return bounds[0]
  }

  /// Commits the content of a finished draw job, unless it is stale.
  func commit(_ result: DrawJob.Result) {
    let state = result.state
    loop.jobs.draws.didReturn()
    guard state.job === result.flag else {
      // It was abandoned, and another draw of the node has begun.
      loop.frames.recorder.count { $0.droppedDraws += 1 }
      return
    }
    state.job = nil
    state.hasArrived = false
    state.waiting = nil
    guard let tree = loop.tree, let i = tree.indexOf(result.node), tree.states[i] === state else {
      loop.frames.recorder.count { $0.droppedDraws += 1 }
      return
    }
    let isStale = result.generation != state.generation
    switch result.outcome {
    case .finished(let contents) where !isStale:
      state.cancelledInARow = 0
      state.drawSeconds = result.seconds
      loop.frames.recorder.count { $0.draws += 1 }
      show(contents, at: i, in: tree)
      result.node.drawDidFinish()
      result.node.send(AnyNode.draw)
      recordDraw(.finished, of: i, in: tree)
      for failure in result.failures { reportDraw(of: failure.node, failure.reason) }
    case .failed(let reason) where !isStale:
      // The previous picture is kept.
      state.isAbandoned = true
      recordDraw(.failed, of: i, in: tree)
      reportDraw(of: result.node, reason)
    case .postponed where !isStale:
      recordDraw(.cancelled, of: i, in: tree)
      return postponeDraw(of: i, in: tree)
    default:
      state.cancelledInARow += 1
      state.isDirty = true
      loop.frames.recorder.count { $0.droppedDraws += 1 }
      recordDraw(.cancelled, of: i, in: tree)
    }
    startDrawIfNeeded(i, in: tree)
  }

  func reportDraw(of node: AnyNode, _ reason: String) {
    loop.frames.recorder.count { $0.failedDraws += 1 }
    report(StageError(activity: .draw, node: node.description, reason: reason))
    node.send(AnyNode.drawFailure, reason)
  }

  /// Reports nodes that could not be drawn during compositing: once for each value of the node, however often it is painted.
  func reportDirectDraws(_ scene: PaintScene, _ tree: PaintTree) {
    let failures = scene.failures.withLock { $0 }
    guard !failures.isEmpty else { return }
    for (i, reason) in failures.sorted(by: { $0.key < $1.key }) where tree.states[i].reportedFailure != reason {
      tree.states[i].reportedFailure = reason
      reportDraw(of: tree.nodes[i], reason)
    }
  }

  func show(_ drawn: PaintContents, at i: Int, in tree: PaintTree) {
    let state = tree.states[i]
    let difference = difference(of: drawn, at: i, in: tree)
    if difference == nil, let area = tree.contentArea(i) { damage(area, i, tree) }
    let isFirst = !state.hasContents
    state.hasContents = true
    if isFirst, tree.properties[i].value.placeholder != nil { damage(tree.box(i), i, tree) }
    state.isPending = drawn.isPending
    let shown = tree.contents[i]
    tree.contents[i] = drawn
    updateFade(from: shown, to: drawn, isFirst: isFirst, at: i, in: tree)
    switch drawn {
    case .none, .pending: return recordReach(i, in: tree)
    case .buffer, .direct: break
    }
    let contents: NodeContents? = if case .buffer(let contents) = drawn { contents } else { nil }
    if contents?.partOf != nil { loop.jobs.draws.addPartial(tree.nodes[i]) }
    recordReach(i, in: tree)
    if tree.presentations[i] != nil { tree.placePresented(i) }
    if let area = difference ?? tree.contentArea(i) { damage(area, i, tree) }
    if contents?.showsSubtree == true { dropContents(below: i, in: tree) }
    if isFirst, tree.properties[i].value.contentFade > 0, clock.now > state.shownSince { fadeIn(i, in: tree) }
    if isFirst, let placeholder = tree.properties[i].value.placeholder, placeholderFade(i, in: tree) > 0, state.concealedSince == nil,
      clock.now > state.shownSince + placeholder.delay || placeholder.delay == 0
    {
      state.fadeStart = clock.now
      loop.animations.groups.beginFade(tree.nodes[i])
    }
  }

  /// Returns the area in which new content of node `i` differs from the shown one, if it is known and the node is at its layout place.
  private func difference(of drawn: PaintContents, at i: Int, in tree: PaintTree) -> PixelRect? {
    guard case .buffer(let contents) = drawn, contents.change != nil, tree.states[i].hasContents, tree.presentations[i] == nil else {
      return nil
    }
    return contents.difference(from: tree.contents[i], at: tree.boxes[i])
  }

  /// Releases the contents of the nodes below `i`, because one buffer shows them all.
  private func dropContents(below i: Int, in tree: PaintTree) {
    tree.boundsAreLoose = true
    for at in i + 1..<Int(tree.end[i]) {
      guard case .buffer = tree.contents[at] else { continue }
      tree.contents[at] = .none
      tree.states[at].isDirty = true
      tree.states[at].hasContents = false
      tree.states[at].drawnFor = nil
    }
  }

  /// Records the extent of node `i`'s content beyond its box.
  func recordReach(_ i: Int, in tree: PaintTree) {
    let box = tree.boxes[i]
    let rect = tree.contents[i].rect(at: box)
    let reach = rect.flatMap { Reach($0, beyond: box) }
    let state = tree.states[i]
    // Usual case: no lookup is needed.
    if reach != state.reach {
      if state.reach != nil { tree.boundsAreLoose = true }
      state.reach = reach
      loop.jobs.layouts.setReach(reach, of: tree.nodes[i])
    }
    guard let rect, reach != nil else { return }
    loop.jobs.layouts.recordReach(of: tree.nodes[i])
    tree.extendBounds(i, by: tree.contentArea(i) ?? rect)
  }

  private func damage(_ rect: PixelRect, _ i: Int, _ tree: PaintTree) { loop.surface.damage(tree.seenOnScreen(rect, at: i)) }

  /// Moves a draw that waits behind visible content forward, because its node became visible.
  func hurryDraw(of i: Int, in tree: PaintTree) {
    guard let ticket = tree.states[i].waiting else { return }
    tree.states[i].waiting = nil
    let inbox = self.inbox
    workers.submit(.visible, drawPriority(of: i, in: tree)) { ticket.run { inbox.post($0) } }
  }
}
