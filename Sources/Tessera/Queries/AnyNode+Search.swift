// Search for nodes: downwards, upwards, and for the closest common ancestor.

extension AnyNode {
  /// The node and all nodes below it, for `for` loops, `first(where:)`, `filter`. Any thread.
  public func walk(_ order: NodeWalk.Order = .depthFirst) -> NodeWalk { NodeWalk(start: self, order: order, includesStart: true) }

  /// All nodes below the node, without itself. Any thread.
  public func descendants(_ order: NodeWalk.Order = .depthFirst) -> NodeWalk {
    NodeWalk(start: self, order: order, includesStart: false)
  }

  /// Returns the first node of a type at or below this one, depth first, or nil: `screen.find(Text.self) { $0.string == "Save" }`. Any thread.
  ///
  /// - Parameters:
  ///   - type: the node type.
  ///   - predicate: whether a node matches.
  public func find<Value: NodeType>(_ type: Value.Type, where predicate: (Node<Value>) -> Bool = { _ in true }) -> Node<
    Value
  >? {
    for case let node as Node<Value> in walk() where predicate(node) { return node }
    return nil
  }

  /// Returns all nodes of a type at or below this one, depth first. Any thread.
  ///
  /// - Parameters:
  ///   - type: the node type.
  ///   - predicate: whether a node matches.
  public func findAll<Value: NodeType>(
    _ type: Value.Type, where predicate: (Node<Value>) -> Bool = { _ in true }
  ) -> [Node<Value>] {
    walk().compactMap { $0 as? Node<Value> }.filter(predicate)
  }

  /// The nodes above, nearest first: the parent, its parent, up to the root. Any thread.
  public var supernodes: SupernodeChain { SupernodeChain(current: supernode) }

  /// Returns the nearest node of a type above this one, or nil. Any thread.
  ///
  /// - Parameters:
  ///   - type: the node type.
  ///   - includingSelf: whether the search begins with the node itself.
  ///   - predicate: whether a node matches.
  public func supernode<Value: NodeType>(
    of type: Value.Type, includingSelf: Bool = false, where predicate: (Node<Value>) -> Bool = { _ in true }
  ) -> Node<Value>? {
    for case let node as Node<Value> in SupernodeChain(current: includingSelf ? self : supernode) where predicate(node) { return node }
    return nil
  }

  /// The topmost node of the tree; the node itself if it has no parent. Any thread.
  public var treeRoot: AnyNode {
    var top = self
    while let above = top.supernode { top = above }
    return top
  }

  /// Returns whether the node is `node` or below it. Any thread.
  public func isAtOrBelow(_ node: AnyNode) -> Bool { SupernodeChain(current: self).contains { $0 === node } }

  /// Returns the lowest node that contains both nodes, which may be one of the two; nil for nodes of two trees. Any thread.
  public func closestCommonAncestor(with other: AnyNode) -> AnyNode? {
    let own = Set(SupernodeChain(current: self))
    return SupernodeChain(current: other).first { own.contains($0) }
  }

  /// The path from the root to the node for messages, as "box `root` > scroll > text `title`". Any thread.
  public var ancestry: String { ([self] + Array(supernodes)).reversed().map(\.description).joined(separator: " > ") }
}
