internal import TesseraGeometry
internal import TesseraLayout

// Animation between layouts. The new layout takes effect immediately; only painting and hit testing are animated.

extension Stage {
  /// Records the transitions whose changes are all part of the layout that begins now.
  func recordTransitionsInLayout() {
    let handles = loop.animations.transitions.layoutWillStart()
    if !handles.isEmpty { link.remove(handles) }
  }

  /// Returns whether nodes that are removed by the commit of `tree` may have to be painted further.
  func mayDepart(_ tree: PaintTree, from old: PaintTree) -> Bool {
    !tree.changes.removed.isEmpty
      && (old.hasTransitions || tree.hasTransitions || !loop.animations.transitions.inLayout.isEmpty || link.hasTransitions)
  }

  /// Returns the current picture of the stage, including placeholders, for removed nodes.
  func pictureForDepartures(_ old: PaintTree) -> PaintScene {
    var picture = PaintScene(old)
    if !loop.animations.groups.concealed.isEmpty { picture.concealed = concealed(in: old) }
    if old.hasPlaceholders {
      picture.placeholders = placeholders(old, among: old.nodes.indices)
      picture.skeletons = skeletons(old, picture.placeholders)
    }
    return picture
  }

  /// Animates the changes of the committed layout from the painted places. Called before frames, damage and interface states are updated.
  /// - Parameters:
  ///   - picture: previous picture of the stage, if nodes may depart.
  ///   - settled: distances by which the layout itself scrolled subnodes, by index of the scrolling node.
  func adoptTransitions(_ tree: PaintTree, _ old: PaintTree?, picture: PaintScene?, settled: [Int: Presentation]) {
    let included = loop.animations.transitions.dequeueInLayout()
    let asked = included + link.pendingTransitions
    defer { loop.animations.transitions.finishAdoption(of: included) }
    guard let old else { return }
    guard tree.hasTransitions || old.hasTransitions || !asked.isEmpty || !loop.animations.transitions.isEmpty else { return }
    if tree.environment.scale != old.environment.scale || tree.nodes[0].environmentValues.reducesMotion {
      return dropTransitions(tree, old)
    }
    var adoption = TransitionAdoption(
      tree: tree, old: old, asked: asked, settled: settled, state: loop.animations.transitions, now: clock.now)
    adoption.findMotions()
    adoption.findDepartures(picture)
    adoption.place()
    loop.animations.transitions.adopt(adoption)
    for area in adoption.damage { loop.surface.damage(area) }
    for departure in adoption.dropped { dismiss(departure, tree) }
  }

  /// Shows the newest layout immediately, because the pixel size changed or motion is reduced.
  private func dropTransitions(_ tree: PaintTree, _ old: PaintTree) {
    for motion in loop.animations.transitions.motions {
      guard let i = old.indexOf(motion.node) else { continue }
      loop.surface.damage(old.onScreen(old.subtreeBounds[i], at: Int(old.parent[i])))
      if let i = tree.indexOf(motion.node) { loop.surface.damage(tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i]))) }
    }
    for departure in loop.animations.transitions.departures {
      loop.surface.damage(old.onScreen(departure.bounds, at: departure.parentIndex))
      dismiss(departure, tree)
    }
    loop.animations.transitions.finishAll()
  }

  /// Pass: advances animations by the clock or to their manual progress, and ends the finished ones.
  ///
  /// - Postcondition: animated nodes are at their current places, old and new places are damaged, and all ended transitions were completed.
  func moveTransitions() {
    guard !loop.animations.transitions.isEmpty else { return }
    if let tree = loop.tree, !loop.animations.transitions.runs.isEmpty { trackClock(tree) }
    notifyEndedTransitions()
    // A reversed transition waits for the layout that its completion requested, if any.
    guard let tree = loop.tree, !loop.jobs.layouts.isNeeded, !loop.jobs.layouts.isRunning, !link.hasRequests else { return }
    let over = loop.animations.transitions.endHeld()
    guard !over.isEmpty else { return }
    show(tree, over: over)
    notifyEndedTransitions()
  }

  private func trackClock(_ tree: PaintTree) {
    let (over, moved) = loop.animations.transitions.advance(to: clock.now)
    if moved || !over.isEmpty {
      loop.pointing.hover.recordChange()
      show(tree, over: over)
    }
  }

  /// Shows animated nodes at their current places, and those of `over` at their layout places.
  private func show(_ tree: PaintTree, over: [TransitionRun]) {
    moveNodes(tree, over)
    moveDepartures(tree, over)
    if !over.isEmpty { letGo(tree) }
  }

  private func moveNodes(_ tree: PaintTree, _ over: [TransitionRun]) {
    var moves: [(index: Int, shown: Presentation)] = []
    for motion in loop.animations.transitions.motions {
      let shown = over.contains(where: { $0 === motion.run }) ? .identity : motion.presentation
      if shown != tree.presentations[motion.index] ?? .identity { moves.append((motion.index, shown)) }
    }
    for (i, _) in moves { loop.surface.damage(tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i]))) }
    // Descendants first, so that the bounds of ancestors include them.
    for (i, shown) in moves.reversed() { tree.present(i, as: shown) }
    for (i, _) in moves { loop.surface.damage(tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i]))) }
    loop.animations.transitions.removeMotions(of: over)
  }

  private func moveDepartures(_ tree: PaintTree, _ over: [TransitionRun]) {
    let (gone, areas) = loop.animations.transitions.moveDepartures(over: over)
    guard !areas.isEmpty else { return }
    for area in areas { loop.surface.damage(tree.onScreen(area.bounds, at: area.parent)) }
    tree.setDepartures(loop.animations.transitions.departures)
    for departure in gone { dismiss(departure, tree) }
  }

  /// Ends the picture of a removed node: the node and its former descendants are released unless they were inserted again.
  private func dismiss(_ departure: Departure, _ tree: PaintTree?) {
    let old = departure.scene.tree
    for i in (departure.root..<Int(old.end[departure.root])).reversed() where tree?.indexOf(old.nodes[i]) == nil {
      step(old.nodes[i], old.states[i], to: .idle)
    }
    retire(old)
  }

  /// Removes nodes that have moved off the screen.
  private func letGo(_ tree: PaintTree) {
    guard !loop.animations.transitions.lingering.isEmpty else { return }
    var left: [Int] = []
    var staying: [AnyNode] = []
    for node in loop.animations.transitions.lingering {
      guard let i = tree.indexOf(node), !tree.isOnScreen[i] else { continue }
      if loop.animations.transitions.carries(i, in: tree) { staying.append(node) } else { left.append(i) }
    }
    loop.animations.transitions.setLingering(staying)
    for i in left { tree.lingers.remove(i) }
    for i in left.sorted(by: >) {
      // Content that was drawn for a larger box may still extend into the screen.
      loop.surface.damage(tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i])))
      if tree.nodes[i].scrollsSubnodes { updateRanges(of: i, in: tree) }
      disappear(i, in: tree)
    }
  }

  /// Keeps nodes that the layout moved off the screen while an animation moves them. Returns those that have left it.
  func linger(_ indices: [Int32], in tree: PaintTree) -> [Int] {
    let before = loop.animations.transitions.lingering
    guard !loop.animations.transitions.motions.isEmpty || !before.isEmpty else { return indices.map(Int.init) }
    var gone: [Int] = []
    var staying: [AnyNode] = []
    for i in indices.map(Int.init) + before.compactMap({ tree.indexOf($0) }).filter({ !tree.isOnScreen[$0] }) {
      if loop.animations.transitions.carries(i, in: tree) {
        if tree.lingers.insert(i).inserted { staying.append(tree.nodes[i]) }
      } else {
        gone.append(i)
      }
    }
    loop.animations.transitions.setLingering(staying)
    return gone.sorted()
  }

  /// Notifies observers of ended transitions.
  private func notifyEndedTransitions() {
    while let (handle, finished) = loop.animations.transitions.dequeueEnded() { handle.complete(finished) }
  }

  /// Ends everything because the stage is deinitialized.
  func dismissTransitions() {
    for departure in loop.animations.transitions.dequeueDepartures() { dismiss(departure, loop.tree) }
    for run in loop.animations.transitions.runs { run.handle?.complete(false) }
    for handle in loop.animations.transitions.inLayout + link.pendingTransitions where !handle.isEnded { handle.complete(false) }
    notifyEndedTransitions()
  }
}
