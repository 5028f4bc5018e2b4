/// A node type that animates its changes of state by default: a control that is disabled, an item that is released.
public protocol StateMotionType: NodeType {
  /// Returns the default animation of a change from `old` to `new` (which differ), used if neither ``animate(_:_:)`` nor ``AnyNode/motion`` names
  /// one; nil: no animation. It moves attributes, and the properties that the type adjusts (``PropertyAdjustingType``). Any thread, no lock held.
  static func stateMotion(from old: Self, to new: Self) -> Motion?
}

extension StateMotionType {
  /// - Parameters:
  ///   - old: the former value, which is of this type.
  ///   - new: the new value, which is of this type.
  static func stateMotion<Value>(from old: Value, to new: Value) -> Motion? {
    guard let old = old as? Self, let new = new as? Self else { return nil }
    return stateMotion(from: old, to: new)
  }
}
