internal import TesseraGeometry
internal import TesseraLayout

// Moving from one layout to the next. The new layout holds at once; what is painted, and hit, goes there by the clock.

extension Stage {
  /// Notes which transitions the layout that begins now has all changes of.
  func noteTransitionsInLayout() {
    let handles = loop.transitions.layoutWillStart()
    if !handles.isEmpty { link.remove(handles) }
  }

  /// Whether nodes that leave with the adoption of `tree` may have to be painted on.
  func mayDepart(_ tree: SceneTree, from old: SceneTree) -> Bool {
    !tree.changes.removed.isEmpty
      && (old.hasTransitions || tree.hasTransitions || !loop.transitions.inLayout.isEmpty || link.hasTransitions)
  }

  /// What the stage shows, placeholders and all, for nodes that leave it.
  func pictureForDepartures(_ old: SceneTree) -> PaintScene {
    var picture = PaintScene(old)
    if !loop.groups.concealed.isEmpty { picture.concealed = concealed(in: old) }
    if old.hasPlaceholders {
      picture.placeholders = placeholders(old)
      picture.skeletons = skeletons(old, picture.placeholders)
    }
    return picture
  }

  /// Sets in motion what the adopted layout changed, from where it is seen now. Called before frames, damage and interface states follow.
  /// - Parameters:
  ///   - picture: what the stage showed, where nodes may depart.
  ///   - settled: how far the layout itself scrolled subnodes, by index of the scrolling node.
  func adoptTransitions(_ tree: SceneTree, _ old: SceneTree?, picture: PaintScene?, settled: [Int: Presentation]) {
    let included = loop.transitions.takeInLayout()
    let asked = included + link.pendingTransitions
    defer { loop.transitions.finishAdoption(of: included) }
    guard let old else { return }
    guard tree.hasTransitions || old.hasTransitions || !asked.isEmpty || !loop.transitions.isEmpty else { return }
    if tree.environment.scale != old.environment.scale || tree.nodes[0].environmentValues.reducesMotion {
      return dropTransitions(tree, old)
    }
    var adoption = TransitionAdoption(
      tree: tree, old: old, asked: asked, settled: settled, state: loop.transitions, now: clock.now)
    adoption.findMotions()
    adoption.findDepartures(picture)
    adoption.place()
    loop.transitions.adopt(adoption)
    for area in adoption.damage { loop.screen.damage(area) }
    for departure in adoption.dropped { dismiss(departure, tree) }
  }

  /// Shows the newest layout at once: its pixels are of another size, or motion is not wanted.
  private func dropTransitions(_ tree: SceneTree, _ old: SceneTree) {
    for motion in loop.transitions.motions {
      guard let i = old.indexOf(motion.node) else { continue }
      loop.screen.damage(old.onScreen(old.subtreeBounds[i], at: Int(old.parent[i])))
      if let i = tree.indexOf(motion.node) { loop.screen.damage(tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i]))) }
    }
    for departure in loop.transitions.departures {
      loop.screen.damage(old.onScreen(departure.bounds, at: departure.parentIndex))
      dismiss(departure, tree)
    }
    loop.transitions.finishAll()
  }

  /// Pass: moves what is in motion to where it is by the clock, or where a hand put it, and ends what has come to its end.
  ///
  /// - Postcondition: what moves is where the clock or a hand has it, old and new place are damaged, and every transition that ended was
  ///   told.
  func moveTransitions() {
    guard !loop.transitions.isEmpty else { return }
    if let tree = loop.tree, !loop.transitions.runs.isEmpty { followClock(tree) }
    tellEndedTransitions()
    // What went back waits for the layout that the completion asked for, if it did.
    guard let tree = loop.tree, !loop.layouts.isNeeded, !loop.layouts.isRunning, !link.hasRequests else { return }
    let over = loop.transitions.endHeld()
    guard !over.isEmpty else { return }
    show(tree, over: over)
    tellEndedTransitions()
  }

  private func followClock(_ tree: SceneTree) {
    let (over, moved) = loop.transitions.advance(to: clock.now)
    if moved || !over.isEmpty {
      loop.hover.noteChange()
      show(tree, over: over)
    }
  }

  /// Shows what is in motion where it is now, and what `over` moved where it was laid out.
  private func show(_ tree: SceneTree, over: [TransitionRun]) {
    moveNodes(tree, over)
    moveDepartures(tree, over)
    if !over.isEmpty { letGo(tree) }
  }

  private func moveNodes(_ tree: SceneTree, _ over: [TransitionRun]) {
    var moves: [(index: Int, shown: Presentation)] = []
    for motion in loop.transitions.motions {
      let shown = over.contains(where: { $0 === motion.run }) ? .identity : motion.presentation
      if shown != tree.presentations[motion.index] ?? .identity { moves.append((motion.index, shown)) }
    }
    for (i, _) in moves { loop.screen.damage(tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i]))) }
    // What is below first, so that the bounds above hold it.
    for (i, shown) in moves.reversed() { tree.present(i, as: shown) }
    for (i, _) in moves { loop.screen.damage(tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i]))) }
    loop.transitions.removeMotions(of: over)
  }

  private func moveDepartures(_ tree: SceneTree, _ over: [TransitionRun]) {
    let (gone, areas) = loop.transitions.moveDepartures(over: over)
    guard !areas.isEmpty else { return }
    for area in areas { loop.screen.damage(tree.onScreen(area.bounds, at: area.parent)) }
    tree.setDepartures(loop.transitions.departures)
    for departure in gone { dismiss(departure, tree) }
  }

  /// Ends the picture of a node that left: the node, and what was below it, is gone unless it came back.
  private func dismiss(_ departure: Departure, _ tree: SceneTree?) {
    let old = departure.scene.tree
    for i in (departure.root..<Int(old.end[departure.root])).reversed() where tree?.indexOf(old.nodes[i]) == nil {
      step(old.nodes[i], old.states[i], to: .idle)
    }
    retire(old)
  }

  /// Takes from the screen what has moved off it.
  private func letGo(_ tree: SceneTree) {
    guard !loop.transitions.lingering.isEmpty else { return }
    var left: [Int] = []
    var staying: [AnyNode] = []
    for node in loop.transitions.lingering {
      guard let i = tree.indexOf(node), !tree.isOnScreen[i] else { continue }
      if loop.transitions.carries(i, in: tree) { staying.append(node) } else { left.append(i) }
    }
    loop.transitions.setLingering(staying)
    for i in left { tree.lingers.remove(i) }
    for i in left.sorted(by: >) {
      // Content that was drawn for a larger box may still reach into the screen.
      loop.screen.damage(tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i])))
      if tree.nodes[i].scrollsSubnodes { updateRanges(of: i, in: tree) }
      disappear(i, in: tree)
    }
  }

  /// Keeps nodes that the layout took from the screen there while something carries them away. Returns those that are gone.
  func linger(_ indices: [Int32], in tree: SceneTree) -> [Int] {
    let before = loop.transitions.lingering
    guard !loop.transitions.motions.isEmpty || !before.isEmpty else { return indices.map(Int.init) }
    var gone: [Int] = []
    var staying: [AnyNode] = []
    for i in indices.map(Int.init) + before.compactMap({ tree.indexOf($0) }).filter({ !tree.isOnScreen[$0] }) {
      if loop.transitions.carries(i, in: tree) {
        if tree.lingers.insert(i).inserted { staying.append(tree.nodes[i]) }
      } else {
        gone.append(i)
      }
    }
    loop.transitions.setLingering(staying)
    return gone.sorted()
  }

  /// Tells those who asked how their transitions ended.
  private func tellEndedTransitions() {
    while let (handle, finished) = loop.transitions.takeEnded() { handle.complete(finished) }
  }

  /// Ends everything: the stage goes.
  func dismissTransitions() {
    for departure in loop.transitions.takeDepartures() { dismiss(departure, loop.tree) }
    for run in loop.transitions.runs { run.handle?.complete(false) }
    for handle in loop.transitions.inLayout + link.pendingTransitions where !handle.isEnded { handle.complete(false) }
    tellEndedTransitions()
  }
}

extension SceneTree {
  /// Gives the compositor the pictures of nodes that left, and lets the bounds hold them.
  func setDepartures(_ list: [Departure]) {
    departures = [:]
    for departure in list {
      let picture = departure.picture
      departures[Int32(departure.parentIndex), default: []].append(picture)
      include(picture.bounds, in: departure.parentIndex)
    }
    boundsAreLoose = true
  }
}
