extension Stage {
  /// What the layout that is about to start is to draw as well: nodes on the screen that wait for it, as long as their last draws were quick.
  ///
  /// On a manual pool, where all happens in order anyway, time says nothing: there only the number is limited, the same in every run.
  func earlyDraws() -> EarlyDraws? {
    guard let tree = loop.tree, !loop.drawsAfterThisLayout.isEmpty else { return nil }
    var entries: [EarlyDraws.Entry] = []
    var seconds = 0.0
    for node in loop.drawsAfterThisLayout {
      guard entries.count < EarlyDraws.limit else { break }
      guard let i = tree.indexOf(node), tree.isOnScreen[i], !entries.contains(where: { $0.node === node }) else { continue }
      let state = tree.states[i]
      guard state.job == nil, let last = state.drawSeconds else { continue }
      if workers.threadCount > 0 {
        guard seconds + last <= EarlyDraws.budget else { continue }
        seconds += last
      }
      entries.append(EarlyDraws.Entry(node: node, generation: state.generation))
    }
    return entries.isEmpty ? nil : EarlyDraws(entries: entries, focused: focusedNode, viewport: framebufferBounds, pool: buffers)
  }

  /// Puts in place what the layout job drew. What could not be drawn, or was asked for again meanwhile, is drawn as if nothing had been.
  func adoptEarlyDraws(_ draws: [DrawJob.Result], in tree: SceneTree) {
    for draw in draws {
      guard case .finished(let contents) = draw.outcome, let i = tree.indexOf(draw.node) else { continue }
      let state = tree.states[i]
      guard state === draw.state, state.job == nil, state.generation == draw.generation else { continue }
      state.generation &+= 1
      // A change since then that waits for the next layout is still to be drawn.
      state.isDirty = loop.drawsAfterLayout.contains { $0 === draw.node }
      state.drawnFor = drawTarget(i, in: tree)
      state.cancelledInARow = 0
      state.drawSeconds = draw.seconds
      loop.statistics.draws += 1
      show(contents, at: i, in: tree)
      draw.node.drawDidFinish()
    }
  }
}
