internal import Tessera

extension AnyNode {
  /// Sets a property that shows the state of an item: what marks it is seen at once, and fades by ``StandardMotion/release`` where the mark is gone and
  /// neither a transaction nor the node names a motion. Any thread.
  ///
  /// - Parameters:
  ///   - new: what it is to be.
  ///   - path: the property.
  ///   - isGone: whether nothing marks the item any more.
  ///   - isHoverChange: whether it comes or goes with a pointer alone (``StandardMotion/hover``).
  func show<Value: Equatable>(
    _ new: Value, _ path: WritableKeyPath<NodeProperties, Value>, isGone: Bool, isHoverChange: Bool = false
  ) {
    let properties = self.properties
    guard properties[keyPath: path] != new else { return }
    let hasMotion = Motion.current != nil || properties.motion[path] != nil
    if isGone || isHoverChange, !hasMotion {
      Tessera.animate((isHoverChange ? StandardMotion.hover : .release).motion) { updateProperties { $0[keyPath: path] = new } }
    } else {
      updateProperties { $0[keyPath: path] = new }
    }
  }
}

extension AnyNode {
  /// Marks the node as one that a pointer is over, or not.
  /// - Parameters:
  ///   - isOver: whether it is.
  ///   - opacity: the node's opacity then, 0...1.
  /// - Returns: handled, where the pointer is over it.
  func showHover(_ isOver: Bool, _ opacity: Double) -> EventResponse {
    show(isOver ? opacity : 1, \.opacity, isGone: !isOver, isHoverChange: true)
    return isOver ? .handled : .ignored
  }
}
