public import Tessera

/// A container of one's own whose subnodes are not all visible together, such as a deck of cards: it tells how many user actions each subnode is away.
///
/// Lists and scrolling nodes keep less content ready in a subnode with a depth, as they do on covered screens.
public protocol VisibilityContainerType: NodeType {
  /// Returns the number of user actions until `subnode` can be visible, 0 if it is, within the container. Any thread, no lock held; negative numbers
  /// count as 0.
  static func visibilityDepth(of subnode: AnyNode, in node: Node<Self>) -> Int
}

/// Container with depths, of any type.
protocol VisibilityContainer: AnyNode {
  func depth(of subnode: AnyNode) -> Int
}

extension Node: VisibilityContainer where Value: VisibilityContainerType {
  func depth(of subnode: AnyNode) -> Int { max(0, Value.visibilityDepth(of: subnode, in: self)) }

  /// Updates ranges, and sends ``AnyNode/visibilityDepthChange``, in all subnodes. Call it after depths of subnodes changed. Frame loop.
  ///
  /// - Complexity: linear in the nodes below, times their depth in the tree.
  public func visibilityDepthDidChange() { for subnode in subnodes { subnode.handOnDepth() } }
}

extension AnyNode {
  /// Sent by a node after its ``visibilityDepth`` may have changed: a screen above it was added or removed, or a container changed its order. The
  /// payload is the depth.
  public static let visibilityDepthChange = Signal<Int>("visibilityDepthChange")

  /// Number of user actions until this node can be visible: 0 if none of its screens is covered. Any thread; costs the depth of the tree.
  public var visibilityDepth: Int {
    var depth = 0
    var current: AnyNode? = self
    while let node = current {
      if let screen = node as? ScreenNode { depth += screen.storage.depth }
      current = node.supernode
      if let container = current as? any VisibilityContainer { depth += container.depth(of: node) }
    }
    return depth
  }

  /// Makes containers at and below the node compute their ranges again, and sends the new depths. Frame loop.
  func handOnDepth() {
    var stack = [self]
    while let node = stack.popLast() {
      node.setNeedsRanging()
      if node.hasHandlers(for: AnyNode.visibilityDepthChange) { node.send(AnyNode.visibilityDepthChange, node.visibilityDepth) }
      stack += node.subnodes
    }
  }
}
