/// A step of a node from one interface state to the next.
public struct InterfaceStateChange: Sendable, Hashable {
  /// The state before.
  public let old: InterfaceState
  /// The state now.
  public let new: InterfaceState
}
