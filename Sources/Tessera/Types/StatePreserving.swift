/// A node type that holds something that only the node knows, because a person made it so: how far a list is scrolled, what was typed.
///
/// Whoever takes nodes apart and makes them again later, such as a screen that gave up its content or a list whose rows leave the screen, asks for it
/// and gives it back.
public protocol StatePreserving: NodeType {
  /// What of `node` is to be kept; nil: nothing, it is as it was made. Any thread.
  static func preservedState(of node: Node<Self>) -> AttributeValue?
  /// Takes it over, before the first layout. What does not fit is ignored. Any thread.
  static func restore(_ state: AttributeValue, in node: Node<Self>)
}

extension StatePreserving {
  static func preservedState(erased node: AnyNode) -> AttributeValue? { preservedState(of: typed(node)) }
  static func restore(_ state: AttributeValue, erased node: AnyNode) { restore(state, in: typed(node)) }
}

extension AnyNode {
  /// What the node alone knows, where its type is ``StatePreserving`` and there is something; else nil. Any thread.
  public var preservedState: AttributeValue? { hooks.statePreserving?.preservedState(erased: self) }

  /// Gives back what ``preservedState`` gave. Any thread.
  public func restoreState(_ state: AttributeValue) { hooks.statePreserving?.restore(state, erased: self) }
}
