/// A node type with state that only the node has, because a person changed it: a scroll position, typed text.
///
/// Code that destroys and recreates nodes saves and restores this state: a screen that unloads its content, a list whose rows leave the screen.
public protocol StatePreserving: NodeType {
  /// Returns the state of `node` to keep; nil if it is in its initial state. Any thread.
  static func preservedState(of node: Node<Self>) -> AttributeValue?
  /// Restores the state, before the first layout. Ignores state that does not fit. Any thread.
  static func restore(_ state: AttributeValue, in node: Node<Self>)
}

extension StatePreserving {
  static func preservedState(erased node: AnyNode) -> AttributeValue? { preservedState(of: typed(node)) }
  static func restore(_ state: AttributeValue, erased node: AnyNode) { restore(state, in: typed(node)) }
}

extension AnyNode {
  /// State that only the node has; nil if its type is not ``StatePreserving`` or it is in its initial state. Any thread.
  public var preservedState: AttributeValue? { hooks.statePreserving?.preservedState(erased: self) }

  /// Restores a state that ``preservedState`` returned. Any thread.
  public func restoreState(_ state: AttributeValue) { hooks.statePreserving?.restore(state, erased: self) }
}
