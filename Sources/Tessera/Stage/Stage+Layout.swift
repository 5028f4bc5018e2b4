internal import TesseraGeometry

// Start and commit of a layout. Frame loop only.

extension Stage {
  /// Submits a layout if one is requested and none is running.
  ///
  /// - Postcondition: a requested layout is running. A layout that was running before continues.
  func startLayout() {
    guard loop.jobs.layouts.canStart else { return }
    loop.jobs.draws.layoutWillStart()
    recordTransitionsInLayout()
    observation.layoutWillStart()
    let (root, space, environment, nodeLimit) = shared.withLock {
      ($0.root, SafeAreaSpace(size: $0.size, insets: $0.coveredInsets), $0.environment, $0.nodeLimit)
    }
    let early = earlyDraws()
    let start = loop.jobs.layouts.start()
    let top = layoutRoot(root)
    let job = LayoutJob(
      root: top, held: top === root ? nil : root, space: space, environment: environment, viewport: framebufferBounds,
      memory: start.retained, changed: start.changed,
      previous: loop.tree, previousProperties: loop.tree?.properties ?? [], reaches: start.reaches, changedReaches: start.changedReaches,
      early: early, nodeLimit: nodeLimit)
    let inbox = self.inbox
    // Deallocating a tree costs about as much as visiting its nodes, so the worker does it.
    let retired = Retired(tree: start.retired)
    let tracer = loop.frames.recorder.tracer
    prepareFirstPicture()
    let progress = beginProgress(start.retained)
    // Weak, so that a pending job in a pool does not retain it.
    workers.submit(.layout) { [weak workers] in
      guard let tracer else {
        retired.drop()
        if let result = job.run(with: workers, progress) { inbox.post(result) }
        return
      }
      tracer.measure("drop tree") { retired.drop() }
      let result = tracer.measure("layout") { job.run(with: workers, progress) }
      if let result { inbox.post(result) }
    }
  }

  /// Replaces the old tree by a new one: contents, scroll offsets, transitions, frames, interface states, waiting draws, the focus.
  func adopt(_ result: LayoutJob.Result) {
    let tree = result.tree
    let old = loop.tree
    loop.jobs.layouts.finish()
    loop.pointing.hover.recordChange()
    loop.jobs.supervisor.layoutDidEnd()
    loop.frames.recorder.count { statistics in
      statistics.layouts += 1
      statistics.measures += result.measureCount
      statistics.collectedNodes += result.collectedCount
      statistics.visitedBoxes += result.visitCount
    }
    for reason in loop.jobs.layouts.reasons(for: result.omissions, nodeLimit: nodeLimit) {
      report(StageError(activity: .layout, node: "", reason: reason))
    }
    for managed in tree.changes.managed { managed.node.adoptManagedChildren(managed.children, isManaged: managed.isManaged) }
    for (node, keys) in tree.changes.keyed { node.forgetKeyedSubnodes(except: keys) }
    for (node, generation) in tree.changes.measureGenerations where node.lock.withLock({ node.state.measureGeneration != generation }) {
      needLayout(of: node)
    }
    let picture = old.flatMap { mayDepart(tree, from: $0) ? pictureForDepartures($0) : nil }
    carryContents(from: old, to: tree)
    for adopt in result.adoptions { adopt() }
    loop.tree = tree
    let settled = placeScrolled(tree, old)
    if !loop.overlays.isEmpty { placeOverlays(tree, isNew: true) }
    loop.textInput.recordPlaces()
    if loop.textInput.usesPanel { shiftAbovePanel(tree) }
    carryMotions(to: tree, from: old)
    adoptTransitions(tree, old, picture: picture, settled: settled)
    for node in loop.jobs.layouts.dequeueReachedMeanwhile() {
      if let i = tree.indexOf(node) { recordReach(i, in: tree) }
    }
    for (new, _) in tree.changes.touched { recordReach(Int(new), in: tree) }
    adoptEarlyDraws(result.draws, in: tree)
    if let draw = result.endless { adoptEndlessDraw(draw, in: tree) }
    var stale = Set<Int>()
    var relaid = Set<Int>()
    adoptFrames(tree, old, &stale, &relaid)
    leave(tree, old, &stale)
    appear(tree)
    arrangeScrolled(tree, old)
    for i in stale.sorted() { redrawRasterizer(of: i, in: tree) }
    for node in loop.jobs.layouts.dequeueChangedMeanwhile() {
      guard let i = tree.indexOf(node) else { continue }
      apply(node.lock.withLock { node.state.properties }, to: i, in: tree)
    }
    for node in loop.jobs.draws.afterThisLayout {
      if let i = tree.indexOf(node) { draw(i, in: tree) }
      node.observed.countDraw(-1)
    }
    loop.jobs.draws.layoutDidFinish()
    finishLayout(tree, old, relaid)
    reportEmptyNodes(tree)
    keepFocus(tree, old)
    revealAbovePanel(tree)
    recordSemantics(of: tree, after: old)
    for call in observation.dequeueAfterLayout() { call() }
    // A picture of removed nodes may retain their tree, but not all earlier trees too.
    old?.departures = [:]
    if let old, !tree.changes.removed.isEmpty {
      // It may be the last reference to removed nodes with their pixels.
      retire(old)
    } else {
      loop.jobs.layouts.retire(old)
    }
  }

  /// Makes a worker deallocate a tree. Draws that wait for its memory are then started by the next frame.
  func retire(_ tree: SceneTree) {
    let retired = Retired(tree: tree)
    let waiting = loop.jobs.draws.hasPostponed ? inbox : nil
    let tracer = loop.frames.recorder.tracer
    workers.submit(.offline) {
      if let tracer { tracer.measure("drop tree") { retired.drop() } } else { retired.drop() }
      waiting?.wake()
    }
  }

  /// Notifies the nodes that a layout changed, parents first.
  private func finishLayout(_ tree: SceneTree, _ old: SceneTree?, _ relaid: Set<Int>) {
    var relaid = relaid
    if let old {
      for i in tree.changes.removed where old.parent[Int(i)] >= 0 {
        if let above = tree.indexOf(old.nodes[Int(old.parent[Int(i)])]) { relaid.insert(above) }
      }
      if tree.changes.structure {
        for (new, before) in tree.changes.touched where before >= 0 && old.parent[Int(before)] >= 0 && tree.parent[Int(new)] >= 0 {
          let (from, to) = (old.nodes[Int(old.parent[Int(before)])], Int(tree.parent[Int(new)]))
          guard from !== tree.nodes[to] else { continue }
          relaid.insert(to)
          if let above = tree.indexOf(from) { relaid.insert(above) }
        }
      }
    }
    for i in observation.dequeueLaidOut(relaid) {
      if relaid.contains(i) { tree.nodes[i].layoutDidFinish() }
      tree.nodes[i].send(AnyNode.layoutFinish, tree.nodes[i].frame)
    }
  }

  private func carryContents(from old: SceneTree?, to tree: SceneTree) {
    guard let old else {
      tree.contents = [PaintContents](repeating: .none, count: tree.count)
      return
    }
    if !tree.changes.structure {
      swap(&tree.contents, &old.contents)
      return
    }
    func carried(_ i: Int) -> PaintContents {
      let from = Int(tree.changes.oldIndex[i])
      return from >= 0 ? old.contents[from] : .none
    }
    guard !tree.changes.pieces.isEmpty else {
      tree.contents = tree.nodes.indices.map(carried)
      return
    }
    // Kept runs are moved, not copied.
    let collected = tree.changes.pieces.filter { !$0.isKept }.map { ($0.old, $0.new.map(carried)) }
    swap(&tree.contents, &old.contents)
    // The previous tree retains the contents of removed nodes; a worker releases them.
    for (place, contents) in collected.reversed() {
      old.contents.append(contentsOf: tree.contents[place])
      tree.contents.replaceSubrange(place, with: contents)
    }
  }
}

/// Holds the tree before the previous one until a worker releases it.
private final class Retired: @unchecked Sendable {
  // @unchecked: written when it is made and when the one job that has it drops what it holds.
  private var tree: SceneTree?
  init(tree: SceneTree?) { self.tree = tree }
  func drop() { tree = nil }
}
