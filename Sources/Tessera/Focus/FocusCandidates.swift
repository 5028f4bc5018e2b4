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
  /// - Parameter isOpen: whether what a scrolling node has scrolled out of its window counts, where it could be brought into view.
  func focusCandidates(below top: Int, isOpen: (Int) -> Bool) -> [FocusCandidate] {
    var result: [FocusCandidate] = []
    var i = top
    while i < Int(end[top]) {
      guard isReachable(i) else {
        i = Int(end[i])
        continue
      }
      if nodes[i].canFocus, let area = focusArea(i, isOpen: isOpen) { result.append(FocusCandidate(index: i, area: area)) }
      i += 1
    }
    return result
  }

  /// Whether nothing at the node itself keeps keys away.
  private func isReachable(_ i: Int) -> Bool {
    let p = properties[i].value
    return !p.isHidden && p.isInteractive && p.opacity > 0 && placements[i]?.opacity != 0 && presentations[i]?.opacity != 0
      && !inert.contains(i)
  }

  /// Where the part of node `i` that the focus is on is seen; nil where it is not, and cannot be brought into view.
  private func focusArea(_ i: Int, isOpen: (Int) -> Bool) -> Rect? {
    var area = ownFocusArea(i)
    var at = i
    var wasOpen = false
    while at >= 0 {
      area = placed(area, at)
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
        area = area.intersection(box(above))
        guard !area.isEmpty else { return nil }
      }
      at = above
    }
    return area.isEmpty || !wasOpen && !area.intersects(viewport) ? nil : Rect(area)
  }

  /// The part of node `i` that the focus is on, in the space of its box.
  func ownFocusArea(_ i: Int) -> PixelRect {
    guard let part = nodes[i].focusArea?.rect, part.isFinite else { return box(i) }
    let scale = environment.scale
    let origin = box(i)
    let rect = Rect(
      Double(origin.x) + part.minX * scale, Double(origin.y) + part.minY * scale, part.width * scale, part.height * scale)
    let area = rect.covering(scale: 1)
    guard nodes[i].revealsSubnodes else { return area }
    // What it is scrolling to is still on its way.
    let seen = area.intersection(origin)
    return seen.isEmpty ? origin : seen
  }

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
