internal import TesseraGeometry

// Fades of content and placeholders. Frame loop only.
extension Stage {
  /// Begins, keeps or ends the fade of content that replaces `shown` at node `i`.
  /// - Parameter isFirst: whether the node had no finished content before.
  func updateFade(from shown: PaintContents, to drawn: PaintContents, isFirst: Bool, at i: Int, in tree: PaintTree) {
    let state = tree.states[i]
    guard case .buffer(let contents) = drawn, let fade = contents.fade, tree.rasterizer[i] < 0, state.formerContents == nil else {
      return state.contentFade = nil
    }
    let former: NodeContents? = if case .buffer(let contents) = shown { contents } else { nil }
    if let fade = state.contentFade, !fade.under.allSatisfy({ $0.contents.matches(contents) }) { state.contentFade = nil }
    if former?.fade?.id == fade.id { return }
    let isAwaited = !isFirst || clock.now - state.shownSince > ContentFade.patience
    // Above a placeholder, only the placeholder fades out. A node that fades in as a whole needs no second fade.
    guard fade.seconds > 0, isAwaited, state.concealedSince == nil, !(isFirst && tree.properties[i].value.contentFade > 0),
      !tree.nodes[i].environmentValues.reducesMotion
    else { return state.contentFade = nil }
    let under = former.flatMap { $0.matches(contents) ? $0 : nil }
    state.contentFade = RunningFade.next(over: under, seconds: fade.seconds, at: clock.now, after: state.contentFade)
    loop.animations.groups.beginFade(tree.nodes[i])
  }

  /// Returns the duration in which the placeholder of node `i` fades out over the content: its own, or that of the content. Seconds.
  func placeholderFade(_ i: Int, in tree: PaintTree) -> Double {
    let own = tree.properties[i].value.placeholder?.fadeDuration ?? 0
    guard case .buffer(let contents) = tree.contents[i], let fade = contents.fade, fade.seconds > own,
      !tree.nodes[i].environmentValues.reducesMotion
    else { return own }
    return fade.seconds
  }

  /// Pass: adds damage for running fades, and ends the finished ones.
  ///
  /// - Postcondition: running fades are damaged; finished ones retain no content.
  func moveFades() {
    loop.frames.recorder.enter(.motion)
    guard loop.animations.groups.isFading, let tree = loop.tree else { return }
    let now = clock.now
    for node in loop.animations.groups.fadingNodes {
      guard let i = tree.indexOf(node) else {
        loop.animations.groups.endFade(node)
        continue
      }
      let state = tree.states[i]
      var isRunning = false
      if let start = state.fadeStart {
        loop.surface.damage(tree.seenOnScreen(tree.box(i), at: i))
        if tree.properties[i].value.placeholder != nil, now - start < placeholderFade(i, in: tree) {
          isRunning = true
        } else {
          state.fadeStart = nil
        }
      }
      if let fade = state.contentFade {
        if let area = tree.contentArea(i) { loop.surface.damage(tree.seenOnScreen(area.union(tree.box(i)), at: i)) }
        if fade.isRunning(at: now) { isRunning = true } else { state.contentFade = nil }
      }
      if !isRunning { loop.animations.groups.endFade(node) }
    }
  }

  /// Ends all fades of content, placeholders and overlays immediately, for a picture of the final screen. Loop thread.
  public func finishFades() {
    guard let tree = loop.tree else { return }
    finishOverlayFades()
    for node in loop.animations.groups.fadingNodes {
      loop.animations.groups.endFade(node)
      guard let i = tree.indexOf(node) else { continue }
      (tree.states[i].fadeStart, tree.states[i].contentFade) = (nil, nil)
      loop.surface.damage(tree.seenOnScreen((tree.contentArea(i) ?? .zero).union(tree.box(i)), at: i))
    }
  }

  /// Returns the nodes whose content fades in: the contents below and the progress.
  func contentFades(_ tree: PaintTree) -> [Int: RunningFade.Shares] {
    var result: [Int: RunningFade.Shares] = [:]
    for node in loop.animations.groups.fadingNodes {
      guard let i = tree.indexOf(node), let fade = tree.states[i].contentFade, fade.isRunning(at: clock.now) else { continue }
      result[i] = fade.shares(at: clock.now)
    }
    return result
  }
}
