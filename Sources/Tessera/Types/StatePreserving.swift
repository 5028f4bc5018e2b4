/// A node type that holds something that only the node knows, because a person made it so: how far a list is scrolled, what was typed.
///
/// Whoever takes nodes apart and makes them again later, such as a screen that gave up its content or a list whose rows leave the screen, asks for it
/// and gives it back.
public protocol StatePreserving: NodeType {
  /// What is to be kept; nil: nothing, it is as it was made. Any thread.
  var preservedState: AttributeValue? { get }
  /// Takes it over, before the first layout. What does not fit is ignored.
  mutating func restore(_ state: AttributeValue)
}

extension AnyNode {
  /// What the node alone knows, where its type is ``StatePreserving`` and there is something; else nil. Any thread.
  public var preservedState: AttributeValue? { (self as? any PreservingNode)?.kept }

  /// Gives back what ``preservedState`` gave. Any thread.
  public func restoreState(_ state: AttributeValue) { (self as? any PreservingNode)?.take(state) }
}

private protocol PreservingNode {
  var kept: AttributeValue? { get }
  func take(_ state: AttributeValue)
}

extension Node: PreservingNode where Value: StatePreserving {
  fileprivate var kept: AttributeValue? { value.preservedState }
  fileprivate func take(_ state: AttributeValue) { update { $0.restore(state) } }
}
