internal import TesseraGeometry

// Frames and ends of motions. Frame loop only.

extension Stage {
  /// Pass: shows motions by the clock or their manual progress, and ends the finished ones.
  func moveProperties() {
    guard !loop.animations.motions.isEmpty else { return }
    loop.animations.motions.tidy()
    if let tree = loop.tree, !loop.animations.motions.entries.isEmpty {
      loop.animations.motions.advance(to: clock.now)
      let moved = loop.animations.motions.dequeueMoved(isSeen: { isSeen($0, in: tree) }, properties: { tree.properties[$0] })
      show(moved.nodes, in: tree)
      if moved.mayBeOver { endMotions(in: tree) }
    }
    notifyEndedMotions()
  }

  /// Returns whether node `i` or its subtree may be visible.
  private func isSeen(_ i: Int, in tree: PaintTree) -> Bool {
    if tree.isShown(i) { return true }
    if tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i])).intersection(tree.viewport).isEmpty { return false }
    var at = i
    while at >= 0 {
      if tree.properties[at].value.isHidden { return false }
      at = Int(tree.parent[at])
    }
    return true
  }

  private func show(_ moved: [MovedNode], in tree: PaintTree) {
    func area(_ i: Int) -> PixelRect { tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i])) }
    // By position in the list, so that nothing is copied for a thousand nodes that only one in a hundred needs.
    let before = moved.indices.map { moved[$0].properties == nil ? .zero : area(moved[$0].index) }
    // Descendants first, so that the bounds of ancestors include them.
    for n in moved.indices.reversed() {
      guard let properties = moved[n].properties else { continue }
      let i = moved[n].index
      let followsCorners = properties.value.cornerRadii != tree.properties[i].value.cornerRadii
      put(properties, at: i, in: tree)
      if followsCorners, tree.states[i].hasContents {
        // Content may depend on the corners.
        tree.states[i].isDirty = true
        startDrawIfNeeded(i, in: tree)
      }
      if tree.rasterizer[i] >= 0 { redrawRasterizer(of: i, in: tree) }
    }
    // Changes of colours only do not affect areas.
    let changesAreas = moved.contains { !$0.moving.isDisjoint(with: .areas) }
    var areas: [PixelRect] = []
    areas.reserveCapacity(moved.count)
    for n in moved.indices {
      guard let properties = moved[n].properties else { continue }
      let i = moved[n].index
      let (old, new) = (before[n], changesAreas ? area(i) : before[n])
      let union = old.union(new)
      if union.area <= old.area + new.area { areas.append(union) } else { areas += [old, new] }
      tree.nodes[i].recordShown(properties, moving: moved[n].moving)
    }
    loop.surface.damage(areas)
    for n in moved.indices {
      let i = moved[n].index
      if !moved[n].attributes.isEmpty { present(moved[n].attributes, at: i, in: tree) }
      if tree.states[i].formerContents != nil { damageFormerContents(of: i, in: tree) }
    }
  }

  /// Sets the shown properties of node `i` and updates its bounds. Adds no damage.
  /// - Parameter isAdopting: whether the tree is being committed, whose layout used the visibility at that time.
  func put(_ properties: SharedProperties, at i: Int, in tree: PaintTree, isAdopting: Bool = false) {
    // References, so that no values are copied.
    let (before, after) = (tree.properties[i], properties)
    tree.properties[i] = properties
    if before.value.isHit(otherwise: after.value) { loop.pointing.hover.recordChange() }
    if before.value.rare !== after.value.rare, before.value.hitTestSlop != after.value.hitTestSlop { tree.slopNodes = nil }
    if before.value.rare !== after.value.rare, before.value.zIndex != after.value.zIndex { tree.restack(Int(tree.parent[i])) }
    let movesShadow = before.value.rare !== after.value.rare && before.value.shadow != after.value.shadow
    if movesShadow || before.value.transform != after.value.transform || before.value.transformAnchor != after.value.transformAnchor {
      tree.placeChanged(i, own: movesShadow)
      let isIdentity = after.value.transform.isIdentity
      if !isIdentity { tree.movesTransforms = true }
      if !isAdopting, before.value.transform.isIdentity != isIdentity, hidesBoxes(i, in: tree) { needLayout(of: tree.nodes[i]) }
    }
    if before.value.backdropBlur > 0 || after.value.backdropBlur > 0 { tree.blurNodes = nil }
    if before.value.backdropBlur != after.value.backdropBlur, after.value.backdropBlur > 0 {
      tree.movesBackdropBlur = true
      tree.mostBackdropBlur = max(tree.mostBackdropBlur, after.value.backdropBlur)
    }
  }

  /// Returns whether a box at or below node `i` is off the screen. Its visibility depends on transforms of ancestors and is determined by
  /// the next layout.
  func hidesBoxes(_ i: Int, in tree: PaintTree) -> Bool {
    (i..<Int(tree.end[i])).contains { tree.scroller[$0] < 0 && !tree.boxes[$0].intersects(tree.viewport) }
  }

  /// Sets shown attributes of node `i` that differ from its value.
  private func present(_ attributes: [(name: String, value: AttributeValue)], at i: Int, in tree: PaintTree) {
    let what = tree.nodes[i].present(attributes)
    if what.contains(.scroll) { scroll(i, in: tree) }
    if what.contains(.display) {
      tree.states[i].isDirty = true
      draw(i, in: tree)
    } else if what.contains(.composite) {
      loop.surface.damage(tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i])))
    }
  }

  /// Passes the animated properties of a node, and their shown values, to it.
  func recordMoving(_ node: AnyNode) {
    let moving = loop.animations.motions.moving(of: node)
    if moving.isEmpty {
      node.recordShown(nil, moving: [])
    } else if let tree = loop.tree, let i = tree.indexOf(node) {
      node.recordShown(tree.properties[i], moving: moving)
    }
  }

  // MARK: Ends

  /// Ends finished motions: the node is shown with its own values.
  private func endMotions(in tree: PaintTree) {
    var touched: [AnyNode] = []
    for entry in loop.animations.motions.entries where entry.tracks.contains(where: \.isEnding) {
      for track in entry.tracks where track.run.step == .wentBack { goBack(track, entry.node) }
      let ended = loop.animations.motions.remove(from: entry.node, finished: true) {
        $0.run.step == .finished || $0.run.step == .moving && $0.isOver
      }
      let cut = loop.animations.motions.remove(from: entry.node, finished: false) { $0.run.step == .cancelled || $0.run.step == .wentBack }
      if !ended.isEmpty || !cut.isEmpty { touched.append(entry.node) }
    }
    guard !touched.isEmpty else { return }
    loop.animations.motions.tidy()
    for node in touched { showModel(of: node, in: tree) }
  }

  /// Restores the original value of a reversed track.
  private func goBack(_ track: MotionTrack, _ node: AnyNode) {
    guard let origin = track.origin else { return }
    switch track.key {
    case .content:
      guard case .content(let name, let from?, _) = track.goal else { return }
      if let tree = loop.tree, let i = tree.indexOf(node) { restoreFormerContents(of: i, in: tree) }
      animateAtOnce { try? node.setAttribute(name, to: from) }
    case .property: animateAtOnce { node.updateProperties { track.template.put(origin, into: &$0) } }
    case .attribute(let name):
      guard case .attribute(let template) = track.template else { return }
      animateAtOnce { try? node.setAttribute(name, to: template.moved(to: origin)) }
    }
  }

  /// Shows a node with its own values, except for running motions.
  private func showModel(of node: AnyNode, in tree: PaintTree) {
    let (properties, isWaiting) = node.lock.withLock { (node.state.properties, node.state.pending.contains(.geometry)) }
    guard let i = tree.indexOf(node) else { return node.recordShown(nil, moving: []) }
    loop.jobs.layouts.recordChange(of: node)
    if !isWaiting { apply(properties, to: i, in: tree) }
    forgetFormerContents(of: i, in: tree)
    recordMoving(node)
    present(attributes(loop.animations.motions.tracks(of: node)), at: i, in: tree)
  }

  /// Applies motions to the nodes of a new tree, and ends those of removed nodes. Called at the commit, before damage is computed.
  func carryMotions(to tree: PaintTree, from old: PaintTree?) {
    for (new, _) in tree.changes.touched { trackKeyframes(tree.properties[Int(new)], of: Int(new), in: tree) }
    guard !loop.animations.motions.entries.isEmpty else { return }
    for node in loop.animations.motions.reindex({ tree.indexOf($0) }) {
      _ = loop.animations.motions.remove(from: node, finished: false) { _ in true }
      node.recordShown(nil, moving: [])
    }
    loop.animations.motions.tidy()
    for entry in loop.animations.motions.entries.reversed() {
      let i = entry.index
      if tree.states[i].formerContents != nil { includeFormerContents(of: i, in: tree) }
      if let old, let o = old.indexOf(entry.node) { loop.surface.damage(old.onScreen(old.subtreeBounds[o], at: Int(old.parent[o]))) }
      guard !entry.moving.isEmpty, let properties = MovedNode(i, entry.tracks, entry.moving, over: tree.properties[i]).properties else {
        continue
      }
      put(properties, at: i, in: tree, isAdopting: true)
    }
    for entry in loop.animations.motions.entries {
      loop.surface.damage(tree.onScreen(tree.subtreeBounds[entry.index], at: Int(tree.parent[entry.index])))
    }
  }

  /// Notifies observers of ended animations.
  private func notifyEndedMotions() {
    while let (animation, finished) = loop.animations.motions.dequeueEnded() { animation.end(finished) }
  }

  /// Ends everything because the stage is deinitialized.
  func dismissMotions() {
    for entry in loop.animations.motions.entries {
      _ = loop.animations.motions.remove(from: entry.node, finished: false) { _ in true }
      entry.node.recordShown(nil, moving: [])
      _ = entry.node.present([])
    }
    loop.animations.motions.tidy()
    notifyEndedMotions()
  }

  /// Time at which motions need a frame: the next frame while visible, otherwise their end; nil means never.
  var motionDeadline: Double? {
    guard let tree = loop.tree, !loop.animations.motions.entries.isEmpty else { return nil }
    var next: Double?
    for entry in loop.animations.motions.entries where entry.index >= 0 {
      guard entry.tracks.contains(where: \.run.isRunning) else { continue }
      if isSeen(entry.index, in: tree) { return loop.frames.nextFrame(after: clock.now) }
      for track in entry.tracks { if let end = track.run.deadline { next = min(next ?? end, end) } }
    }
    return next
  }
}
