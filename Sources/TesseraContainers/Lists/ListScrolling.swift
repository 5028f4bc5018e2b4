public import Tessera
internal import TesseraGeometry

/// Target position of an element in the viewport.
public enum ListPosition: String, Sendable, CaseIterable, Hashable {
  /// Scrolls as little as needed to make it visible.
  case nearest
  /// At the edge where the list begins, after sticky elements.
  case start
  /// In the middle.
  case center
  /// At the edge where the list ends.
  case end
}

extension Node where Value: ListType {
  /// Scrolls to an element. Any thread.
  ///
  /// The position is estimated if sizes before the element are unknown. They are measured during the movement, so that the element ends at
  /// the exact position. An element that does not exist changes nothing.
  public func scroll(to element: ListElement, at position: ListPosition = .nearest, animated isAnimated: Bool = true) {
    storage.list.setAim(ListAim(element: element, position: position, isAnimated: isAnimated))
    setNeedsRanging()
  }

  /// Scrolls to an item. Any thread.
  public func scroll(to index: ListIndex, at position: ListPosition = .nearest, animated isAnimated: Bool = true) {
    scroll(to: .item(index), at: position, animated: isAnimated)
  }
}

/// Scroll target set by the program. A value.
struct ListAim: Sendable, Equatable {
  var element: ListElement
  var position: ListPosition
  var isAnimated: Bool
  /// Distance from the element's start to the start of the viewport, ignoring covered edges; nil means according to the position.
  var distance: Double?
  /// Whether the movement has begun.
  var isUnderWay = false
}

extension ListStorage {
  /// Keeps the list moving to its target. Loop, no lock held.
  func continueScroll(of list: any ScrollingNode) {
    guard let aim = state.withLock({ $0.aim }) else { return }
    let scroll = list.physics
    guard !scroll.isDragging, let target = state.withLock({ $0.offset(for: aim, scroll) }) else { return setAim(nil) }
    let wanted = scroll.clamped(target.offset)
    let goal = aim.isAnimated ? scroll.destination : scroll.state.offset
    // The user or the program scrolled elsewhere.
    if aim.isUnderWay, aim.isAnimated, !scroll.isMoving, goal != wanted, target.isKnown == false { return setAim(nil) }
    if goal != wanted {
      list.updateScrolling { aim.isAnimated ? $0.lead(to: wanted) : $0.jump(to: wanted) }
      if !aim.isUnderWay { ScrollEvents.scrolledByProgram(list) }
      list.requestTick(after: 0)
    }
    let isThere = wanted == scroll.state.offset && !scroll.isMoving
    state.withLock { state in
      guard state.aim == aim else { return }
      state.aim?.isUnderWay = true
      // Visible content there is measured, so the target no longer moves.
      if isThere, target.isKnown { state.aim = nil }
      if aim.position == .nearest { state.aim?.position = target.position }
    }
  }

}

extension ListState {
  /// Returns the offset at which an element is at its target position.
  func offset(for aim: ListAim, _ scroll: ScrollPhysics) -> (offset: Point, position: ListPosition, isKnown: Bool)? {
    guard let placement = placement, var frame = placement.frame(of: aim.element) else { return nil }
    let axis = layout.axis
    frame = frame.offset(by: shift)
    var (low, high) =
      axis == .vertical ? (scroll.contentInsets.top, scroll.contentInsets.bottom) : (scroll.contentInsets.left, scroll.contentInsets.right)
    // Sticky elements cover it.
    if aim.element.index != nil {
      let section = aim.element.section
      let around = frame.offset(by: shift * -1)
      for place in placement.stickyElements(in: Rect(origin: around.origin, size: viewport)) where place.element == .header(section) {
        low += place.frame.size[axis]
      }
    }
    let length = viewport[axis]
    let offset = scroll.state.offset
    let start = frame.origin[axis] - low
    let end = frame.origin[axis] + frame.size[axis] + high - length
    let isReversed = axis == .horizontal && isRightToLeft
    if isReversed { (low, high) = (high, low) }
    var result = offset
    result[axis.cross] = offsetAcross(offset[axis.cross], toShow: frame, scroll)
    var position = aim.position
    if position == .nearest {
      if offset[axis] <= start, offset[axis] >= end || frame.size[axis] + low + high > length && offset[axis] <= start {
        // Already visible along the axis.
        return (result, .nearest, true)
      }
      position = offset[axis] > start ? (isReversed ? .end : .start) : (isReversed ? .start : .end)
    }
    switch (position, isReversed) {
    case (.start, false), (.end, true), (.nearest, _): result[axis] = start
    case (.end, false), (.start, true): result[axis] = end
    case (.center, _): result[axis] = (start + end) / 2
    }
    if let distance = aim.distance { result[axis] = frame.origin[axis] + distance }
    let seen = Rect(origin: scroll.clamped(result) - shift, size: viewport)
    let isKnown = placement.elements(in: seen).allSatisfy { cells[$0.element]?.size != nil || failed.contains($0.element) }
    return (result, position, isKnown)
  }

  /// Returns the offset across the axis that is nearest to `offset` and shows a frame; `offset` if the content does not scroll there.
  private func offsetAcross(_ offset: Double, toShow frame: Rect, _ scroll: ScrollPhysics) -> Double {
    let cross = layout.axis.cross
    guard layout.scrollAxes.contains(cross) else { return offset }
    let insets = scroll.contentInsets
    let (low, high) = cross == .vertical ? (insets.top, insets.bottom) : (insets.left, insets.right)
    let start = frame.origin[cross] - low
    let end = frame.origin[cross] + frame.size[cross] + high - viewport[cross]
    return end > start ? start : min(start, max(end, offset))
  }
}
