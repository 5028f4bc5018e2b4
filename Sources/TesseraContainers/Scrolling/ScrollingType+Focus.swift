public import Tessera
public import TesseraGeometry

// Scrolling that follows the focus; loop.

extension ScrollingType {
  public static func reveal(_ area: Rect, in node: Node<Self>) -> Rect {
    let before = node.physics
    guard before.isScrollEnabled else { return area.offset(by: before.destination * -1) }
    node.scrollToVisible(area.offset(by: before.state.origin * -1))
    return area.offset(by: node.physics.destination * -1)
  }

  public static func scrollOn(_ direction: FocusDirection, in node: Node<Self>) -> Bool { node.scrollOn(direction) }
}

extension Node where Value: ScrollingType {
  /// Scrolls by two fifths of the viewport, or to the next snap position. Returns whether it could scroll in that direction.
  func scrollOn(_ direction: FocusDirection) -> Bool {
    let scroll = physics
    guard scroll.isScrollEnabled, let size = scroll.state.metrics?.size else { return false }
    let axis = direction.axis ?? (scroll.axisSet.contains(.vertical) ? .vertical : .horizontal)
    guard scroll.axisSet.contains(axis), let range = scroll.range(axis) else { return false }
    var isForward = direction.isForward
    if direction.axis == nil, axis == .horizontal, scroll.state.origin.x != 0 { isForward.toggle() }
    var target = scroll.destination
    let step = scroll.isPaging ? scroll.settings.pageStride(size[axis]) : max(24, size[axis] * 0.4)
    target[axis] = min(range.upperBound, max(range.lowerBound, target[axis] + (isForward ? step : -step)))
    guard abs(target[axis] - scroll.destination[axis]) > 0.5 else { return false }
    scrollTo(target - scroll.state.origin)
    return true
  }

  private func scrollTo(_ offset: Point) { scroll(to: offset) }
}
