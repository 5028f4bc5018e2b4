internal import TesseraGeometry

// Display groups: a node and its subtree are concealed until the last of their content is drawn. Frame loop only.

extension Stage {
  /// Returns whether node `i` is a display group.
  private func isGroup(_ i: Int, in tree: PaintTree) -> Bool {
    let properties = tree.properties[i]
    guard tree.rasterizer[i] < 0, !properties.value.isHidden else { return false }
    if properties.value.appearsTogether || properties.value.placeholder != nil || properties.value.neverShowsPlaceholder { return true }
    return tree.scroller[i] >= 0 && tree.scroller[i] == tree.parent[i] && tree.nodes[Int(tree.scroller[i])].subnodesAppearTogether
  }

  /// Conceals node `i`, which came into display range, if it is a display group.
  func conceal(_ i: Int, in tree: PaintTree) {
    guard tree.states[i].concealedSince == nil, isGroup(i, in: tree) else { return }
    tree.states[i].concealedSince = clock.now
    loop.animations.groups.conceal(tree.nodes[i])
  }

  /// Pass: reveals groups whose content is drawn, and waits for draws if required.
  ///
  /// - Postcondition: concealed groups are in the tree, shown, and not drawn completely.
  func revealGroups() {
    guard !loop.animations.groups.concealed.isEmpty, let tree = loop.tree else { return }
    var waiting: [AnyNode] = []
    for node in loop.animations.groups.concealed {
      guard let i = tree.indexOf(node) else { continue }
      let state = tree.states[i]
      guard state.concealedSince != nil, tree.isShown(i) else {
        state.concealedSince = nil
        continue
      }
      if tree.properties[i].value.neverShowsPlaceholder, tree.isSeen(i) { waitForDraws(of: i, in: tree) }
      if isDrawn(i, in: tree) {
        reveal(i, in: tree)
      } else {
        waiting.append(node)
      }
    }
    loop.animations.groups.keep(waiting)
  }

  private func reveal(_ i: Int, in tree: PaintTree) {
    let state = tree.states[i]
    let showed = state.showedPlaceholder
    state.concealedSince = nil
    state.awaited = nil
    state.showedPlaceholder = false
    damageGroup(i, in: tree)
    // A placeholder that was never painted need not fade.
    guard showed, tree.properties[i].value.placeholder != nil, placeholderFade(i, in: tree) > 0 else { return }
    state.fadeStart = clock.now
    loop.animations.groups.beginFade(tree.nodes[i])
  }

  func damageGroup(_ i: Int, in tree: PaintTree) { loop.surface.damage(tree.seenOnScreen(tree.localBounds[i], at: i)) }

  /// Returns whether all required content at and below node `i` is drawn. Content behind another placeholder, or outside of a viewport, is
  /// not required.
  /// - Parameter isWaiting: whether data that are still loading are ignored, because the loop does not wait for them.
  private func isDrawn(_ i: Int, in tree: PaintTree, isWaiting: Bool = false) -> Bool {
    if DrawControl.isUsed, !isWaiting, isLoading(i, in: tree) { return false }
    if !isWaiting, tree.states[i].isPending, tree.properties[i].value.placeholder != nil { return false }
    if let awaited = tree.states[i].awaited, let at = tree.indexOf(awaited), at >= i, at < Int(tree.end[i]), isAwaited(at, in: tree) {
      return false
    }
    var at = i
    while at < Int(tree.end[i]) {
      let properties = tree.properties[at]
      if properties.value.isHidden || at > i && (properties.value.placeholder != nil || tree.states[at].concealedSince != nil) {
        at = Int(tree.end[at])
        continue
      }
      if isAwaited(at, in: tree) {
        tree.states[i].awaited = tree.nodes[at]
        return false
      }
      at = properties.value.rasterizesSubtree || tree.nodes[at].scrollsSubnodes ? Int(tree.end[at]) : at + 1
    }
    return true
  }

  /// Returns whether data of node `i`, or of a node in its display group, are still loading.
  private func isLoading(_ i: Int, in tree: PaintTree) -> Bool {
    var at = i
    while at < Int(tree.end[i]) {
      let properties = tree.properties[at].value
      if properties.isHidden || at > i && (properties.placeholder != nil || tree.states[at].concealedSince != nil) {
        at = Int(tree.end[at])
        continue
      }
      if properties.keepsPlaceholder, tree.isShown(at) { return true }
      at = tree.nodes[at].scrollsSubnodes ? Int(tree.end[at]) : at + 1
    }
    return false
  }

  private func isAwaited(_ i: Int, in tree: PaintTree) -> Bool {
    let state = tree.states[i]
    return tree.isShown(i) && tree.rasterizer[i] < 0 && state.job != nil && !state.hasContents && !state.isAbandoned
  }

  /// Waits only for the draws at and below node `i`; runs pending jobs on this thread.
  private func waitForDraws(of i: Int, in tree: PaintTree) {
    let node = tree.nodes[i]
    let start = clock.now
    defer { inbox.signal() }
    var draws: [DrawJob.Result] = []
    while let i = tree.indexOf(node), !isDrawn(i, in: tree, isWaiting: true), clock.now - start < drawLimit {
      inbox.drainDraws(into: &draws)
      if draws.isEmpty {
        if workers.runOne(from: .visible, through: .visible) { continue }
        guard workers.threadCount > 0 else { return }
        // Wakes with the next draw, and regularly to check the clock.
        _ = try? inbox.sleep(0.1)
        continue
      }
      for draw in draws { commit(draw) }
      draws.removeAll(keepingCapacity: true)
    }
  }

  /// Time at which groups need the next check, seconds of the clock.
  var groupDeadline: Double? {
    guard !loop.animations.groups.concealed.isEmpty, let tree = loop.tree else { return nil }
    let now = clock.now
    var next: Double?
    for node in loop.animations.groups.concealed {
      guard let i = tree.indexOf(node), let timing = placeholderTiming(i, in: tree),
        let deadline = timing.deadline(at: now, interval: loop.frames.pacing.interval)
      else { continue }
      next = min(next ?? .infinity, deadline)
    }
    return next
  }

  /// Returns the concealed nodes.
  func concealed(in tree: PaintTree) -> Set<Int> { Set(loop.animations.groups.concealed.compactMap { tree.indexOf($0) }) }
}
