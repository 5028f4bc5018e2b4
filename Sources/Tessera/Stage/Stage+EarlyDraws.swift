extension Stage {
  /// Returns the draws for the layout that is about to start: visible nodes that wait for it and whose last draws were fast.
  ///
  /// Many nodes are all included if several workers share them, as far as each was fast. In a manual pool all work is sequential and
  /// durations are meaningless; only the number is limited, so that each run is the same.
  func earlyDraws() -> EarlyDraws? {
    guard let tree = loop.tree, !loop.jobs.draws.afterThisLayout.isEmpty else { return nil }
    var entries: [EarlyDraws.Entry] = []
    var seconds = 0.0
    var shared: [EarlyDraws.Entry] = []
    var sharedSeconds = 0.0
    var seen = Set<Int>()
    let isShared = workers.threadCount > 1 && loop.jobs.draws.afterThisLayout.count >= 2 * EarlyDraws.portion
    for node in loop.jobs.draws.afterThisLayout {
      guard isShared || entries.count < EarlyDraws.limit else { break }
      guard let i = tree.indexOf(node), tree.isOnScreen[i], seen.insert(i).inserted else { continue }
      let state = tree.states[i]
      guard state.job == nil, let last = state.drawSeconds else { continue }
      let entry = EarlyDraws.Entry(node: node, generation: state.generation)
      if isShared, last <= EarlyDraws.budget {
        shared.append(entry)
        sharedSeconds += last
      }
      guard entries.count < EarlyDraws.limit else { continue }
      if workers.threadCount > 0 {
        guard seconds + last <= EarlyDraws.budget else { continue }
        seconds += last
      }
      entries.append(entry)
    }
    if entries.isEmpty, shared.isEmpty { return nil }
    return EarlyDraws(
      entries: entries, shared: shared, sharedSeconds: sharedSeconds, focused: focusedNode, viewport: framebufferBounds, pool: buffers)
  }

  /// Commits the draws of the layout job. Failed draws, and nodes that requested a draw since, are drawn as usual.
  func adoptEarlyDraws(_ draws: [DrawJob.Result], in tree: PaintTree) {
    let changed = draws.isEmpty ? [] : loop.jobs.draws.changedMeanwhile
    // Buffers of many replaced nodes are returned to the pool on a worker, because each takes about as long as its replacement.
    var replaced: [PaintContents] = []
    let isCrowd = draws.count > EarlyDraws.limit
    if isCrowd { replaced.reserveCapacity(draws.count) }
    for draw in draws {
      guard case .finished(let contents) = draw.outcome, let i = tree.indexOf(draw.node) else { continue }
      let state = tree.states[i]
      guard state === draw.state, state.job == nil, state.generation == draw.generation else { continue }
      state.generation &+= 1
      // A change since then that waits for the next layout must still be drawn.
      state.isDirty = changed.contains(ObjectIdentifier(draw.node))
      state.drawnFor = drawTarget(i, in: tree)
      state.cancelledInARow = 0
      state.drawSeconds = draw.seconds
      loop.frames.recorder.count { $0.draws += 1 }
      if isCrowd { replaced.append(tree.contents[i]) }
      show(contents, at: i, in: tree)
      draw.node.drawDidFinish()
      draw.node.send(AnyNode.draw)
      recordDraw(.finished, of: i, in: tree)
    }
    if isCrowd { workers.submit(.offline) { [replaced] in withExtendedLifetime(replaced) {} } }
  }

  /// A draw that was begun with the layout and does not end continues like a submitted draw that was abandoned.
  func adoptEndlessDraw(_ draw: DrawJob, in tree: PaintTree) {
    loop.jobs.draws.didSubmit()
    let state = draw.state
    guard let i = tree.indexOf(draw.node), state === tree.states[i], state.job == nil, state.generation == draw.generation else {
      return draw.flag.cancel()
    }
    state.job = draw.flag
    state.isAbandoned = true
    state.isDirty = loop.jobs.draws.waitsForNextLayout(draw.node)
    state.drawnFor = drawTarget(i, in: tree)
  }
}
