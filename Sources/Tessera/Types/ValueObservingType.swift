/// A node type that acts after its nodes were given a value.
public protocol ValueObservingType: NodeType {
  /// Called after a node was created with a value, and after each assignment, even of an equal value. Any thread, also while a layout names the node;
  /// no lock held.
  static func valueDidChange(_ node: Node<Self>)
}

extension ValueObservingType {
  static func valueDidChange(erased node: AnyNode) { valueDidChange(typed(node)) }
}
