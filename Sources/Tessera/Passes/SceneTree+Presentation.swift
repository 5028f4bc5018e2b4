internal import TesseraGeometry

// Where nodes are seen, which is not where they were laid out while they move. All of this belongs to the loop.

extension SceneTree {
  /// The node's box as it is shown, in its own space.
  func box(_ i: Int) -> PixelRect { presentations[i]?.box(boxes[i]) ?? boxes[i] }

  /// The node's box as it is shown, logical units, in its own space.
  func shownFrame(_ i: Int) -> Rect {
    guard let shown = presentations[i], shown.width != 0 || shown.height != 0 else { return frames[i] }
    let scale = environment.scale
    let size = Size(
      max(0, frames[i].width + Double(shown.width) / scale), max(0, frames[i].height + Double(shown.height) / scale))
    return Rect(origin: frames[i].origin, size: size)
  }

  /// Whether a node is shown through a transform, its own or that of an effect.
  var showsTransforms: Bool { hasTransforms || movesTransforms || presentations.hasScale }

  /// Whether what lies beneath a node is shown blurred, or magnified.
  var showsBackdrops: Bool { showsBackdropBlur || !lenses.isEmpty }

  /// Whether what lies beneath a node is shown blurred.
  var showsBackdropBlur: Bool { hasBackdropBlur || movesBackdropBlur || departures.values.contains { $0.contains { $0.blurReach > 0 } } }

  /// Whether the node is on the screen, or still leaving it.
  func isShown(_ i: Int) -> Bool {
    scroller[i] >= 0 ? states[i].range >= .display : isOnScreen[i] || !lingers.isEmpty && lingers.contains(i)
  }

  /// The pixels that the node's content covers, in its own space; nil where there are none.
  func contentArea(_ i: Int) -> PixelRect? { contents[i].area(in: box(i), laidOut: boxes[i], environment(of: i)) }

  /// An area in the space of the node's box, in the space of its parent's: its transform applied, then moved as it is shown.
  func placed(_ bounds: PixelRect, _ i: Int) -> PixelRect {
    let mapped = Self.mapped(bounds, by: transform(i))
    guard let shown = shown(i) else { return mapped }
    return mapped.moved(shown.x, shown.y)
  }

  /// The part of an area in the space of node `i`'s box that is seen on the screen: what a node above scrolls out of its box is not.
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

  /// How node `i` is shown, scrolled by what is above it included; nil: as it was laid out.
  func shown(_ i: Int) -> Presentation? { presentations[i].scrolled(by: scrolls, above: Int(parent[i])).placed(i, by: placements) }

  /// Shows the subnodes of node `i` `x` and `y` device pixels away from where they were laid out. Damages nothing. Costs the number of subnodes.
  func scroll(_ i: Int, x: Int, y: Int) {
    let before = scrolls[i] ?? .identity
    guard before.x != x || before.y != y else { return }
    scrolls.set(i, Presentation(x: x, y: y), count: count)
    boundsAreLoose = true
    var child = i + 1
    while child < Int(end[i]) {
      subtreeBounds[child] = subtreeBounds[child].moved(x - before.x, y - before.y)
      runs.noteChange(child)
      // What is not cut off at the edge may be anywhere.
      if !properties[i].value.clipsToBounds { include(subtreeBounds[child], in: i) }
      child = Int(end[child])
    }
  }

  /// Shows a subnode of a node that scrolls its subnodes elsewhere, or more or less of it. Damages nothing. Constant time, but for what is above.
  func placeSubnode(_ i: Int, _ placement: Presentation?) {
    let before = placements[i] ?? .identity
    let after = placement ?? .identity
    guard before != after else { return }
    placements.set(i, placement, count: count)
    boundsAreLoose = true
    subtreeBounds[i] = subtreeBounds[i].moved(after.x - before.x, after.y - before.y)
    runs.noteChange(i)
    let above = Int(parent[i])
    if above >= 0 { include(subtreeBounds[i], in: above) }
  }

  /// Whether the node or one above it is out of reach for touches and for keys that move the focus.
  func isInert(_ i: Int) -> Bool {
    guard !inert.isEmpty else { return false }
    var at = i
    while at >= 0 {
      if inert.contains(at) { return true }
      at = Int(parent[at])
    }
    return false
  }

  /// Shows node `i`, with all below it, otherwise than it was laid out, or (identity) as it was, and keeps the bounds right. Nothing is laid out
  /// or drawn for it.
  ///
  /// Damages nothing: the caller damages the node's subtree bounds on the screen before and after. Costs the depth of the tree. Bounds of the nodes above only grow: those that must not are found anew before the next composite, where `boundsAreLoose`.
  func present(_ i: Int, as shown: Presentation) {
    let before = presentations[i] ?? .identity
    presentations.set(i, shown, count: count)
    boundsAreLoose = true
    if before.width != shown.width || before.height != shown.height { findOwnBounds(i) }
    placeBounds(i)
  }

  /// Keeps the bounds right after the transform of node `i`, or (`own`) what it paints itself, has changed without a layout.
  func placeChanged(_ i: Int, own: Bool) {
    boundsAreLoose = true
    if own { findOwnBounds(i) }
    placeBounds(i)
  }

  /// Finds the bounds of a node whose presentation was set in the table.
  func placePresented(_ i: Int) {
    boundsAreLoose = true
    findOwnBounds(i)
    placeBounds(i)
  }

  /// Finds what the node paints itself and, of what is below it, the bounds known.
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

  /// Carries the bounds of node `i` into its parent's space, and lets those above it grow.
  private func placeBounds(_ i: Int) {
    subtreeBounds[i] = placed(localBounds[i], i)
    runs.noteChange(i)
    let above = Int(parent[i])
    if above >= 0 { include(subtreeBounds[i], in: above) }
  }

  /// Lets the bounds of node `i`, and of those above it, hold an area in its space that something below it paints.
  func include(_ area: PixelRect, in i: Int) {
    var at = i
    var added = area
    while at >= 0 {
      added = seen(added, in: at)
      if localBounds[at].contains(added) { return }
      localBounds[at] = localBounds[at].union(added)
      subtreeBounds[at] = placed(localBounds[at], at)
      runs.noteChange(at)
      added = subtreeBounds[at]
      at = Int(parent[at])
    }
  }

  /// The part of an area below node `i` that the node lets be seen.
  func seen(_ area: PixelRect, in i: Int) -> PixelRect {
    properties[i].value.clipsToBounds ? area.intersection(box(i)) : area
  }

  /// What the node paints itself, and the part of it that is seen.
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
  /// The pixels that the content covers in the box `shown`, where the node was laid out in `laidOut`; nil where there are none.
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
  /// Where the picture goes while the node is shown in another box than it was drawn for: stretched with it, or of its own size at the corner
  /// where lines start.
  func placement(in shown: PixelRect, _ environment: EnvironmentValues) -> (rect: Rect, covered: PixelRect, isStretched: Bool) {
    if keepsSize || boxWidth == shown.width && boxHeight == shown.height || boxWidth <= 0 || boxHeight <= 0 {
      let x = keepsSize && environment.direction == .rtl ? shown.maxX - boxWidth : shown.x
      let at = PixelRect(x: x + offsetX, y: shown.y + offsetY, width: buffer.width, height: buffer.height)
      return (Rect(at), at, false)
    }
    let (sx, sy) = (Double(shown.width) / Double(boxWidth), Double(shown.height) / Double(boxHeight))
    let rect = Rect(
      Double(shown.x) + Double(offsetX) * sx, Double(shown.y) + Double(offsetY) * sy, Double(buffer.width) * sx,
      Double(buffer.height) * sy)
    return (rect, rect.covering(scale: 1), true)
  }
}
