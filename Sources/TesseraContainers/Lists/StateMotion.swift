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
