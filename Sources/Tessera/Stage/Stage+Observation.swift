// Notifications of programs about nodes of all types. Frame loop only; no lock is held while handlers run.

extension Stage {
  /// Notifies handlers of one step of a node's interface state; its type was notified before.
  func notifyStep(of node: AnyNode, _ state: RenderState, from old: InterfaceState, to new: InterfaceState) {
    node.send(AnyNode.interfaceStateChange, InterfaceStateChange(old: old, new: new))
    if old == .idle {
      let isFirst = node.observed.enterStage()
      node.send(AnyNode.stageEntry, StageEntry(isFirst: isFirst))
    }
    if new == .idle { node.send(AnyNode.stageExit) }
    // A subtree without content is complete as soon as it is in range.
    if new == .display, old < new, node.observed.contains(.subtreeDraw) { observation.watch(node) }
    if new == .visible {
      guard !SubnodeObserverCount.isZero, let above = node.supernode, above.observed.contains(.subnodeVisibility) else { return }
      state.displayer = above
      above.send(AnyNode.subnodeVisibility, SubnodeVisibility(subnode: node, isVisible: true))
    } else if old == .visible, let above = state.displayer {
      // Notifies the ancestor that was notified of its appearance, even if the node has left it since.
      state.displayer = nil
      above.send(AnyNode.subnodeVisibility, SubnodeVisibility(subnode: node, isVisible: false))
    }
  }

  /// Records that a draw of node `i` began or ended; observing ancestors are notified by ``notifyDraws()``.
  func recordDraw(_ phase: SubnodeDraw.Phase, of i: Int, in tree: PaintTree) {
    guard !SubnodeObserverCount.isZero else { return }
    let above = Int(tree.parent[i])
    if above >= 0, tree.nodes[above].observed.contains(.subnodeDraw) {
      observation.enqueue(SubnodeDraw(subnode: tree.nodes[i], phase: phase), for: tree.nodes[above])
    }
    var at = i
    while at >= 0 {
      if tree.nodes[at].observed.contains(.subtreeDraw) { observation.watch(tree.nodes[at]) }
      at = Int(tree.parent[at])
    }
  }

  /// Records that content of node `i` that is drawn during compositing was committed.
  func recordDirectDraw(of i: Int, in tree: PaintTree) {
    if tree.nodes[i].observed.contains(.draw) { observation.recordDraw(of: tree.nodes[i]) }
  }

  /// Pass: notifies handlers of the draws of this frame, and nodes whose subtree is completely drawn.
  ///
  /// - Postcondition: handlers were notified of all committed draws.
  func notifyDraws() {
    guard observation.hasDraws, let tree = loop.tree else { return }
    for node in observation.dequeueDrawn() { node.send(AnyNode.draw) }
    for (node, draw) in observation.dequeueSubnodeDraws() { node.send(AnyNode.subnodeDraw, draw) }
    let drawn = observation.dequeueSubtrees { node in
      guard let i = tree.indexOf(node) else { return .gone }
      return hasPendingDraws(i, in: tree) ? .pending : .drawn
    }
    for node in drawn { node.send(AnyNode.subtreeDraw) }
  }

  /// Returns whether a draw at or below node `i` is running or pending; abandoned draws are ignored.
  private func hasPendingDraws(_ i: Int, in tree: PaintTree) -> Bool {
    var at = i
    while at < Int(tree.end[i]) {
      let properties = tree.properties[at].value
      if properties.isHidden {
        at = Int(tree.end[at])
        continue
      }
      let state = tree.states[at]
      if tree.rasterizer[at] < 0, tree.isShown(at), !state.isAbandoned, state.job != nil || state.isDirty { return true }
      at = properties.rasterizesSubtree ? Int(tree.end[at]) : at + 1
    }
    return false
  }

  /// Calls everything that waits for a layout, because the stage is deinitialized.
  func callWithoutLayout() {
    _ = loop.input.drain(link)
    observation.addAfterLayout(loop.input.requests.afterLayout)
    observation.layoutWillStart()
    for call in observation.dequeueAfterLayout() { call() }
  }

  /// Evaluates the focus rules of affected nodes for a move to `new`. Returns whether all allow it.
  func allowsFocusMove(to new: AnyNode, _ direction: FocusDirection?) -> Bool {
    let old = focusedNode
    guard old !== new else { return true }
    let move = FocusMove(from: old, to: new, direction: direction)
    var asked = Set<ObjectIdentifier>()
    for start in [old, new] {
      var current = start
      while let node = current {
        if node.observed.contains(.focusMove), asked.insert(ObjectIdentifier(node)).inserted, let rule = node.focusMoveRule, !rule(move) {
          return false
        }
        current = node.supernode
      }
    }
    return true
  }
}
