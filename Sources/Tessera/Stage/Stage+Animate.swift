extension Stage {
  /// Animates changes with `transition`: everything that the following layout moves, resizes, inserts or removes.
  ///
  /// Any thread; `changes` runs on it synchronously. The transition replaces those of nodes; nodes with a transition without duration, and
  /// their descendants, are not animated. Simultaneous changes of other threads may be included.
  ///
  /// - Parameters:
  ///   - transition: duration, curve, and effects for inserted and removed nodes.
  ///   - scope: node whose subtree is animated; nil means everything.
  ///   - changes: sets values, styles, the tree.
  /// - Returns: handle that controls the transition; it need not be kept.
  @discardableResult
  public func animate(
    _ transition: LayoutTransition = LayoutTransition(), in scope: AnyNode? = nil, _ changes: () throws -> Void
  ) rethrows -> TransitionHandle {
    try link.animate(transition, in: scope, changes)
  }
}

extension AnyNode {
  /// Animates changes of this node and its descendants with `transition`, like ``Stage/animate(_:in:_:)``. Any thread.
  ///
  /// Outside of a stage there is no animation: the changes are made, and the handle has ended.
  @discardableResult
  public func animate(_ transition: LayoutTransition = LayoutTransition(), _ changes: () throws -> Void) rethrows -> TransitionHandle {
    if let link = lock.withLock({ state.link }) { return try link.animate(transition, in: self, changes) }
    let handle = TransitionHandle(transition, scope: self) {}
    defer { handle.complete(true) }
    try changes()
    return handle
  }
}

extension StageLink {
  /// Runs `changes` for ``Stage/animate(_:in:_:)``.
  fileprivate func animate(_ transition: LayoutTransition, in scope: AnyNode?, _ changes: () throws -> Void) rethrows -> TransitionHandle {
    let handle = TransitionHandle(transition, scope: scope) { [weak self] in self?.wakeLoop() }
    // Registered before the changes, because a layout may begin between two of them.
    begin(handle)
    defer {
      transitionDidClose(handle)
    }
    try changes()
    return handle
  }
}
