/// A requested move of the focus, the argument of ``AnyNode/focusMoveRule``.
public struct FocusMove: Sendable {
  /// The focused node, or nil.
  public let from: AnyNode?
  /// The node that would take the focus.
  public let to: AnyNode
  /// The key that moves it; nil if the program or a touch does.
  public let direction: FocusDirection?
}
