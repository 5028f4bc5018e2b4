/// A node type that acts when its nodes show another value.
public protocol ValueObservingType: NodeType {
  /// Called once a node has been made with a value, and after it was given one, whether that is another or not. Any thread, also while a layout names the node; no lock held.
  static func valueDidChange(_ node: Node<Self>)
}

extension ValueObservingType {
  static func valueDidChange(erased node: AnyNode) { valueDidChange(typed(node)) }
}
