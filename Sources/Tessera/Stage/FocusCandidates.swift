internal import TesseraGeometry

// Focusable nodes and their visible areas. Frame loop.

extension PaintTree {
  /// Focusable node.
  struct FocusCandidate {
    let index: Int
    /// Visible area on the screen, device pixels; beyond the edge of a viewport that can scroll it into view.
    let area: Rect
  }

  /// Returns the focusable nodes in the subtree of `top`, in tree order.
  ///
  /// - Parameters:
  ///   - isSettled: whether to use layout places instead of animated ones.
  ///   - isOpen: whether nodes that are scrolled out of a viewport count if it can scroll them into view.
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

  /// Returns whether the node itself can receive the focus.
  private func isReachable(_ i: Int, _ isSettled: Bool) -> Bool {
    let p = properties[i].value
    return !p.isHidden && p.isInteractive && p.opacity > 0 && placements[i]?.opacity != 0
      && (isSettled || presentations[i]?.opacity != 0) && !inert.contains(i)
  }

  /// Returns the visible area of node `i`'s focused part; nil if it is invisible and cannot be scrolled into view.
  private func focusArea(_ i: Int, _ isSettled: Bool, isOpen: (Int) -> Bool) -> Rect? {
    var area = ownFocusArea(i, settled: isSettled)
    var at = i
    var wasOpen = false
    while at >= 0 {
      area = isSettled ? settled(area, at) : placed(area, at)
      let above = Int(parent[at])
      guard above >= 0 else { break }
      if nodes[above].scrollsSubnodes, !nodes[above].revealsSubnodes {
        // A covered screen, or a page that is not current.
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

  /// Returns the focused part of node `i`, in the space of its box.
  func ownFocusArea(_ i: Int, settled isSettled: Bool = false) -> PixelRect {
    let origin = isSettled ? boxes[i] : box(i)
    guard let part = nodes[i].focusArea?.rect, part.isFinite else { return origin }
    let scale = environment.scale
    let rect = Rect(
      Double(origin.x) + part.minX * scale, Double(origin.y) + part.minY * scale, part.width * scale, part.height * scale)
    let area = rect.covering(scale: 1)
    guard nodes[i].revealsSubnodes else { return area }
    // The part is still being scrolled into view.
    let seen = area.intersection(origin)
    return seen.isEmpty ? origin : seen
  }

  /// Converts an area from the space of the node's box to that of its parent's, in the state after all animations.
  private func settled(_ area: PixelRect, _ i: Int) -> PixelRect {
    let own = properties[i].value
    let mapped = Self.mapped(
      area, by: Self.transform(own.transform, about: own.transformAnchor, box: boxes[i], scale: environment.scale))
    guard let shown = Presentation?.none.scrolled(by: scrolls, above: Int(parent[i])).placed(i, by: placements) else { return mapped }
    return mapped.moved(shown.x, shown.y)
  }

  /// Returns the node's box in the space of its parent's, in the state after all animations.
  func settledBox(_ i: Int) -> PixelRect { settled(boxes[i], i) }

  /// Returns the ancestors of `i`, innermost first.
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
