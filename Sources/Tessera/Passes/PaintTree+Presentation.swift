internal import TesseraGeometry

// Shown places of nodes, which differ from the layout while they move. Used by the loop only.

extension PaintTree {
  /// Returns the node's shown box, in its own space.
  func box(_ i: Int) -> PixelRect { presentations[i]?.box(boxes[i]) ?? boxes[i] }

  /// Returns the node's shown box, logical units, in its own space.
  func shownFrame(_ i: Int) -> Rect {
    guard let shown = presentations[i], shown.width != 0 || shown.height != 0 else { return frames[i] }
    let scale = environment.scale
    let size = Size(
      max(0, frames[i].width + Double(shown.width) / scale), max(0, frames[i].height + Double(shown.height) / scale))
    return Rect(origin: frames[i].origin, size: size)
  }

  /// Whether a node is shown through a transform, its own or that of an effect.
  var showsTransforms: Bool {
    hasTransforms || movesTransforms || presentations.hasScale || placements.hasScale || !placedTransforms.isEmpty
  }

  /// Whether content below a node is shown blurred or magnified.
  var showsBackdrops: Bool { showsBackdropBlur || !lenses.isEmpty }

  /// Whether content below a node is shown blurred.
  var showsBackdropBlur: Bool { hasBackdropBlur || movesBackdropBlur || departures.values.contains { $0.contains { $0.blurReach > 0 } } }

  /// Nodes with blurred backdrops, ascending. O(n) at the first call after a layout or a change of a backdrop.
  var nodesWithBlur: [Int] {
    if let known = blurNodes { return known }
    let found = nodes.indices.filter { properties[$0].value.backdropBlur > 0 }
    blurNodes = found
    return found
  }

  /// Returns whether the node is on the screen or still leaving it.
  func isShown(_ i: Int) -> Bool {
    scroller[i] >= 0 ? states[i].range >= .display : isOnScreen[i] || !lingers.isEmpty && lingers.contains(i)
  }

  /// Returns the pixels that the node's content covers, in its own space; nil if there are none.
  func contentArea(_ i: Int) -> PixelRect? { contents[i].area(in: box(i), laidOut: boxes[i], environment(of: i)) }

  /// Converts an area from the space of the node's box to that of its parent's: applies its transform and presentation.
  func placed(_ bounds: PixelRect, _ i: Int) -> PixelRect {
    let mapped = Self.mapped(bounds, by: transform(i))
    guard let shown = shown(i) else { return mapped }
    return mapped.moved(shown.x, shown.y)
  }

  /// Returns the visible part, on the screen, of an area in the space of node `i`'s box; parts that an ancestor scrolls out of its box are
  /// excluded.
  func seenOnScreen(_ area: PixelRect, at i: Int) -> PixelRect {
    guard scroller[i] >= 0 else { return onScreen(area, at: i) }
    var result = area
    var at = i
    while at >= 0, !result.isEmpty {
      if !placements.isEmpty, placements[at]?.opacity == 0 { return .zero }
      result = placed(result, at)
      at = Int(parent[at])
      if at >= 0, nodes[at].scrollsSubnodes { result = seen(result, in: at) }
    }
    return result
  }

  /// Returns the presentation of node `i`, including the scrolling by its parent; nil means as laid out.
  func shown(_ i: Int) -> Presentation? { presentations[i].scrolled(by: scrolls, above: Int(parent[i])).placed(i, by: placements) }

  /// Sets the offset of node `i`'s subnodes from their layout to `x` and `y` device pixels. Adds no damage. Costs the number of subnodes.
  func scroll(_ i: Int, x: Int, y: Int) {
    let before = scrolls[i] ?? .identity
    guard before.x != x || before.y != y else { return }
    scrolls.set(i, Presentation(x: x, y: y), count: count)
    boundsAreLoose = true
    var child = i + 1
    while child < Int(end[i]) {
      subtreeBounds[child] = subtreeBounds[child].moved(x - before.x, y - before.y)
      runs.recordChange(child)
      // Unclipped subnodes may be anywhere.
      if !properties[i].value.clipsToBounds { include(subtreeBounds[child], in: i) }
      child = Int(end[child])
    }
  }

  /// Sets the placement of a subnode of a scrolling node. Adds no damage. Constant time, plus the ancestors.
  /// - Parameter transform: about the center of its box, device pixels; nil: none.
  func placeSubnode(_ i: Int, _ placement: Presentation?, transform: Transform? = nil) {
    let before = placements[i] ?? .identity
    let after = placement ?? .identity
    let isTurned = (transform != nil || !placedTransforms.isEmpty) && placedTransforms[Int32(i)] != transform
    guard before != after || isTurned else { return }
    placements.set(i, placement, count: count)
    if isTurned { placedTransforms[Int32(i)] = transform }
    boundsAreLoose = true
    if before.scale != after.scale || isTurned { return placeBounds(i) }
    subtreeBounds[i] = subtreeBounds[i].moved(after.x - before.x, after.y - before.y)
    runs.recordChange(i)
    let above = Int(parent[i])
    if above >= 0 { include(subtreeBounds[i], in: above) }
  }

  /// Returns whether the node or an ancestor ignores touches and focus moves by keys.
  func isInert(_ i: Int) -> Bool {
    guard !inert.isEmpty else { return false }
    var at = i
    while at >= 0 {
      if inert.contains(at) { return true }
      at = Int(parent[at])
    }
    return false
  }

  /// Sets the presentation of node `i` and its subtree, or resets it with identity, and updates the bounds. Nothing is laid out or drawn.
  ///
  /// Adds no damage: the caller adds the node's subtree bounds on the screen before and after. Costs the depth of the tree. Bounds of
  /// ancestors only grow; if `boundsAreLoose`, they are computed again before the next composite that needs exact ones.
  func present(_ i: Int, as shown: Presentation) {
    let before = presentations[i] ?? .identity
    presentations.set(i, shown, count: count)
    boundsAreLoose = true
    if before.width != shown.width || before.height != shown.height { findOwnBounds(i) }
    placeBounds(i)
  }

  /// Updates the bounds after the transform of node `i` or, if `own`, its own painting changed without a layout.
  func placeChanged(_ i: Int, own: Bool) {
    boundsAreLoose = true
    if own { findOwnBounds(i) }
    placeBounds(i)
  }

  /// Updates the bounds of a node whose presentation was set in the table.
  func placePresented(_ i: Int) {
    boundsAreLoose = true
    findOwnBounds(i)
    placeBounds(i)
  }

  /// Computes the bounds of the node's own painting, and combines the known bounds of its subtree.
  private func findOwnBounds(_ i: Int) {
    (ownBounds[i], localBounds[i]) = ownAndLocalBounds(i)
    var child = i + 1
    while child < Int(end[i]) {
      localBounds[i] = localBounds[i].union(seen(subtreeBounds[child], in: i))
      child = Int(end[child])
    }
    if !departures.isEmpty {
      for picture in departures[Int32(i)] ?? [] { localBounds[i] = localBounds[i].union(seen(picture.bounds, in: i)) }
    }
  }

  /// Converts the bounds of node `i` to its parent's space, and extends those of its ancestors.
  private func placeBounds(_ i: Int) {
    subtreeBounds[i] = placed(localBounds[i], i)
    runs.recordChange(i)
    let above = Int(parent[i])
    if above >= 0 { include(subtreeBounds[i], in: above) }
  }

  /// Extends the bounds of node `i` and its ancestors by an area in its space that a descendant paints.
  func include(_ area: PixelRect, in i: Int) {
    var at = i
    var added = area
    while at >= 0 {
      added = seen(added, in: at)
      if localBounds[at].contains(added) { return }
      localBounds[at] = localBounds[at].union(added)
      subtreeBounds[at] = placed(localBounds[at], at)
      runs.recordChange(at)
      added = subtreeBounds[at]
      at = Int(parent[at])
    }
  }

  /// Returns the part of an area below node `i` that the node does not clip.
  func seen(_ area: PixelRect, in i: Int) -> PixelRect {
    properties[i].value.clipsToBounds ? area.intersection(box(i)) : area
  }

  /// Returns the bounds of the node's own painting, and their visible part.
  func ownAndLocalBounds(_ i: Int) -> (own: PixelRect, local: PixelRect) {
    let plain = Self.ownBounds(properties[i].value, box: box(i), scale: environment.scale)
    guard let area = contentArea(i), !plain.contains(area) else { return (plain, plain) }
    return (plain.union(area), properties[i].value.clipsToBounds ? plain.union(area.intersection(box(i))) : plain.union(area))
  }
}

extension PixelRect {
  func moved(_ x: Int, _ y: Int) -> PixelRect { PixelRect(x: self.x + x, y: self.y + y, width: width, height: height) }
}

extension PaintContents {
  /// Returns the pixels that the content covers in the box `shown`, for a node whose layout box is `laidOut`; nil if there are none.
  func area(in shown: PixelRect, laidOut: PixelRect, _ environment: EnvironmentValues) -> PixelRect? {
    guard shown != laidOut else { return rect(at: laidOut) }
    switch self {
    case .none, .pending: return nil
    case .buffer(let contents): return contents.placement(in: shown, environment).covered
    case .direct(let contents): return contents.rect(shownIn: shown)
    }
  }
}

extension NodeContents {
  /// Returns the place of the picture while the node is shown in a box of another size. The picture is stretched, or keeps its size at the
  /// leading corner.
  func placement(in shown: PixelRect, _ environment: EnvironmentValues) -> (rect: Rect, covered: PixelRect, isStretched: Bool) {
    if keepsSize || boxWidth == shown.width && boxHeight == shown.height || boxWidth <= 0 || boxHeight <= 0 {
      let x = keepsSize && environment.direction == .rtl ? shown.maxX - boxWidth : shown.x
      let at = PixelRect(x: x + offsetX, y: shown.y + offsetY, width: width, height: height)
      return (Rect(at), at, false)
    }
    let (sx, sy) = (Double(shown.width) / Double(boxWidth), Double(shown.height) / Double(boxHeight))
    let rect = Rect(
      Double(shown.x) + Double(offsetX) * sx, Double(shown.y) + Double(offsetY) * sy, Double(width) * sx,
      Double(height) * sy)
    return (rect, rect.covering(scale: 1), true)
  }
}
