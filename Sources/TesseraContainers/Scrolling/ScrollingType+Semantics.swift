public import Tessera
internal import TesseraGeometry

// Accessibility semantics of scrolling nodes.

extension ScrollingType {
  public static func semantics(of node: Node<Self>) -> NodeSemantics {
    var semantics = NodeSemantics(.scroll)
    semantics.actions = node.scrollActions
    return semantics
  }
}

extension Node where Value: ScrollingType {
  /// Scroll actions that are possible now.
  var scrollActions: [SemanticsAction] {
    let scroll = physics
    guard scroll.isScrollEnabled, scroll.state.metrics != nil else { return [] }
    return Axis.allCases.flatMap { axis -> [SemanticsAction] in
      guard scroll.axisSet.contains(axis), let range = scroll.range(axis) else { return [] }
      let (at, isVertical) = (scroll.destination[axis], axis == .vertical)
      return (at > range.lowerBound + 0.5 ? [.scroll(isVertical ? .up : .left)] : [])
        + (at < range.upperBound - 0.5 ? [.scroll(isVertical ? .down : .right)] : [])
    }
  }
}
