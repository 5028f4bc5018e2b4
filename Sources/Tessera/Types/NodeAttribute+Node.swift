extension NodeAttribute {
  /// Makes an attribute of a node's storage (``NodeType/Storage``), such as a scroll position. Called on any thread, no lock held.
  ///
  /// - Parameters:
  ///   - name: the name in scene files.
  ///   - kind: accepted values.
  ///   - initial: value of a new node; nil if unset.
  ///   - help: one line for people.
  ///   - getNode: reads it from a node.
  ///   - setNode: writes it to a node.
  public init(
    _ name: String, kind: AttributeKind, initial: AttributeValue?, help: String,
    getNode: @escaping @Sendable (Node<Value>) -> AttributeValue?, setNode: @escaping @Sendable (Node<Value>, AttributeValue) throws -> Void
  ) where Value: NodeType {
    self.name = name
    self.kind = kind
    self.help = help
    get = { _ in initial }
    set = { _, _ in }
    affects = nil
    member = nil
    ofNode = NodeAccess(
      get: { node in (node as? Node<Value>).flatMap(getNode) },
      set: { node, value in if let node = node as? Node<Value> { try setNode(node, value) } })
  }
}
