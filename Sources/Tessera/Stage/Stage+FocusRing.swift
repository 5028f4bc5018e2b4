internal import TesseraGeometry
internal import TesseraRender

// The ring around what has the focus: painted over finished frames, with damage of its own. Frame loop.

extension Stage {
  /// Has the ring painted where it is to be now, and no more where it was.
  func moveFocusRing(_ tree: SceneTree) {
    let wanted = wantedRing(tree)
    let moves = wanted != nil && !(focusedNode?.environmentValues.reducesMotion ?? false)
    let shown = loop.focus.ring(towards: wanted, at: clock.now, moves: moves)
    for strip in loop.focus.moveRing(to: shown) { loop.screen.damage(strip) }
  }

  /// Paints the parts of the ring that lie in what was painted.
  func paintFocusRing(_ rects: [PixelRect], _ target: PixelBuffer) throws {
    guard let ring = loop.focus.ring, ring.width > 0 else { return }
    let strips = ring.strips
    // Overlays lie above it, but that which the focus is in.
    var parts = rects
    for area in loop.overlays.areas(above: focusedNode) { parts = parts.flatMap { $0.subtracting(area) } }
    for rect in parts where strips.contains(where: { $0.intersects(rect) }) {
      let canvas = try Canvas(target)
      canvas.clip(pixels: rect.intersection(ring.clip))
      canvas.drawBorder(Border(width: ring.width, color: ring.color), of: RoundedRect(ring.outer, radii: ring.radii))
      let inner = ring.outer.inset(by: ring.width)
      if ring.contrastWidth > 0, inner.width > 0, inner.height > 0 {
        canvas.drawBorder(
          Border(width: ring.contrastWidth, color: ring.contrast), of: RoundedRect(inner, radii: ring.radii.shrunk(by: ring.width)))
      }
      if let failure = canvas.failure { throw failure }
    }
  }

  /// How the ring around node `i` looks: as the nearest node at or above it says.
  func ring(of i: Int, in tree: SceneTree) -> FocusRing {
    if let own = tree.properties[i].value.focusRing { return own }
    return tree.above(i).lazy.compactMap { tree.properties[$0].value.focusRing }.first ?? FocusRing()
  }

  private func wantedRing(_ tree: SceneTree) -> FocusState.DrawnRing? {
    guard let focused = focusedNode, let i = tree.indexOf(focused), focused.canFocus, tree.isSeen(i), !tree.isInert(i) else { return nil }
    switch focusVisibility {
    case .never: return nil
    case .always: break
    case .automatic: guard loop.focus.usesKeys else { return nil }
    }
    let style = ring(of: i, in: tree)
    let scale = tree.environment.scale
    guard style.width > 0, style.width.isFinite, style.offset.isFinite else { return nil }
    let width = max(1, (min(style.width, 1000) * scale).rounded())
    var reach = width + (min(max(style.offset, -1000), 1000) * scale).rounded()
    if let limit = tree.nodes[i].focusRingReach, limit.isFinite { reach = min(reach, (limit * scale).rounded()) }
    var area = Rect(tree.ownFocusArea(i))
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
        // What is cut off is not ringed; the ring itself may stand beside the edge.
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
