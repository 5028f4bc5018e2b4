extension Stage {
  /// Makes changes that the screen goes to by `transition`: everything that the layout after them moves, resizes, inserts or removes.
  ///
  /// Any thread; `changes` runs on it, at once. The transition is used in place of those that nodes have; nodes whose transition takes no time,
  /// and those below them, stay as they are. What other threads change meanwhile may come along.
  ///
  /// - Parameters:
  ///   - transition: how long, by which curve, how nodes come and go.
  ///   - scope: only this node and those below it; nil: everything.
  ///   - changes: sets values, styles, the tree.
  /// - Returns: What holds, moves and ends it; it need not be kept.
  @discardableResult
  public func animate(
    _ transition: LayoutTransition = LayoutTransition(), in scope: AnyNode? = nil, _ changes: () throws -> Void
  ) rethrows -> TransitionHandle {
    try link.animate(transition, in: scope, changes)
  }
}

extension AnyNode {
  /// Makes changes that this node and those below it go to by `transition`, as ``Stage/animate(_:in:_:)``. Any thread.
  ///
  /// Outside of a stage nothing moves: the changes are made, and the handle has ended.
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
  /// Runs `changes` as ``Stage/animate(_:in:_:)`` says.
  fileprivate func animate(_ transition: LayoutTransition, in scope: AnyNode?, _ changes: () throws -> Void) rethrows -> TransitionHandle {
    let handle = TransitionHandle(transition, scope: scope) { [weak self] in self?.wakeLoop() }
    // From here on, as a layout may begin between two of the changes.
    begin(handle)
    defer {
      transitionDidClose(handle)
    }
    try changes()
    return handle
  }
}
