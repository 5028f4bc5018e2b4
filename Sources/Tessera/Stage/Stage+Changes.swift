internal import TesseraGeometry

// Passes 3 and 6: requests of nodes. Frame loop only.

extension Stage {
  /// Processes requests of nodes: ticks, focus, changes of values, properties and the tree.
  ///
  /// Called again after layouts and draws were committed, because callbacks may have made requests. Processing them now is cheaper than in
  /// another iteration.
  ///
  /// - Postcondition: the mailbox is empty, unless handlers cause each other's requests endlessly; the rest then waits for the next frame.
  func adoptChanges() {
    loop.frames.recorder.enter(.changes)
    for _ in 0..<8 {
      let hasRequests = loop.input.drain(link)
      // After the requests: a node notes the change of the look before it requests its draw.
      adoptLookChange()
      guard hasRequests else { return }
      if !loop.input.requests.closed.isEmpty {
        loop.jobs.layouts.need()
        loop.animations.transitions.close(loop.input.requests.closed)
      }
      for (node, seconds) in loop.input.requests.ticks where node.isIn(link) {
        loop.schedule.request(node, after: seconds, at: clock.now)
      }
      for (timer, seconds) in loop.input.requests.timers {
        loop.schedule.set(timer, after: seconds, at: clock.now)
      }
      for focus in loop.input.requests.focus {
        if case .become(let node) = focus, !allowsFocusMove(to: node, nil) { continue }
        changeFocus(focus)
      }
      for node in loop.input.requests.reveals {
        if let tree = loop.tree, let i = tree.indexOf(node) { revealFocus(i, in: tree) }
      }
      for node in loop.input.requests.changed {
        loop.textInput.recordChange(of: node)
        adoptChange(of: node)
      }
      for note in loop.input.requests.observables { adoptObservable(note) }
      for note in loop.input.requests.environments where note.node.isIn(link) { note.node.notifyEnvironment(from: note) }
      if !loop.input.requests.others.isEmpty { adopt(loop.input.requests.others) }
      for animation in loop.input.requests.abandoned { animation.end(false) }
      for request in loop.input.requests.contents { adopt(request) }
      for call in loop.input.requests.calls { call() }
      if !loop.input.requests.afterLayout.isEmpty {
        loop.jobs.layouts.need()
        observation.addAfterLayout(loop.input.requests.afterLayout)
      }
      loop.input.clearRequests()
    }
  }

  private func adoptChange(of node: AnyNode) {
    let asked: (Invalidation, SharedProperties, [MotionRequest])? = node.lock.withLock {
      // Pending changes of a node that moved to another stage belong to that stage.
      guard node.state.link === link else { return nil }
      defer { node.state.pending = [] }
      return (node.state.pending, node.state.properties, node.dequeueMotionRequests())
    }
    guard let (pending, properties, requests) = asked else { return }
    var what = pending
    loop.accessibility.records.recordChange(of: node, node.serial)
    if what == .semantics, requests.isEmpty { return }
    if what.contains(.bindings) { node.refreshStaleBindings() }
    if !what.isDisjoint(with: [.layout, .geometry]) { needLayout(of: node) }
    guard let tree = loop.tree, let i = tree.indexOf(node) else {
      // Not laid out yet: the running layout may have read the node before the change.
      if loop.jobs.layouts.isRunning { needLayout(of: node) }
      if !requests.isEmpty { dropMotions(requests, of: node) }
      return
    }
    if !requests.isEmpty || !loop.animations.motions.isEmpty { what.formUnion(adoptMotions(requests, of: i, in: tree)) }
    if what.contains(.scroll) { scroll(i, in: tree) }
    if what.contains(.composite), !what.contains(.geometry) {
      loop.jobs.layouts.recordChange(of: node)
      apply(properties, to: i, in: tree)
    }
    if what.contains(.display) {
      tree.states[i].isDirty = true
      if loop.jobs.layouts.isNeeded, !what.isDisjoint(with: [.layout, .geometry]) {
        // Its size may change in the layout that it requested, so it is drawn once, after that.
        loop.jobs.draws.addAfterLayout(node)
        node.observed.countDraw(1)
      } else {
        draw(i, in: tree)
      }
      loop.animations.appearance.add(node)
    }
  }

  /// Makes the next layout examine `node`.
  func needLayout(of node: AnyNode) {
    loop.jobs.layouts.need(node)
  }

  /// Sets the painted properties of node `i`. Properties that change its area wait for the layout that computes the area; a layout that
  /// found them in use would not detect the change.
  func apply(_ properties: SharedProperties, to i: Int, in tree: PaintTree) {
    guard !NodeProperties.invalidation(from: tree.properties[i].value, to: properties.value).contains(.geometry) else { return }
    let (before, place) = (tree.properties[i], tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i])))
    trackKeyframes(properties, of: i, in: tree)
    put(trackModel(properties, of: tree.nodes[i]), at: i, in: tree)
    if DrawControl.isUsed, adoptDrawControl(i, in: tree, from: before) { return }
    if properties.value.layoutTransition != nil { tree.hasTransitions = true }
    loop.surface.damage(place)
    loop.surface.damage(tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i])))
    redrawRasterizer(of: i, in: tree)
  }

  func draw(_ i: Int, in tree: PaintTree) {
    startDrawIfNeeded(i, in: tree)
    redrawRasterizer(of: i, in: tree)
  }

  /// Requests a draw of the subtree buffer that shows node `i`.
  func redrawRasterizer(of i: Int, in tree: PaintTree) {
    let above = tree.rasterizer[i] >= 0 ? Int(tree.rasterizer[i]) : (tree.properties[i].value.rasterizesSubtree ? i : -1)
    guard above >= 0, above != i || tree.rasterizer[i] < 0 else { return }
    tree.states[above].isDirty = true
    startDrawIfNeeded(above, in: tree)
  }

  /// Handles requests of parts that are built on nodes: overlays, then text input.
  private func adopt(_ requests: [any StageRequest]) {
    let overlays = requests.compactMap { $0 as? StageOverlay }
    if !overlays.isEmpty { adoptOverlays(overlays) }
    for case let request as TextInputRequest in requests { adopt(request) }
    for case let request as DisplayPower.Request in requests { requestPower(request) }
  }
}

extension AnyNode {
  /// Notifies the node's type, then handlers, of a change in its inherited environment.
  fileprivate func notifyEnvironment(from note: StageLink.EnvironmentNote) {
    let new = environmentValues
    let old = (note.surroundings ?? new).inheriting(note.old)
    hooks.environmentObserving?.environmentDidChange(erased: self, from: old)
    send(AnyNode.environmentChange, EnvironmentChange(old: old, new: new))
  }
}
