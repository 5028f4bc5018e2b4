internal import TesseraGeometry
internal import TesseraRender

// Focus ring: painted over finished frames, with separate damage. Frame loop.

extension Stage {
  /// Paints the ring at its current place and removes it from the former one.
  func moveFocusRing(_ tree: PaintTree) {
    let wanted = wantedRing(tree)
    let moves = wanted != nil && !(ringNode?.environmentValues.reducesMotion ?? false)
    let shown = loop.focus.ring(towards: wanted, at: clock.now, moves: moves)
    for strip in loop.focus.moveRing(to: shown) { loop.surface.damage(strip) }
  }

  /// Paints the parts of the ring that are in painted areas; content close to the ring stays above it.
  func paintFocusRing(_ rects: [PixelRect], _ target: PixelBuffer, _ scene: PaintScene) throws {
    guard let ring = loop.focus.ring, ring.width > 0 else { return }
    let strips = ring.strips
    // Overlays are above it, except the one that contains the focus.
    var parts = rects
    for area in loop.overlays.areas(above: ringNode) { parts = parts.flatMap { $0.subtracting(area) } }
    let content = focusedContent(in: scene)
    for rect in parts where strips.contains(where: { $0.intersects(rect) }) {
      let canvas = try scene.tree.environment.canvas(over: target)
      canvas.clip(pixels: rect.intersection(ring.clip))
      guard let content else {
        ring.draw(in: canvas)
        if let failure = canvas.failure { throw failure }
        continue
      }
      // Black and white text contrasts with the frame below. Other content is clipped to the ring, because next to it it must not be drawn
      // twice.
      let isBilevel = canvas.textAntialiasing == .bilevel
      if !isBilevel { try canvas.beginGroup() }
      ring.draw(in: canvas)
      for strip in strips {
        canvas.save()
        canvas.clip(pixels: strip)
        let box = scene.box(content.index)
        try content.compositor.paintContent(content.index, box, in: canvas, opacity: 1, blend: isBilevel ? .normal : .sourceAtop)
        canvas.restore()
      }
      if !isBilevel { canvas.endGroup() }
      if let failure = canvas.failure { throw failure }
    }
  }

  /// Returns the content of the focused node and its place, if the ring surrounds a part of it; nil for transformed content.
  private func focusedContent(in scene: PaintScene) -> (index: Int, compositor: Compositor)? {
    let tree = scene.tree
    guard loop.focus.highlight == nil, let node = focusedNode, let i = tree.indexOf(node), tree.nodes[i].focusRingReach != nil,
      case .buffer = scene.contents[i]
    else {
      return nil
    }
    var (x, y, at) = (0, 0, i)
    while at >= 0 {
      guard tree.transform(at) == nil else { return nil }
      if let shown = tree.shown(at) { (x, y) = (x + shown.x, y + shown.y) }
      at = Int(tree.parent[at])
    }
    return (i, Compositor(scene: scene, originX: -x, originY: -y))
  }

  /// Returns the ring settings of node `i`: those of the nearest node at or above it.
  func ring(of i: Int, in tree: PaintTree) -> FocusRing {
    if let own = tree.properties[i].value.focusRing { return own }
    return tree.above(i).lazy.compactMap { tree.properties[$0].value.focusRing }.first
      ?? FocusRing().resolved(in: tree.nodes[i].environmentValues)
  }

  /// Node with the ring.
  private var ringNode: AnyNode? {
    guard let id = loop.focus.highlight else { return focusedNode }
    return loop.accessibility.records.records[id.node]?.node
  }

  private func wantedRing(_ tree: PaintTree) -> FocusState.DrawnRing? {
    if let id = loop.focus.highlight {
      guard let (i, area) = highlightArea(of: id, in: tree) else { return nil }
      var style = ring(of: i, in: tree)
      // It is shown even if the scene hides the ring of the focus.
      style.width = max(style.width.isFinite ? style.width : 0, 3)
      return ring(style, around: area, reachLimit: nil, of: i, in: tree)
    }
    guard let focused = focusedNode, let i = tree.indexOf(focused), focused.canFocus, tree.isSeen(i), !tree.isInert(i) else { return nil }
    switch focusVisibility {
    case .never: return nil
    case .always: break
    case .automatic: guard loop.focus.usesKeys else { return nil }
    }
    return ring(
      ring(of: i, in: tree), around: Rect(tree.ownFocusArea(i)), reachLimit: tree.nodes[i].focusRingReach, of: i, in: tree)
  }

  /// Returns the ring around an area of node `i`, device pixels of the node before scrolling.
  private func ring(_ style: FocusRing, around own: Rect, reachLimit: Double?, of i: Int, in tree: PaintTree) -> FocusState.DrawnRing? {
    let scale = tree.environment.scale
    guard style.width > 0, style.width.isFinite, style.offset.isFinite else { return nil }
    let width = max(1, (min(style.width, 1000) * scale).rounded())
    var reach = width + (min(max(style.offset, -1000), 1000) * scale).rounded()
    if let limit = reachLimit, limit.isFinite { reach = min(reach, (limit * scale).rounded()) }
    var area = own
    var radii = (tree.nodes[i].focusArea?.radii ?? tree.properties[i].value.cornerRadii).scaled(by: scale)
    var clip = framebufferBounds
    var at = i
    while at >= 0 {
      if let transform = tree.transform(at) {
        area = transform.apply(area)
        radii = transform.b == 0 && transform.c == 0 ? radii.scaled(by: abs(transform.a)) : .zero
      }
      if let shown = tree.shown(at) { area = area.offset(by: Point(Double(shown.x), Double(shown.y))) }
      let above = Int(tree.parent[at])
      if above >= 0, tree.properties[above].value.clipsToBounds || tree.nodes[above].scrollsSubnodes {
        // Clipped parts have no ring, but the ring itself may be next to the edge.
        clip = clip.intersection(tree.onScreen(tree.box(above), at: above).grown(by: Int(max(0, reach))))
      }
      at = above
    }
    let outer = area.inset(by: -reach)
    guard outer.width > 0, outer.height > 0, !clip.isEmpty else { return nil }
    func grow(_ radius: Double) -> Double { radius > 0 ? max(0, radius + reach) : 0 }
    radii = CornerRadii(
      topLeft: grow(radii.topLeft), topRight: grow(radii.topRight), bottomRight: grow(radii.bottomRight), bottomLeft: grow(radii.bottomLeft)
    )
    return FocusState.DrawnRing(
      outer: outer, width: width, radii: radii, color: style.color, contrast: style.shownContrast,
      contrastWidth: max(1, min(width / 2, scale).rounded()), clip: clip)
  }
}

extension FocusState.DrawnRing {
  /// Draws the ring and its contrasting inner line.
  fileprivate func draw(in canvas: borrowing Canvas) {
    canvas.drawBorder(Border(width: width, color: color), of: RoundedRect(outer, radii: radii))
    let inner = outer.inset(by: width)
    guard contrastWidth > 0, inner.width > 0, inner.height > 0 else { return }
    canvas.drawBorder(Border(width: contrastWidth, color: contrast), of: RoundedRect(inner, radii: radii.shrunk(by: width)))
  }
}
