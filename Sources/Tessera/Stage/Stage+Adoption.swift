internal import TesseraGeometry

// Adoption of a finished layout. Frame loop only.

extension Stage {
  /// Replaces the old tree by a new one. Each call is a phase; its comment states its postcondition.
  ///
  /// - Precondition: `result` is from the layout that runs.
  func adopt(_ result: LayoutJob.Result) {
    let (tree, old) = (result.tree, loop.tree)
    recordEnd(of: result)
    adoptSubnodes(of: tree)
    let picture = exchange(old, for: tree, result.adoptions)
    placeBoxes(of: tree, old, picture: picture)
    recordReaches(in: tree)
    let relaid = adoptStates(of: tree, old, result)
    startWaitingDraws(in: tree)
    notifyLayout(of: tree, old, relaid)
    retirePrevious(old, replacedBy: tree)
  }

  /// Phase: records the end of the layout.
  ///
  /// - Postcondition: no layout runs; its omissions are reported.
  private func recordEnd(of result: LayoutJob.Result) {
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
  }

  /// Phase: makes the subnodes that specs returned those of their nodes.
  ///
  /// - Postcondition: the subnodes of nodes with specs are those of the tree. Nodes that changed after they were measured are in the next layout.
  private func adoptSubnodes(of tree: PaintTree) {
    for managed in tree.changes.managed { managed.node.adoptManagedChildren(managed.children, isManaged: managed.isManaged) }
    for (node, keys) in tree.changes.keyed { node.forgetKeyedSubnodes(except: keys) }
    for (node, generation) in tree.changes.measureGenerations where node.lock.withLock({ node.state.measureGeneration != generation }) {
      needLayout(of: node)
    }
  }

  /// Phase: makes `tree` the tree of the stage. Returns a picture of nodes that depart, if a transition needs one.
  ///
  /// - Postcondition: `loop.tree` is `tree`, with the contents of the nodes that were in `old`. Effects that layouts requested have run.
  private func exchange(_ old: PaintTree?, for tree: PaintTree, _ adoptions: [@Sendable () -> Void]) -> PaintScene? {
    let picture = old.flatMap { mayDepart(tree, from: $0) ? pictureForDepartures($0) : nil }
    carryContents(from: old, to: tree)
    for adopt in adoptions { adopt() }
    loop.tree = tree
    return picture
  }

  /// Phase: applies everything that moves boxes from their laid-out places.
  ///
  /// - Precondition: `tree` is the tree of the stage.
  /// - Postcondition: scroll offsets, overlays, the shift above an input panel, motions and transitions are those of the new boxes.
  private func placeBoxes(of tree: PaintTree, _ old: PaintTree?, picture: PaintScene?) {
    let settled = placeScrolled(tree, old)
    if !loop.overlays.isEmpty { placeOverlays(tree, isNew: true) }
    loop.textInput.recordPlaces()
    if loop.textInput.usesPanel { shiftAbovePanel(tree) }
    carryMotions(to: tree, from: old)
    adoptTransitions(tree, old, picture: picture, settled: settled)
  }

  /// Phase: records how far nodes paint beyond their boxes, as far as that changed.
  ///
  /// - Precondition: all boxes are at their places.
  private func recordReaches(in tree: PaintTree) {
    for node in loop.jobs.layouts.dequeueReachedMeanwhile() {
      if let i = tree.indexOf(node) { recordReach(i, in: tree) }
    }
    for (new, _) in tree.changes.touched { recordReach(Int(new), in: tree) }
  }

  /// Phase: applies frames and interface states, and the draws that the layout's workers already made. Returns the boxes that were laid out again.
  ///
  /// - Precondition: all boxes are at their places.
  /// - Postcondition: each node has its frame and its interface state; new, moved and removed boxes are damaged; changes that were made during the layout
  ///   are in the tree.
  private func adoptStates(of tree: PaintTree, _ old: PaintTree?, _ result: LayoutJob.Result) -> Set<Int> {
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
    return relaid
  }

  /// Phase: starts the draws that waited for this layout.
  ///
  /// - Precondition: each node has its frame and its interface state.
  private func startWaitingDraws(in tree: PaintTree) {
    for node in loop.jobs.draws.afterThisLayout {
      if let i = tree.indexOf(node) { draw(i, in: tree) }
      node.observed.countDraw(-1)
    }
    loop.jobs.draws.layoutDidFinish()
  }

  /// Phase: notifies nodes and program, and keeps the focus visible.
  ///
  /// - Precondition: the tree is complete: callbacks may read all frames.
  /// - Postcondition: the focused node is in the tree, or nothing is focused. The semantics are those of the tree.
  private func notifyLayout(of tree: PaintTree, _ old: PaintTree?, _ relaid: Set<Int>) {
    finishLayout(tree, old, relaid)
    reportEmptyNodes(tree)
    keepFocus(tree, old)
    revealAbovePanel(tree)
    recordSemantics(of: tree, after: old)
    for call in observation.dequeueAfterLayout() { call() }
  }

  /// Phase: keeps the old tree's memory for the next layout, or releases it.
  ///
  /// - Postcondition: no node that was removed is retained by the stage.
  private func retirePrevious(_ old: PaintTree?, replacedBy tree: PaintTree) {
    // A picture of removed nodes may retain their tree, but not all earlier trees too.
    old?.departures = [:]
    if let old, !tree.changes.removed.isEmpty {
      // It may be the last reference to removed nodes with their pixels.
      retire(old)
    } else {
      loop.jobs.layouts.retire(old)
    }
  }

  /// Notifies the nodes that a layout changed, parents first.
  private func finishLayout(_ tree: PaintTree, _ old: PaintTree?, _ relaid: Set<Int>) {
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

  private func carryContents(from old: PaintTree?, to tree: PaintTree) {
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
