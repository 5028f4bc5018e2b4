internal import TesseraGeometry

// Effects of a committed layout on nodes: frames, removed nodes, inserted nodes. Frame loop only.

extension Stage {
  /// Adds damage for moved nodes, sets frames, and requests draws of content with another size.
  /// - Parameter stale: receives nodes whose subtree's buffer, or an ancestor's, must be drawn again.
  /// - Parameter relaid: receives nodes whose size, safe area or subnode frames changed.
  func adoptFrames(_ tree: PaintTree, _ old: PaintTree?, _ stale: inout Set<Int>, _ relaid: inout Set<Int>) {
    for (new, before) in tree.changes.touched {
      let i = Int(new)
      if before >= 0, let old {
        loop.surface.damage(old.onScreen(old.subtreeBounds[Int(before)], at: Int(old.parent[Int(before)])))
      }
      loop.surface.damage(tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i])))
      let above = Int(tree.parent[i])
      let origin = above >= 0 ? tree.frames[above].origin : .zero
      let frame = Rect(origin: tree.frames[i].origin - origin, size: tree.frames[i].size)
      let overlap = tree.space.overlap(tree.frames[i])
      var isTurned = false
      let properties = tree.nodes[i].lock.withLock {
        let safeAreaInsets = tree.hasSafeAreas ? tree.nodes[i].state.safeAreaInsets : overlap
        if before < 0 || tree.nodes[i].state.frame.size != frame.size || tree.nodes[i].state.safeAreaInsets != safeAreaInsets {
          relaid.insert(i)
        }
        if above >= 0, before < 0 || tree.nodes[i].state.frame != frame { relaid.insert(above) }
        if tree.nodes[i].observed.contains(.layout), tree.nodes[i].state.frame != frame { observation.recordMove(of: i) }
        tree.nodes[i].state.frame = frame
        tree.nodes[i].state.insets = tree.insets[i]
        isTurned = tree.nodes[i].state.effectiveDirection != tree.directions[i]
        tree.nodes[i].state.effectiveDirection = tree.directions[i]
        tree.nodes[i].state.safeAreaInsets = safeAreaInsets
        return tree.nodes[i].state.properties
      }
      if isTurned {
        tree.nodes[i].adjustToSurroundings()
        tree.nodes[i].recordSurroundings(link.surroundings, direction: tree.directions[i] == .rtl ? .ltr : .rtl)
      }
      // A node named by a spec could not notify a stage before.
      if before < 0, properties !== tree.properties[i] { needLayout(of: tree.nodes[i]) }
      if before >= 0, let old, old.insets[Int(before)] != tree.insets[i] || old.directions[Int(before)] != tree.directions[i] {
        tree.states[i].isDirty = true
      }
      if tree.rasterizer[i] >= 0 || tree.properties[i].value.rasterizesSubtree {
        stale.insert(tree.rasterizer[i] >= 0 ? Int(tree.rasterizer[i]) : i)
      }
      if before >= 0, let old, old.rasterizer[Int(before)] >= 0, let former = tree.indexOf(old.nodes[Int(old.rasterizer[Int(before)])]) {
        stale.insert(former)
      }
      if before >= 0, let old, old.properties[Int(before)].value.isKeptOtherwise(than: tree.properties[i].value) {
        // The subtree was or is now part of one buffer, or is drawn at another time: it is drawn again in the new way.
        for at in i..<Int(tree.end[i]) {
          tree.states[at].isDirty = true
          if tree.isShown(at) { startDrawIfNeeded(at, in: tree) }
        }
      }
      if DrawControl.isUsed, before >= 0, let old { adoptDrawControl(i, in: tree, from: old.properties[Int(before)]) }
      if tree.isShown(i) { startDrawIfNeeded(i, in: tree) }
    }
    if tree.hasSafeAreas || old?.hasSafeAreas == true { adoptSafeAreas(tree, &relaid) }
  }

  /// Sets the safe-area insets of all nodes: additional insets of a node change those below it, whose frames may be the same.
  private func adoptSafeAreas(_ tree: PaintTree, _ relaid: inout Set<Int>) {
    var scopes = [(end: tree.count, limits: SafeAreaLimits(tree.space))]
    for i in 0..<tree.count {
      while i >= scopes[scopes.count - 1].end { scopes.removeLast() }
      var limits = scopes[scopes.count - 1].limits
      let additional = tree.properties[i].value.additionalSafeAreaInsets
      if additional != .zero {
        limits = limits.adding(additional, to: tree.frames[i])
        scopes.append((Int(tree.end[i]), limits))
      }
      let insets = limits.overlap(tree.frames[i])
      let node = tree.nodes[i]
      let isChanged = node.lock.withLock {
        guard node.state.safeAreaInsets != insets else { return false }
        node.state.safeAreaInsets = insets
        return true
      }
      if isChanged { relaid.insert(i) }
    }
  }

  /// Lowers the interface states of nodes that were removed from the tree, or left the screen.
  func leave(_ tree: PaintTree, _ old: PaintTree?, _ stale: inout Set<Int>) {
    if let old {
      if !tree.changes.removed.isEmpty { cancelGesturesOfNodesThatLeft() }
      // Children before their parents.
      for index in tree.changes.removed.reversed() {
        let i = Int(index)
        loop.surface.damage(old.onScreen(old.subtreeBounds[i], at: Int(old.parent[i])))
        let state = old.states[i]
        state.dropContents()
        let node = old.nodes[i]
        if state.reach != nil {
          state.reach = nil
          loop.jobs.layouts.setReach(nil, of: node)
        }
        loop.animations.groups.endFade(node)
        loop.schedule.remove(node)
        loop.animations.motions.forgetDeclared(node)
        cancelTouches(in: old) { $0.node === node }
        if focusedNode === node { vacateFocus(node) }
        // Content that is still painted stays on the screen until its effect ends.
        if !loop.animations.transitions.departing.contains(index) { step(node, state, to: .idle) }
      }
      loop.animations.transitions.forgetDeparting()
      if !tree.changes.removed.isEmpty {
        for index in tree.changes.removed where Int(old.parent[Int(index)]) >= 0 {
          if let above = tree.indexOf(old.nodes[Int(old.parent[Int(index)])]) { stale.insert(above) }
        }
      }
    }
    if let focused = focusedNode, tree.indexOf(focused) == nil, !focused.isIn(link) { changeFocus(.resign(focused)) }
    if let focused = focusedNode, isHidden(focused) { vacateFocus(focused) }
    for i in linger(tree.changes.disappeared, in: tree).reversed() { disappear(i, in: tree) }
  }

  /// Raises the interface states of nodes that came to the screen, parents first, and requests their draws.
  func appear(_ tree: PaintTree) {
    // The state of a node that returns while its removal is still visible was never lowered. It is lowered now if the node is invisible at
    // its new place.
    for (new, before) in tree.changes.touched.reversed() where before < 0 {
      let i = Int(new)
      if tree.scroller[i] < 0, !tree.isShown(i), tree.states[i].interfaceState > .measured { disappear(i, in: tree) }
    }
    for (new, before) in tree.changes.touched where before < 0 { raise(Int(new), in: tree, to: .measured) }
    for index in tree.changes.appeared {
      let i = Int(index)
      raise(i, in: tree, to: .display)
      tree.states[i].shownSince = clock.now
      conceal(i, in: tree)
      startDrawIfNeeded(i, in: tree)
      raise(i, in: tree, to: .visible)
    }
  }
}
