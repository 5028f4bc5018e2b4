/// The nodes of a subtree in order. Lazy: a node's subnodes are read when the walk reaches them, so a walk that ends early only pays for the nodes it
/// has visited. Any thread; the tree may change during the walk.
public struct NodeWalk: Sequence, Sendable {
  /// Order of a walk.
  public enum Order: Sendable, Hashable, CaseIterable {
    /// A node, then everything below its first subnode, then its second: the painting order of the tree.
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
    /// Depth first: a stack with the next node last. Breadth first: a queue from `head` on.
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
