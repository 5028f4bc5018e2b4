internal import TesseraGeometry
internal import TesseraRender

// Scrolling by moving pixels that are on the screen already. Done only where that gives what painting anew would give, pixel by pixel.

extension Stage {
  /// The subnodes of node `i` have been scrolled by (`dx`, `dy`) device pixels: moves what shows them, and damages what came in. Returns
  /// false, having done nothing, where that would not give the picture that painting gives.
  func copyScrolled(_ i: Int, dx: Int, dy: Int, in tree: SceneTree) -> Bool {
    // Transformed nodes round by where they are, and backdrops are read from what does not move.
    guard !tree.showsTransforms, !tree.showsBackdrops, tree.presentations.isEmpty, tree.departures.isEmpty,
      tree.sharedElements.isEmpty
    else { return false }
    guard tree.rasterizer[i] < 0, !tree.properties[i].value.rasterizesSubtree, loop.tree === tree else { return false }
    let area = window(of: i, in: tree)
    guard !area.isEmpty, abs(dx) < area.width, abs(dy) < area.height else { return false }
    // What is painted anew as a whole needs no copy.
    guard loop.screen.canMove(area) else { return false }
    guard isAlone(i, area, in: tree), shared.withLock({ !$0.needsRepaint }) else { return false }
    let bars = tree.contentArea(i).map { tree.onScreen($0, at: i) }
    loop.screen.move(area, dx: dx, dy: dy)
    // The ring around what has the focus has moved along, and was moved over.
    for strip in loop.focus.ring?.strips ?? [] where strip.intersects(area) || strip.moved(dx, dy).intersects(area) {
      loop.screen.damage(strip)
      loop.screen.damage(strip.moved(dx, dy).intersection(area))
    }
    // What is drawn over the subnodes stays where it is.
    if let bars {
      loop.screen.damage(bars)
      loop.screen.damage(bars.moved(dx, dy).intersection(area))
    }
    if dy != 0 {
      loop.screen.damage(
        PixelRect(x: area.x, y: dy > 0 ? area.y : area.maxY + dy, width: area.width, height: abs(dy)))
    }
    if dx != 0 {
      loop.screen.damage(
        PixelRect(x: dx > 0 ? area.x : area.maxX + dx, y: area.y, width: abs(dx), height: area.height))
    }
    return true
  }

  /// What is seen of the box of node `i`, in pixels of the framebuffer.
  private func window(of i: Int, in tree: SceneTree) -> PixelRect {
    var result = tree.box(i)
    var at = i
    while at >= 0 {
      result = tree.placed(result, at)
      at = Int(tree.parent[at])
      if at >= 0 { result = tree.seen(result, in: at) }
    }
    return result.intersection(framebufferBounds)
  }

  /// Whether the subnodes of node `i` are all that is seen in `area` but for one opaque colour beneath them.
  private func isAlone(_ i: Int, _ area: PixelRect, in tree: SceneTree) -> Bool {
    var at = i
    var isBased = false
    while at >= 0 {
      let p = tree.properties[at]
      guard tree.placements[at]?.opacity ?? 1 == 1 else { return false }
      guard !p.value.isHidden, !p.value.needsGroup, p.value.cornerRadii.isZero || !p.value.clipsToBounds else { return false }
      if at == i, !p.value.clipsToBounds || p.value.border != nil || p.value.placeholder != nil { return false }
      if at == i, !tree.nodes[i].drawsOverSubnodes, tree.contentArea(i) != nil { return false }
      let above = Int(tree.parent[at])
      if !isBased {
        let box = above >= 0 ? tree.onScreen(tree.box(at), at: at) : tree.box(at)
        if case .color(let color)? = p.value.background, color.isOpaque, p.value.cornerRadii.isZero, box.contains(area) {
          isBased = at == i || paintsBackgroundOnly(at, in: tree)
          if !isBased { return false }
        } else if p.value.background != nil || p.value.shadow != nil || at != i && !paintsNothing(at, in: tree) {
          return false
        }
      } else if at != i, tree.nodes[at].drawsOverSubnodes, let bars = tree.contentArea(at), tree.onScreen(bars, at: at).intersects(area) {
        // The bars of a window around this one do not move with it.
        return false
      } else if at != i, p.value.clipsToBounds, let border = p.value.border,
        !tree.onScreen(tree.box(at).inset(by: border.onPixels(scale: tree.environment.scale).width), at: at).contains(area)
      {
        // Nor does its border, which lies above its subnodes.
        return false
      }
      if above >= 0, !neighboursAreElsewhere(at, area, in: tree) { return false }
      at = above
    }
    return true
  }

  /// Whether a node has nothing of its own to be seen but its background.
  private func paintsBackgroundOnly(_ i: Int, in tree: SceneTree) -> Bool {
    let p = tree.properties[i].value
    return p.border == nil && p.shadow == nil && p.placeholder == nil && tree.contentArea(i)?.isEmpty ?? true
  }

  private func paintsNothing(_ i: Int, in tree: SceneTree) -> Bool {
    tree.properties[i].value.background == nil && paintsBackgroundOnly(i, in: tree)
  }

  /// Whether no other subnode of the parent of node `i` is seen in `area`.
  private func neighboursAreElsewhere(_ i: Int, _ area: PixelRect, in tree: SceneTree) -> Bool {
    let above = Int(tree.parent[i])
    var child = above + 1
    while child < Int(tree.end[above]) {
      if child != i, !tree.properties[child].value.isHidden, tree.placements[child]?.opacity != 0,
        tree.onScreen(tree.subtreeBounds[child], at: above).intersects(area)
      {
        return false
      }
      child = Int(tree.end[child])
    }
    return true
  }
}
