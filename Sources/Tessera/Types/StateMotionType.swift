/// A node type whose changes of state are seen as motion by themselves: a control that is disabled, an item that is pressed no more.
public protocol StateMotionType: NodeType {
  /// Returns the motion that a change from `old` to `new` (which differ) is seen as where neither ``animate(_:_:)`` nor ``AnyNode/motion`` names one; nil: at
  /// once. It moves attributes, and the properties that the type adjusts (``PropertyAdjustingType``). Any thread, lock held: compare only.
  static func stateMotion(from old: Self, to new: Self) -> Motion?
}

extension StateMotionType {
  /// - Parameter old: the value before, which is of this type.
  static func stateMotion<Value>(from old: Value, erased node: AnyNode) -> Motion? {
    guard let old = old as? Self else { return nil }
    return typed(node).readLocked { stateMotion(from: old, to: $0) }
  }
}
