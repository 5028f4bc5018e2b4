internal import TesseraGeometry

// Overlays above the root. Frame loop only.

extension Stage {
  /// Presented overlays, the topmost last. Loop thread.
  public var overlays: [StageOverlay] {
    checkLoop()
    return loop.overlays.entries.map(\.overlay)
  }

  /// Returns the root of layouts: the root, or the node that holds it below overlays.
  func layoutRoot(_ root: AnyNode) -> AnyNode {
    guard let host = loop.overlays.host else { return root }
    guard host.subnodes.first === root else {
      dropOverlays()
      return root
    }
    return host
  }

  /// Removes all overlays, because the root changed or the stage is deinitialized.
  func dropOverlays() {
    let dropped = loop.overlays.removeAll()
    dropped.host?.dropOverlays(of: link)
    for overlay in dropped.leaving { overlay.letGo() }
    for overlay in dropped.presented { overlay.end(tellingStage: false) }
  }

  /// Inserts the nodes of all overlays above the root into the tree.
  func attachOverlays() {
    if loop.overlays.needsHost {
      let host = BoxNode()
      host.inheritAsHost(of: link)
      loop.overlays.keep(host: host)
    }
    loop.overlays.host?.holdOverlays(loop.overlays.containers, over: root, of: link)
  }

  // MARK: Presenting and dismissing

  /// Processes presented, moved and dismissed overlays.
  func adoptOverlays(_ changed: [StageOverlay]) {
    let known = loop.overlays.leaving + loop.overlays.entries
    for overlay in changed {
      if let at = loop.overlays.index(of: overlay) {
        if !overlay.isPresented { remove(at) }
        continue
      }
      guard overlay.isPresented else {
        if !loop.overlays.isLeaving(overlay.container) { overlay.letGo() }
        continue
      }
      guard overlay.presenter?.isIn(link) ?? false else {
        overlay.end(tellingStage: false)
        continue
      }
      // A node that is shown again continues from its current opacity.
      let former = known.last { $0.overlay.node === overlay.node }?.shown?.opacity
      let at = loop.overlays.present(overlay, former: former ?? 0)
      attachOverlays()
      inheritFromPresenter(at)
    }
  }

  /// Fades out the overlay at `at` if any of it is visible. Otherwise removes it from the screen immediately, and from the tree with the
  /// next layout.
  private func remove(_ at: Int) {
    let entry = loop.overlays.remove(at)
    let overlay = entry.overlay
    let share = entry.shown?.opacity ?? 0
    if !appearsAtOnce(overlay), share > 0, overlay.node.supernode === overlay.container, let tree = loop.tree,
      let i = tree.indexOf(overlay.container)
    {
      loop.overlays.fadeOut(
        entry, by: overlay.isDocked ? OverlayFade(slidingOutAt: clock.now) : OverlayFade(goingAt: clock.now, from: share))
      loop.pointing.hover.recordChange()
      tree.inert.insert(i)
      leave(overlay)
    } else {
      removeFromScreen(overlay)
    }
    attachOverlays()
  }

  /// Removes touches, gestures and the focus from nodes in a dismissed overlay.
  private func leave(_ overlay: StageOverlay) {
    cancelTouches { overlay.holds($0.node) }
    perform(loop.pointing.touches.leave(at: clock.now, where: overlay.holds))
    if let focused = focusedNode, overlay.holds(focused) { vacateFocus(focused) }
    releaseTraps(where: overlay.holds)
  }

  /// Removes an overlay from the screen.
  private func removeFromScreen(_ overlay: StageOverlay) {
    if let tree = loop.tree, let i = tree.indexOf(overlay.container) {
      loop.surface.damage(tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i])))
      hide(i, in: tree)
    }
    overlay.letGo()
  }

  func dismiss(_ overlay: StageOverlay) {
    let at = loop.overlays.index(of: overlay)
    overlay.end(tellingStage: false, keepsNode: at != nil)
    // A callback may have dismissed others.
    if let at = loop.overlays.index(of: overlay) { remove(at) } else if at != nil { overlay.letGo() }
  }

  /// Called when a touch begins at `node`: dismisses overlays that end with outside touches. Returns whether the touch reaches no other
  /// node.
  func dismissOverlays(touchedAt node: AnyNode?) -> Bool {
    var inside: [StageOverlay] = []
    var current = node
    while let at = current {
      if at.supernode == nil, let overlay = loop.overlays.overlay(in: at) {
        inside.append(overlay)
        current = overlay.presenter
      } else {
        current = at.supernode
      }
    }
    var isBlocked = false
    for entry in loop.overlays.entries.reversed() {
      let overlay = entry.overlay
      if inside.contains(where: { $0 === overlay }) { break }
      if overlay.options.contains(.blocksOutsideTouches) { isBlocked = true }
      if overlay.options.contains(.dismissesOnOutsideTouch) { dismiss(overlay) }
      if isBlocked { break }
    }
    return isBlocked
  }

  /// Handles an Escape key with the topmost overlay that ends with an outside touch. Its focused node receives the key first, so that a menu closes one
  /// level. If no node handles the key, the overlay is dismissed. Returns whether there was such an overlay.
  func leaveTopOverlay(_ escape: Event) -> Bool {
    let entry = loop.overlays.entries.last { $0.overlay.options.contains(.dismissesOnOutsideTouch) }
    guard let top = entry?.overlay else { return false }
    if let focused = focusedNode, top.holds(focused), !top.options.contains(.forwardsEvents),
      bubble(from: focused, { _ in escape }) != nil
    {
      return true
    }
    dismiss(top)
    return true
  }

  // MARK: Placement

  /// Pass: moves overlays to their current anchors.
  func trackAnchors() {
    guard let tree = loop.tree else { return }
    if !loop.overlays.isEmpty { placeOverlays(tree, isNew: false) }
    guard loop.textInput.usesPanel else { return }
    revealAbovePanel(tree)
    shiftAbovePanel(tree)
  }

  /// Places each overlay next to its anchor, and dismisses those whose anchors were removed.
  ///
  /// - Parameter isNew: whether the tree is being committed, so that nothing in it is placed yet.
  func placeOverlays(_ tree: PaintTree, isNew: Bool) {
    var gone: [StageOverlay] = []
    if !tree.lenses.isEmpty { tree.lenses = [:] }
    for at in loop.overlays.entries.indices {
      let overlay = loop.overlays.entries[at].overlay
      guard let presenter = overlay.presenter, presenter.isIn(link), overlay.node.supernode === overlay.container else {
        gone.append(overlay)
        continue
      }
      inheritFromPresenter(at)
      guard let i = tree.indexOf(overlay.container), let p = tree.indexOf(presenter) else { continue }
      if !place(at, container: i, presenter: p, in: tree) { gone.append(overlay) }
    }
    if isNew { hideDismissed(tree) }
    for overlay in gone { dismiss(overlay) }
    if !loop.overlays.leaving.isEmpty { fadeLeaving(tree) }
  }

  /// Shows dismissed overlays at their last place, and removes those that have faded out.
  private func fadeLeaving(_ tree: PaintTree) {
    let now = clock.now
    var gone: [StageOverlay] = []
    for at in loop.overlays.leaving.indices {
      let entry = loop.overlays.leaving[at]
      guard let fade = entry.fade, fade.isRunning(at: now), entry.overlay.node.supernode === entry.overlay.container,
        let i = tree.indexOf(entry.overlay.container), var shown = entry.shown
      else {
        gone.append(entry.overlay)
        continue
      }
      if entry.overlay.isDocked {
        shown = panelPlace(height: tree.frames[i].size.height, fade, in: tree)
      } else {
        shown.opacity = fade.opacity(at: now)
      }
      if shown != tree.placements[i] { loop.surface.damage(entry.area) }
      tree.placeSubnode(i, shown)
      tree.inert.insert(i)
      loop.overlays.moveLeaving(at, to: shown)
      if entry.overlay.magnification > 0, let anchor = entry.magnified { placeLens(entry.overlay, over: anchor, in: tree) }
    }
    guard !gone.isEmpty else { return }
    for overlay in gone {
      loop.overlays.removeLeaving(overlay)
      removeFromScreen(overlay)
    }
    attachOverlays()
  }

  /// Ends the fades of overlays.
  func finishOverlayFades() {
    loop.overlays.finishFades()
    loop.textInput.shift.finish()
    trackAnchors()
  }

  /// Returns whether an overlay does not fade; in black and white a fade would be a change of dither dots.
  private func appearsAtOnce(_ overlay: StageOverlay) -> Bool {
    overlay.options.contains(.appearsAtOnce) || loop.tree?.environment.textAntialiasing == .bilevel
  }

  /// Hides overlays that were dismissed during the layout.
  private func hideDismissed(_ tree: PaintTree) {
    guard let host = loop.overlays.host, let h = tree.indexOf(host), h + 1 < tree.count else { return }
    var child = Int(tree.end[h + 1])
    while child < Int(tree.end[h]) {
      let node = tree.nodes[child]
      if loop.overlays.overlay(in: node) == nil, !loop.overlays.isLeaving(node) { hide(child, in: tree) }
      child = Int(tree.end[child])
    }
  }

  private func hide(_ i: Int, in tree: PaintTree) {
    loop.pointing.hover.recordChange()
    tree.placeSubnode(i, Presentation(x: tree.placements[i]?.x ?? 0, y: tree.placements[i]?.y ?? 0, opacity: 0))
    tree.inert.insert(i)
    tree.lenses = [:]
  }

  private func inheritFromPresenter(_ at: Int) {
    let overlay = loop.overlays.entries[at].overlay
    guard let presenter = overlay.presenter else { return }
    let (size, insets) = shared.withLock { ($0.size, $0.coveredInsets) }
    // An overlay that may exceed the safe area may be as large as the screen.
    let screen = Rect(size: size)
    let room = overlay.placement.isConfined ? screen.inset(by: insets).inset(by: overlay.placement.margin).size : screen.size
    if loop.overlays.limit(at, to: room) { overlay.limit(to: room) }
    let environment = presenter.lock.withLock { presenter.state.environment }
    guard environment !== loop.overlays.entries[at].environment || presenter.effectiveDirection != overlay.container.direction else {
      return
    }
    loop.overlays.inherit(at, environment)
    overlay.container.inherit(from: presenter)
  }

  /// Places one overlay. Returns false if it must be dismissed.
  private func place(_ at: Int, container i: Int, presenter p: Int, in tree: PaintTree) -> Bool {
    let overlay = loop.overlays.entries[at].overlay
    if overlay.isDocked {
      placePanel(at, container: i, in: tree)
      return true
    }
    let given = overlay.anchor
    let scale = tree.environment.scale
    let (anchor, isSeen) = seenAnchor(given, of: p, in: tree)
    guard isSeen || overlay.options.contains(.hidesWithAnchor) else { return false }
    guard !loop.overlays.trackAnchor(at, given: given, seen: anchor) else { return false }
    let size = tree.frames[i].size
    let screen = Rect(size: tree.space.size).inset(by: tree.space.insets)
    let origin = overlay.placement.origin(of: size, at: anchor.scaled(by: 1 / scale), in: screen, direction: tree.directions[p])
    let atOnce = appearsAtOnce(overlay)
    let fade = loop.overlays.fade(of: at) { OverlayFade(comingAt: clock.now, from: $0, atOnce: atOnce) }
    let shown = Presentation(x: pixel(origin.x * scale), y: pixel(origin.y * scale), opacity: isSeen ? fade.opacity(at: clock.now) : 0)
    let before = loop.overlays.entries[at]
    if shown != before.shown { loop.surface.damage(before.area) }
    tree.placeSubnode(i, shown)
    if isSeen { tree.inert.remove(i) } else { tree.inert.insert(i) }
    let area = tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i]))
    if shown != before.shown { loop.surface.damage(area) }
    loop.overlays.place(at, shown, covering: area, magnified: anchor)
    if overlay.magnification > 0, isSeen { placeLens(overlay, over: anchor, in: tree) }
    return true
  }

  /// Makes the overlay's node magnify the surroundings of its anchor's center.
  private func placeLens(_ overlay: StageOverlay, over anchor: Rect, in tree: PaintTree) {
    guard let i = tree.indexOf(overlay.node) else { return }
    let box = tree.box(i)
    func length(_ side: Int) -> Int { max(1, Int((Double(side) / overlay.magnification).rounded())) }
    let (width, height) = (min(length(box.width), framebufferBounds.width), min(length(box.height), framebufferBounds.height))
    func start(_ middle: Double, _ length: Int, _ limit: Int) -> Int { min(max(0, pixel(middle - Double(length) / 2)), limit - length) }
    let source = PixelRect(
      x: start(anchor.midX, width, framebufferBounds.width), y: start(anchor.midY, height, framebufferBounds.height), width: width,
      height: height)
    guard !source.isEmpty, !box.isEmpty else { return }
    tree.lenses[i] = source
  }

  /// Returns the area of an anchor in the box of node `p` on the screen, device pixels, and whether any of it is visible.
  func seenAnchor(_ anchor: Rect?, of p: Int, in tree: PaintTree) -> (Rect, Bool) {
    let scale = tree.environment.scale
    let frame = tree.shownFrame(p)
    var area = (anchor.map { $0.offset(by: frame.origin) } ?? frame).scaled(by: scale)
    guard area.isFinite else { return (.zero, false) }
    var visible = framebufferBounds
    var isSeen = tree.isSeen(p) && !tree.isInert(p)
    var at = p
    while at >= 0 {
      let properties = tree.properties[at].value
      if properties.isHidden || properties.opacity <= 0 || tree.shown(at)?.opacity == 0 { isSeen = false }
      if let transform = tree.transform(at) { area = transform.apply(area) }
      if let shown = tree.shown(at) { area = area.offset(by: Point(Double(shown.x), Double(shown.y))) }
      let above = Int(tree.parent[at])
      if above >= 0, tree.properties[above].value.clipsToBounds || tree.nodes[above].scrollsSubnodes {
        visible = visible.intersection(tree.onScreen(tree.box(above), at: above))
      }
      at = above
    }
    // An area without width, such as a caret, is visible if it is inside or at the edge.
    return (area, isSeen && !visible.isEmpty && Rect(visible).inset(by: -0.5).intersects(area.inset(by: -0.5)))
  }
}
