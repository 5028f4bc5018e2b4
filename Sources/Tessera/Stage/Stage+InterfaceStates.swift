// Interface states: distances of nodes from the screen; nodes are notified of each step. Frame loop only.

extension Stage {
  /// Lowers the state of a node that is off the screen, and releases its content.
  func disappear(_ i: Int, in tree: PaintTree) {
    dropContents(of: i, in: tree)
    step(tree.nodes[i], tree.states[i], to: .measured)
  }

  /// Releases a node's content.
  func dropContents(of i: Int, in tree: PaintTree) {
    tree.states[i].dropContents()
    tree.contents[i] = .none
    recordReach(i, in: tree)
  }

  func raise(_ i: Int, in tree: PaintTree, to target: InterfaceState) {
    if tree.states[i].interfaceState < target { step(tree.nodes[i], tree.states[i], to: target) }
  }

  /// Moves a node to `target` one state at a time, with a notification for each.
  func step(_ node: AnyNode, _ state: RenderState, to target: InterfaceState) {
    guard state.interfaceState != target else { return }
    let isEntering = state.interfaceState == .idle
    state.interfaceState = target
    if node.watchesFrames { watchFrames(node, target >= .display) }
    if isEntering { node.lock.withLock { node.state.interfaceOwner = link } }
    while let (from, next) = node.lock.withLock({ () -> (InterfaceState, InterfaceState)? in
      let from = node.state.interfaceState
      // A stage that received the node since continues from its current state.
      guard node.state.interfaceOwner === link, from != target,
        let next = InterfaceState(rawValue: from.rawValue + (target > from ? 1 : -1))
      else { return nil }
      node.state.interfaceState = next
      if next == .idle { node.state.interfaceOwner = nil }
      return (from, next)
    }) {
      node.interfaceStateDidChange(from: from, to: next)
      notifyStep(of: node, state, from: from, to: next)
      if next == .preload, from < next { node.notifyPreload() }
      if from == .preload, next < from { node.notifyPreloadClear() }
      node.moveTasks()
    }
  }

  /// Lowers all nodes to idle because the stage is deinitialized.
  func dismissAll() {
    dismissTransitions()
    dismissMotions()
    for node in loop.jobs.draws.waitingForLayout { node.observed.countDraw(-1) }
    callWithoutLayout()
    guard let tree = loop.tree else { return }
    cancelTouches { _ in true }
    perform(loop.pointing.touches.leave(at: clock.now) { _ in true })
    if focusedNode != nil { changeFocus(.clear) }
    for i in tree.nodes.indices.reversed() {
      tree.states[i].job?.cancel()
      tree.states[i].waiting = nil
      step(tree.nodes[i], tree.states[i], to: .idle)
    }
  }
}
