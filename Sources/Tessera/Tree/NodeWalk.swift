/// The nodes of a subtree, one after the other. Lazy: a node's subnodes are read when the walk comes to them, so a walk that ends early costs what it
/// has seen. Any thread; the tree may change meanwhile.
public struct NodeWalk: Sequence, Sendable {
  /// Which node comes next.
  public enum Order: Sendable, Hashable, CaseIterable {
    /// A node, then everything below its first subnode, then its second: the order in which the tree is painted.
    case depthFirst
    /// Level by level.
    case breadthFirst
  }

  let start: AnyNode
  let order: Order
  let includesStart: Bool

  /// Makes an iterator.
  public func makeIterator() -> Iterator { Iterator(self) }

  /// Visits the nodes in order.
  public struct Iterator: IteratorProtocol {
    private let order: Order
    /// Depth first: a stack, whose last comes next. Breadth first: a queue from `head` on.
    private var pending: [AnyNode]
    private var head = 0

    init(_ walk: NodeWalk) {
      order = walk.order
      pending = [walk.start]
      if !walk.includesStart { _ = next() }
    }

    /// The next node; nil at the end.
    public mutating func next() -> AnyNode? {
      switch order {
      case .depthFirst:
        guard let node = pending.popLast() else { return nil }
        pending.append(contentsOf: node.subnodes.reversed())
        return node
      case .breadthFirst:
        guard head < pending.count else { return nil }
        let node = pending[head]
        head += 1
        if head > 256, head * 2 > pending.count {
          pending.removeFirst(head)
          head = 0
        }
        pending.append(contentsOf: node.subnodes)
        return node
      }
    }
  }
}

/// The nodes above a node, nearest first. Lazy; any thread.
public struct SupernodeChain: Sequence, IteratorProtocol, Sendable {
  var current: AnyNode?

  /// The next node upwards; nil above the root.
  public mutating func next() -> AnyNode? {
    defer { current = current?.supernode }
    return current
  }
}
