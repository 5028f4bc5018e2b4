internal import TesseraGeometry

// Which nodes can have the focus, and where these are seen. Frame loop.

extension SceneTree {
  /// A node that can have the focus.
  struct FocusCandidate {
    let index: Int
    /// Where it is seen on the screen, device pixels; beyond the edge of what would scroll it into view.
    let area: Rect
  }

  /// The nodes below `top` (it included) that can have the focus, in the order of the tree.
  ///
  /// - Parameters:
  ///   - isSettled: whether nodes count where the layout put them, wherever they are seen on their way there.
  ///   - isOpen: whether what a scrolling node has scrolled out of its window counts, where it could be brought into view.
  func focusCandidates(below top: Int, settled isSettled: Bool = false, isOpen: (Int) -> Bool) -> [FocusCandidate] {
    var result: [FocusCandidate] = []
    var i = top
    while i < Int(end[top]) {
      guard isReachable(i, isSettled) else {
        i = Int(end[i])
        continue
      }
      if nodes[i].canFocus, let area = focusArea(i, isSettled, isOpen: isOpen) { result.append(FocusCandidate(index: i, area: area)) }
      i += 1
    }
    return result
  }

  /// Whether nothing at the node itself keeps keys away.
  private func isReachable(_ i: Int, _ isSettled: Bool) -> Bool {
    let p = properties[i].value
    return !p.isHidden && p.isInteractive && p.opacity > 0 && placements[i]?.opacity != 0
      && (isSettled || presentations[i]?.opacity != 0) && !inert.contains(i)
  }

  /// Where the part of node `i` that the focus is on is seen; nil where it is not, and cannot be brought into view.
  private func focusArea(_ i: Int, _ isSettled: Bool, isOpen: (Int) -> Bool) -> Rect? {
    var area = ownFocusArea(i, settled: isSettled)
    var at = i
    var wasOpen = false
    while at >= 0 {
      area = isSettled ? settled(area, at) : placed(area, at)
      let above = Int(parent[at])
      guard above >= 0 else { break }
      if nodes[above].scrollsSubnodes, !nodes[above].revealsSubnodes {
        // A screen that is covered, a page that is away.
        guard isSeen(at) else { return nil }
      }
      if nodes[above].revealsSubnodes, isOpen(above) {
        wasOpen = true
        at = above
        continue
      }
      if properties[above].value.clipsToBounds {
        area = area.intersection(isSettled ? boxes[above] : box(above))
        guard !area.isEmpty else { return nil }
      }
      at = above
    }
    return area.isEmpty || !wasOpen && !area.intersects(viewport) ? nil : Rect(area)
  }

  /// The part of node `i` that the focus is on, in the space of its box.
  func ownFocusArea(_ i: Int, settled isSettled: Bool = false) -> PixelRect {
    let origin = isSettled ? boxes[i] : box(i)
    guard let part = nodes[i].focusArea?.rect, part.isFinite else { return origin }
    let scale = environment.scale
    let rect = Rect(
      Double(origin.x) + part.minX * scale, Double(origin.y) + part.minY * scale, part.width * scale, part.height * scale)
    let area = rect.covering(scale: 1)
    guard nodes[i].revealsSubnodes else { return area }
    // What it is scrolling to is still on its way.
    let seen = area.intersection(origin)
    return seen.isEmpty ? origin : seen
  }

  /// An area in the space of the node's box, in that of its parent's, as it will be when nothing is on its way any more.
  private func settled(_ area: PixelRect, _ i: Int) -> PixelRect {
    let own = properties[i].value
    let mapped = Self.mapped(
      area, by: Self.transform(own.transform, about: own.transformAnchor, box: boxes[i], scale: environment.scale))
    guard let shown = Presentation?.none.scrolled(by: scrolls, above: Int(parent[i])).placed(i, by: placements) else { return mapped }
    return mapped.moved(shown.x, shown.y)
  }

  /// The node's box in the space of its parent's, as it will be when nothing is on its way any more.
  func settledBox(_ i: Int) -> PixelRect { settled(boxes[i], i) }

  /// The nodes above `i`, the innermost first.
  func above(_ i: Int) -> [Int] {
    var result: [Int] = []
    var at = Int(parent[i])
    while at >= 0 {
      result.append(at)
      at = Int(parent[at])
    }
    return result
  }
}
