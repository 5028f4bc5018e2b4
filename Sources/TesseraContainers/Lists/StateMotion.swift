internal import Tessera

extension AnyNode {
  /// Sets a property that shows the state of an item. A highlight appears immediately. It fades by ``StandardMotion/release`` when it is
  /// removed, unless a transaction or the node sets a motion. Any thread.
  ///
  /// - Parameters:
  ///   - new: new value.
  ///   - path: property to set.
  ///   - isGone: whether the item is no longer highlighted.
  ///   - isHoverChange: whether only a pointer causes the change (``StandardMotion/hover``).
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
  /// Marks whether a pointer is over the node.
  /// - Parameters:
  ///   - isOver: whether a pointer is over it.
  ///   - opacity: opacity of the node while the pointer is over it, 0...1.
  /// - Returns: `.handled` if the pointer is over it.
  func showHover(_ isOver: Bool, _ opacity: Double) -> EventResponse {
    show(isOver ? opacity : 1, \.opacity, isGone: !isOver, isHoverChange: true)
    return isOver ? .handled : .ignored
  }
}
