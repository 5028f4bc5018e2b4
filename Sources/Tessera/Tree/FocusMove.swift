/// A move of the focus that is about to be made: what ``AnyNode/focusMoveRule`` is asked about.
public struct FocusMove: Sendable {
  /// The node that has the focus; nil: none.
  public let from: AnyNode?
  /// The node that would get it.
  public let to: AnyNode
  /// The key that moves it; nil where the program or a touch does.
  public let direction: FocusDirection?
}
