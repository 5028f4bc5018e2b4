internal import TesseraGeometry
internal import TesseraRender

// Scrolling by moving pixels of the framebuffer. Used only if the result is identical, pixel by pixel, to repainting.

extension Stage {
  /// Moves the pixels of node `i`'s subnodes, scrolled by (`dx`, `dy`) device pixels, and adds damage for the uncovered part. Returns false
  /// without any effect if the result would differ from repainting.
  func copyScrolled(_ i: Int, dx: Int, dy: Int, in tree: PaintTree) -> Bool {
    // Transformed nodes are rounded by their position, and backdrops read content that does not move.
    guard !tree.showsTransforms, !tree.showsBackdrops, tree.presentations.isEmpty, tree.departures.isEmpty,
      tree.sharedElements.isEmpty
    else { return false }
    guard tree.rasterizer[i] < 0, !tree.properties[i].value.rasterizesSubtree, loop.tree === tree else { return false }
    let area = viewport(of: i, in: tree)
    guard !area.isEmpty, abs(dx) < area.width, abs(dy) < area.height else { return false }
    // An area that is repainted completely needs no copy.
    guard loop.surface.canMove(area) else { return false }
    guard isAlone(i, area, in: tree), shared.withLock({ !$0.needsRepaint }) else { return false }
    let bars = tree.contentArea(i).map { tree.onScreen($0, at: i) }
    loop.surface.move(area, dx: dx, dy: dy)
    // The focus ring was moved with the pixels, and pixels were moved over it.
    for strip in loop.focus.ring?.strips ?? [] where strip.intersects(area) || strip.moved(dx, dy).intersects(area) {
      loop.surface.damage(strip)
      loop.surface.damage(strip.moved(dx, dy).intersection(area))
    }
    // Content above the subnodes keeps its place.
    if let bars {
      loop.surface.damage(bars)
      loop.surface.damage(bars.moved(dx, dy).intersection(area))
    }
    if dy != 0 {
      loop.surface.damage(
        PixelRect(x: area.x, y: dy > 0 ? area.y : area.maxY + dy, width: area.width, height: abs(dy)))
    }
    if dx != 0 {
      loop.surface.damage(
        PixelRect(x: dx > 0 ? area.x : area.maxX + dx, y: area.y, width: abs(dx), height: area.height))
    }
    return true
  }

  /// Returns the visible part of node `i`'s box, in pixels of the framebuffer.
  private func viewport(of i: Int, in tree: PaintTree) -> PixelRect {
    var result = tree.box(i)
    var at = i
    while at >= 0 {
      result = tree.placed(result, at)
      at = Int(tree.parent[at])
      if at >= 0 { result = tree.seen(result, in: at) }
    }
    return result.intersection(framebufferBounds)
  }

  /// Returns whether only the subnodes of node `i` are visible in `area`, above one opaque colour.
  private func isAlone(_ i: Int, _ area: PixelRect, in tree: PaintTree) -> Bool {
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
        // The bars of an enclosing viewport do not move with it.
        return false
      } else if at != i, p.value.clipsToBounds, let border = p.value.border,
        !tree.onScreen(tree.box(at).inset(by: border.onPixels(scale: tree.environment.scale).width), at: at).contains(area)
      {
        // Neither does its border, which is above its subnodes.
        return false
      }
      if above >= 0, !neighboursAreElsewhere(at, area, in: tree) { return false }
      at = above
    }
    return true
  }

  /// Returns whether a node itself shows only its background.
  private func paintsBackgroundOnly(_ i: Int, in tree: PaintTree) -> Bool {
    let p = tree.properties[i].value
    return p.border == nil && p.shadow == nil && p.placeholder == nil && tree.contentArea(i)?.isEmpty ?? true
  }

  private func paintsNothing(_ i: Int, in tree: PaintTree) -> Bool {
    tree.properties[i].value.background == nil && paintsBackgroundOnly(i, in: tree)
  }

  /// Returns whether no sibling of node `i` is visible in `area`.
  private func neighboursAreElsewhere(_ i: Int, _ area: PixelRect, in tree: PaintTree) -> Bool {
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
