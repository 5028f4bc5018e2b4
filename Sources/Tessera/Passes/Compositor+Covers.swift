internal import TesseraGeometry
internal import TesseraRender

// Opaque content makes it unnecessary to paint the nodes below.
extension Compositor {
  /// Returns the last node in paint order that certainly covers `clip` with opaque pixels, or -1.
  func topmostCover(of clip: PixelRect, _ count: inout PaintCount) -> Int {
    if scene.isMoved || !scene.stacking.isEmpty { return topmostCover(of: clip, in: 0, &count) }
    let order = scene.candidates?.order
    var place = (order?.count ?? tree.count) - 1
    while place >= 0 {
      let i = order.map { Int($0[place]) } ?? place
      place -= 1
      count.visited += 1
      if scene.ownBounds[i].contains(clip), !tree.isInGroup[i], tree.rasterizer[i] < 0, covers(i, clip), isUncut(i, clip) { return i }
    }
    return -1
  }

  /// The same for the subtree of node `i` while nodes are animated: `clip` is in the space of the parent's box, and moves with animated
  /// nodes.
  private func topmostCover(of clip: PixelRect, in i: Int, _ count: inout PaintCount) -> Int {
    count.visited += 1
    guard scene.subtreeBounds[i].contains(clip), !scene.isLeftOut(i) else { return -1 }
    let p = scene.properties[i].value
    let shown = scene.presentation(i) ?? .identity
    guard !p.needsGroup, !p.isHidden, p.transform.isIdentity, shown.opacity == 1, shown.scale == 1,
      scene.placedTransform(i) == nil
    else { return -1 }
    let inside = clip.moved(-shown.x, -shown.y)
    var found = scene.ownBounds[i].contains(inside) && covers(i, inside) ? i : -1
    if scene.concealed.contains(i) || p.rasterizesSubtree || p.clipsToBounds && (!p.cornerRadii.isZero || !scene.box(i).contains(inside)) {
      return found
    }
    // Painting begins with the cover and continues in the order of the tree, which this node's subnodes do not have.
    guard scene.stacking[i] == nil else { return found }
    scene.forEachSubnode(of: i) { child in
      let above = topmostCover(of: inside, in: child, &count)
      if above >= 0 { found = above }
    }
    return found
  }

  private func covers(_ i: Int, _ clip: PixelRect) -> Bool {
    let box = scene.box(i)
    if case .buffer(let contents) = scene.contents[i], !scene.concealed.contains(i) {
      // A buffer of the subtree includes the background as it was when it was drawn, and has soft edges if it is stretched.
      if contents.showsSubtree { return false }
      if contents.isOpaque, scene.fades[i] == nil, box == tree.boxes[i], contents.rect(at: box).contains(clip) {
        let p = scene.properties[i]
        return !p.value.clipsToBounds || p.value.cornerRadii.isZero
      }
    }
    guard box.contains(clip) else { return false }
    let p = scene.properties[i]
    return p.value.cornerRadii.isZero && (p.value.background?.isOpaque ?? false)
  }

  /// Returns whether node `i` reaches the target unchanged: neither it nor an ancestor needs a group, and no ancestor clips within `clip`.
  ///
  /// Opacity, corners and transforms change without a layout, so the flags of the tree may be older than the properties.
  private func isUncut(_ i: Int, _ clip: PixelRect) -> Bool {
    guard !scene.properties[i].value.needsGroup, scene.properties[i].value.transform.isIdentity else { return false }
    var at = Int(tree.parent[i])
    while at >= 0 {
      let p = scene.properties[at]
      if p.value.needsGroup || !p.value.transform.isIdentity
        || p.value.clipsToBounds && (!p.value.cornerRadii.isZero || !tree.boxes[at].contains(clip))
      {
        return false
      }
      at = Int(tree.parent[at])
    }
    return true
  }
}
