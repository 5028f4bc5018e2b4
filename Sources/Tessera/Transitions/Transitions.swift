/// What a stage is moving. Frame loop only.
struct Transitions {
  var runs: [TransitionRun] = []
  /// In the order of the tree.
  var motions: [Motion] = []
  var departures: [Departure] = []
  /// Nodes that the newest layout took from the screen and that are still moving away from it.
  var lingering: [AnyNode] = []
  /// Indices, in the tree before the adoption under way, of nodes that left and are painted on.
  var departing = Set<Int32>()
  /// Transitions that were asked for and whose changes the next layout will have, all of them.
  var closed: [TransitionHandle] = []
  /// Transitions that were asked for and whose changes the layout under way has.
  var inLayout: [TransitionHandle] = []
  /// Those that ended, and how; told at the end of the step.
  var ended: [(handle: TransitionHandle, finished: Bool)] = []
  /// Counts the layouts that were started.
  var layoutsStarted = 0

  var isEmpty: Bool { runs.isEmpty && motions.isEmpty && departures.isEmpty && lingering.isEmpty && inLayout.isEmpty && ended.isEmpty }

  /// Takes a run from the list. Its handle has ended with the last of its runs.
  mutating func end(_ run: TransitionRun, finished: Bool) {
    runs.removeAll { $0 === run }
    guard let handle = run.handle, !runs.contains(where: { $0.handle === handle }) else { return }
    ended.append((handle, finished))
  }

  /// Ends the runs that move nothing any more: others have taken over, or what they moved has gone.
  mutating func endRunsWithoutMembers() {
    guard !runs.isEmpty else { return }
    for run in runs { run.members = 0 }
    for motion in motions { motion.run.members += 1 }
    for departure in departures { departure.run.members += 1 }
    for run in runs where run.members == 0 { end(run, finished: false) }
  }
}

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
