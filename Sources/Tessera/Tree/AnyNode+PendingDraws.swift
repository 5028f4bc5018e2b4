extension AnyNode {
  /// Whether content of the node, or of anything below it that is near the screen, is still to be drawn: a draw is under way, waits, or was asked for.
  /// False outside of a stage; what a layout under way is about to make larger or smaller counts once that is adopted. Any thread; costs the nodes of the subtree. ``onSubtreeDraw(_:)`` tells when it ends.
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
        // Not laid out yet; once it is, its draw counts.
        case .idle: return (isLayoutPending, node.state.children)
        case .measured, .preload: return (false, node.state.children)
        }
      }
      if isPending { return true }
      stack += children
    }
    return false
  }

  /// Calls `perform` on the frame loop, no lock held, once a layout that began after this call is adopted: what was changed before is laid out by
  /// then. Outside of a stage it is called at once, on this thread. Any thread.
  public func afterNextLayout(_ perform: @escaping @Sendable () -> Void) {
    guard let link = lock.withLock({ state.link }) else { return perform() }
    link.requestAfterLayout(StateScope.bound(perform))
  }
}
