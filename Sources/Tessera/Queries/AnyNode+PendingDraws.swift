extension AnyNode {
  /// Whether content of the node, or of a node below it near the screen, is still to be drawn: a draw is running, waiting or requested. False outside
  /// of a stage. Changes by a running layout count once it is adopted. Any thread; visits the nodes of the subtree. ``onSubtreeDraw(_:)`` reports the
  /// end.
  public var hasPendingDraws: Bool {
    guard let link = lock.withLock({ state.link }) else { return false }
    let isLayoutPending = link.isLayoutPending
    var stack = [self]
    while let node = stack.popLast() {
      if node.observed.hasPendingDraws { return true }
      let (isPending, children): (Bool, [AnyNode]) = node.lock.withLock {
        guard !node.state.properties.value.isHidden else { return (false, []) }
        switch node.state.interfaceState {
        case .display, .visible: return (!node.state.pending.isDisjoint(with: [.layout, .display]), node.state.children)
        // Not laid out yet; its draw counts after the layout.
        case .idle: return (isLayoutPending, node.state.children)
        case .measured, .preload: return (false, node.state.children)
        }
      }
      if isPending { return true }
      stack += children
    }
    return false
  }
}
