internal import TesseraGeometry
internal import TesseraRender

// What appears at once: a node and all below it are kept from the screen until the last of their content is drawn. Frame loop only.

extension Stage {
  /// Seconds of the stage's clock after which a draw that has not ended is reported and no longer waited for, and so are the code of one node in a
  /// layout and one step of a job of a node (``WorkerJob``), such as making one row; 5 at first, none where it is not a positive number. Any thread;
  /// counts for draws that start from then on.
  public var drawLimit: Double {
    get { lock.withLock { shared.drawLimit } }
    set { lock.withLock { shared.drawLimit = newValue > 0 ? newValue : .infinity } }
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
    loop.concealed.append(tree.nodes[i])
  }

  /// Shows what is all drawn by now, and waits for what has to be.
  func revealGroups() {
    guard !loop.concealed.isEmpty, let tree = loop.tree else { return }
    var waiting: [AnyNode] = []
    for node in loop.concealed {
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
    loop.concealed = waiting
  }

  private func reveal(_ i: Int, in tree: SceneTree) {
    let state = tree.states[i]
    let showed = state.showedPlaceholder
    state.concealedSince = nil
    state.awaited = nil
    state.showedPlaceholder = false
    damageGroup(i, in: tree)
    // What never showed need not fade.
    guard showed, let placeholder = tree.properties[i].value.placeholder, placeholder.fadeDuration > 0 else { return }
    state.fadeStart = clock.now
    loop.fades[ObjectIdentifier(tree.nodes[i])] = tree.nodes[i]
  }

  private func damageGroup(_ i: Int, in tree: SceneTree) { loop.damage.add(tree.seenOnScreen(tree.localBounds[i], at: i)) }

  /// Whether all content at and below node `i` is there, as far as it is to be: what stands behind a placeholder of its own, or in another window,
  /// is not waited for.
  private func isDrawn(_ i: Int, in tree: SceneTree) -> Bool {
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

  private func isAwaited(_ i: Int, in tree: SceneTree) -> Bool {
    let state = tree.states[i]
    return tree.isShown(i) && tree.rasterizer[i] < 0 && state.job != nil && !state.hasContents && !state.isGivenUp
  }

  /// Waits for the draws at and below node `i`, and for nothing else; runs what waits on this thread.
  private func waitForDraws(of i: Int, in tree: SceneTree) {
    let node = tree.nodes[i]
    let start = clock.now
    defer { inbox.noteMail() }
    while let i = tree.indexOf(node), !isDrawn(i, in: tree), clock.now - start < drawLimit {
      inbox.take(draws: &loop.lateDraws)
      if loop.lateDraws.isEmpty {
        if workers.runOne(from: .visible, through: .visible) { continue }
        guard workers.threadCount > 0 else { return }
        // Wakes with the next draw, and now and then to look at the clock.
        _ = try? inbox.sleep(0.1)
        continue
      }
      for draw in loop.lateDraws { commit(draw) }
      loop.lateDraws.removeAll(keepingCapacity: true)
    }
  }

  // MARK: Draws that do not end

  /// Has a draw that is about to be submitted looked after, from when it begins. Returns what the job tells; nil where there is no limit.
  func watchDraw(_ i: Int, _ flag: CancellationFlag, in tree: SceneTree) -> (job: JobWatch, clock: any StageClock)? {
    let limit = drawLimit
    guard limit.isFinite else { return nil }
    let watch = JobWatch()
    loop.watchedDraws.append(
      WatchedDraw(node: tree.nodes[i], state: tree.states[i], flag: flag, box: tree.boxes[i], limit: limit, watch: watch))
    return (watch, clock)
  }

  /// Reports draws that have not ended for too long, wanted or not: a worker is busy with them. Another thread stands in for that, and what they keep
  /// from the screen is shown without them.
  func reportOverdueDraws() {
    guard !loop.watchedDraws.isEmpty else { return }
    if loop.watchedDraws.indices.allSatisfy({ loop.watchedDraws[$0].watch.isOver }) {
      // As mostly: nothing is moved about.
      loop.watchedDraws.removeAll(keepingCapacity: true)
      return
    }
    let now = clock.now
    var overdue: [WatchedDraw] = []
    loop.watchedDraws.removeAll { draw in
      guard !draw.watch.isOver else { return true }
      guard let deadline = draw.deadline, deadline <= now else { return false }
      overdue.append(draw)
      return true
    }
    for draw in overdue {
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
    var next: Double?
    for draw in loop.watchedDraws where !draw.watch.isOver {
      // One that waits may begin without the loop being told.
      next = min(next ?? .infinity, draw.deadline ?? clock.now + draw.limit)
    }
    guard let tree = loop.tree else { return next }
    for node in loop.concealed {
      guard let i = tree.indexOf(node), tree.isSeen(i), let since = tree.states[i].concealedSince,
        let placeholder = tree.properties[i].value.placeholder
      else { continue }
      if clock.now < since + placeholder.delay {
        next = min(next ?? .infinity, since + placeholder.delay)
      } else if placeholder.shape == .shimmer, !lock.withLock({ shared.reducesMotion }) {
        next = min(next ?? .infinity, clock.now + loop.frameInterval)
      }
    }
    return next
  }

  // MARK: What is painted meanwhile

  /// Damages placeholders that begin to show, and those that gleam.
  func movePlaceholders() {
    guard !loop.concealed.isEmpty, let tree = loop.tree else { return }
    let now = clock.now
    for node in loop.concealed {
      guard let i = tree.indexOf(node), tree.isSeen(i), let since = tree.states[i].concealedSince,
        let placeholder = tree.properties[i].value.placeholder
      else { continue }
      let begins = placeholder.delay > 0 && loop.placeholdersShownAt < since + placeholder.delay && now >= since + placeholder.delay
      if begins || placeholder.shape == .shimmer && now > loop.placeholdersShownAt && !tree.environment.reducesMotion {
        damageGroup(i, in: tree)
      }
    }
    loop.placeholdersShownAt = now
  }

  /// The nodes that are kept from the screen.
  func concealed(in tree: SceneTree) -> Set<Int> { Set(loop.concealed.compactMap { tree.indexOf($0) }) }

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
      let phase =
        placeholder.shape == .shimmer && !tree.environment.reducesMotion ? (seconds / 1.4).truncatingRemainder(dividingBy: 1) : nil
      result[i] = Skeleton(bars: bars, gleam: phase)
    }
    return result
  }
}

/// A draw under way that is to end before long.
struct WatchedDraw {
  let node: AnyNode
  let state: RenderState
  let flag: CancellationFlag
  /// The node's box when the draw was submitted.
  let box: PixelRect
  /// Seconds that it may take.
  let limit: Double
  let watch: JobWatch

  /// When it is overdue, seconds of the stage's clock; nil: it has not begun.
  var deadline: Double? { watch.begun.map { $0.time + limit } }
}

/// Bars in place of content.
struct Skeleton: Sendable {
  /// Logical units, in the space that the node's box is in.
  let bars: [RoundedRect]
  /// How far the gleam has run, 0...1.
  let gleam: Double?
}
