internal import TesseraGeometry
internal import TesseraRender

// What appears at once: a node and all below it are kept from the screen until the last of their content is drawn. Frame loop only.

extension Stage {
  /// Seconds of the stage's clock after which a draw that has not ended is reported and no longer waited for, and so are the code of one node in a
  /// layout and one step of a job of a node (``WorkerJob``), such as making one row; 5 at first, none where it is not a positive number. Any thread;
  /// counts for draws that start from then on.
  public var drawLimit: Double {
    get { shared.withLock { $0.drawLimit } }
    set { shared.withLock { $0.drawLimit = newValue > 0 ? newValue : .infinity } }
  }

  /// Whether node `i` and all below it appear at once.
  private func isGroup(_ i: Int, in tree: SceneTree) -> Bool {
    let properties = tree.properties[i]
    guard tree.rasterizer[i] < 0, !properties.value.isHidden else { return false }
    if properties.value.appearsTogether || properties.value.placeholder != nil || properties.value.neverShowsPlaceholder { return true }
    return tree.scroller[i] >= 0 && tree.scroller[i] == tree.parent[i] && tree.nodes[Int(tree.scroller[i])].subnodesAppearTogether
  }

  /// Node `i` comes near enough to be drawn: what is to appear at once is kept from the screen.
  func conceal(_ i: Int, in tree: SceneTree) {
    guard tree.states[i].concealedSince == nil, isGroup(i, in: tree) else { return }
    tree.states[i].concealedSince = clock.now
    loop.groups.conceal(tree.nodes[i])
  }

  /// Pass: shows what is all drawn by now, and waits for what has to be.
  ///
  /// - Postcondition: what is kept from the screen is in the tree, shown, and not drawn completely.
  func revealGroups() {
    guard !loop.groups.concealed.isEmpty, let tree = loop.tree else { return }
    var waiting: [AnyNode] = []
    for node in loop.groups.concealed {
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
    loop.groups.keep(waiting)
  }

  private func reveal(_ i: Int, in tree: SceneTree) {
    let state = tree.states[i]
    let showed = state.showedPlaceholder
    state.concealedSince = nil
    state.awaited = nil
    state.showedPlaceholder = false
    damageGroup(i, in: tree)
    // What never showed need not fade.
    guard showed, tree.properties[i].value.placeholder != nil, placeholderFade(i, in: tree) > 0 else { return }
    state.fadeStart = clock.now
    loop.groups.beginFade(tree.nodes[i])
  }

  private func damageGroup(_ i: Int, in tree: SceneTree) { loop.screen.damage(tree.seenOnScreen(tree.localBounds[i], at: i)) }

  /// Whether all content at and below node `i` is there, as far as it is to be: what stands behind a placeholder of its own, or in another window,
  /// is not waited for.
  /// - Parameter isWaiting: whether data that are still loading do not count: nobody waits for them on the loop.
  private func isDrawn(_ i: Int, in tree: SceneTree, isWaiting: Bool = false) -> Bool {
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

  /// Whether data of node `i`, or of one that appears together with it, are still loading.
  private func isLoading(_ i: Int, in tree: SceneTree) -> Bool {
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

  private func isAwaited(_ i: Int, in tree: SceneTree) -> Bool {
    let state = tree.states[i]
    return tree.isShown(i) && tree.rasterizer[i] < 0 && state.job != nil && !state.hasContents && !state.isGivenUp
  }

  /// Waits for the draws at and below node `i`, and for nothing else; runs what waits on this thread.
  private func waitForDraws(of i: Int, in tree: SceneTree) {
    let node = tree.nodes[i]
    let start = clock.now
    defer { inbox.signal() }
    var draws: [DrawJob.Result] = []
    while let i = tree.indexOf(node), !isDrawn(i, in: tree, isWaiting: true), clock.now - start < drawLimit {
      inbox.drainDraws(into: &draws)
      if draws.isEmpty {
        if workers.runOne(from: .visible, through: .visible) { continue }
        guard workers.threadCount > 0 else { return }
        // Wakes with the next draw, and now and then to look at the clock.
        _ = try? inbox.sleep(0.1)
        continue
      }
      for draw in draws { commit(draw) }
      draws.removeAll(keepingCapacity: true)
    }
  }

  // MARK: Draws that do not end

  /// Has a draw that is about to be submitted looked after, from when it begins. Returns what the job tells; nil where there is no limit.
  func watchDraw(_ i: Int, _ flag: CancellationFlag, in tree: SceneTree) -> (job: JobWatch, clock: any StageClock)? {
    let limit = drawLimit
    guard limit.isFinite else { return nil }
    let watch = JobWatch()
    loop.supervisor.add(
      WatchedDraw(node: tree.nodes[i], state: tree.states[i], flag: flag, box: tree.boxes[i], limit: limit, watch: watch))
    return (watch, clock)
  }

  /// Pass: reports draws that have not ended for too long, wanted or not: a worker is busy with them. The hung worker is replaced, and what they keep
  /// from the screen is shown without them.
  ///
  /// - Postcondition: no draw under way is over its limit without having been reported.
  func reportOverdueDraws() {
    guard loop.supervisor.watchesDraws else { return }
    for draw in loop.supervisor.takeOverdueDraws(at: clock.now) {
      workers.replaceThread(of: draw.watch)
      let isWanted = draw.state.job === draw.flag && !draw.flag.isCancelled && loop.tree?.indexOf(draw.node) != nil
      if draw.state.job === draw.flag { draw.state.isGivenUp = true }
      let seconds = draw.limit == draw.limit.rounded() ? "\(Int(min(draw.limit, 1e9)))" : "\(draw.limit)"
      report(
        StageError(
          activity: .draw, node: draw.node.description,
          reason: "its draw has not ended after \(seconds) s (box \(draw.box.width) x \(draw.box.height) pixels); "
            + (isWanted
              ? "its placeholder stays, and what appears with it is shown without it"
              : "nobody wants it any more, which `DrawContext.isCancelled` says; another thread does the other work")))
    }
  }

  /// When the next thing is due that groups and draws wait for, seconds of the clock.
  var groupDeadline: Double? {
    var next = loop.supervisor.watchesDraws ? loop.supervisor.drawDeadline(at: clock.now) : nil
    guard !loop.groups.concealed.isEmpty, let tree = loop.tree else { return next }
    let now = clock.now
    for node in loop.groups.concealed {
      guard let i = tree.indexOf(node), let timing = placeholderTiming(i, in: tree),
        let deadline = timing.deadline(at: now, interval: loop.pacing.interval)
      else { continue }
      next = min(next ?? .infinity, deadline)
    }
    return next
  }

  /// When the placeholder of a group is painted; nil where the group is not seen, is shown, or has none.
  private func placeholderTiming(_ i: Int, in tree: SceneTree) -> PlaceholderTiming? {
    guard tree.isSeen(i), let since = tree.states[i].concealedSince, let placeholder = tree.properties[i].value.placeholder else {
      return nil
    }
    return PlaceholderTiming(since: since, delay: placeholder.delay, moves: shimmers(i, in: tree))
  }

  /// Whether the placeholder of node `i` gleams, and motion there is not reduced.
  private func shimmers(_ i: Int, in tree: SceneTree) -> Bool {
    tree.properties[i].value.placeholder?.shape == .shimmer && !tree.nodes[i].environmentValues.reducesMotion
  }

  // MARK: What is painted meanwhile

  /// Pass: damages placeholders that begin to show, and those that gleam.
  ///
  /// - Postcondition: placeholders that changed since the last frame are damaged.
  func movePlaceholders() {
    guard !loop.groups.concealed.isEmpty, let tree = loop.tree else { return }
    let now = clock.now
    let before = loop.groups.check(at: now)
    for node in loop.groups.concealed {
      guard let i = tree.indexOf(node), let timing = placeholderTiming(i, in: tree) else { continue }
      if timing.needsPaint(at: now, before: before) { damageGroup(i, in: tree) }
    }
  }

  /// The nodes that are kept from the screen.
  func concealed(in tree: SceneTree) -> Set<Int> { Set(loop.groups.concealed.compactMap { tree.indexOf($0) }) }

  /// What the placeholders of a tree that stand for shapes look like now.
  func skeletons(_ tree: SceneTree, _ placeholders: [Int: Double]) -> [Int: Skeleton] {
    var result: [Int: Skeleton] = [:]
    for i in placeholders.keys where tree.isSeen(i) {
      guard let placeholder = tree.properties[i].value.placeholder, placeholder.shape != .box else { continue }
      var bars: [RoundedRect] = []
      var at = i
      while at < Int(tree.end[i]) {
        if tree.properties[at].value.isHidden {
          at = Int(tree.end[at])
          continue
        }
        if Int(tree.end[at]) == at + 1 {
          let origin = tree.frames[at].origin
          bars += tree.nodes[at].skeleton(in: context(for: at, in: tree, flag: nil)).map { bar in
            RoundedRect(bar.rect.offset(by: origin), radii: bar.radii)
          }
        }
        at += 1
      }
      let seconds = clock.now
      let phase = shimmers(i, in: tree) ? (seconds / 1.4).truncatingRemainder(dividingBy: 1) : nil
      result[i] = Skeleton(bars: bars, gleam: phase)
    }
    return result
  }
}
