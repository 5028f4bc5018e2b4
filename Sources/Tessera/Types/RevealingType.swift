public import TesseraGeometry

/// A node type that brings what was scrolled out of its box into view, for whoever moves the focus.
public protocol RevealingType: NodeType {
  /// Brings an area into view that keys gave the focus. Frame loop, no lock held.
  ///
  /// - Parameters:
  ///   - area: where it was laid out, in the coordinates of the node's box, logical units: scrolling left out.
  ///   - node: the node that scrolls it.
  /// - Returns: Where in the box it will be seen.
  static func reveal(_ area: Rect, in node: Node<Self>) -> Rect

  /// Moves the content on, where a key finds nothing more that way. Frame loop, no lock held. Returns whether there is more. Default: false.
  static func scrollOn(_ direction: FocusDirection, in node: Node<Self>) -> Bool

  /// Whether a finger that comes down on what the node holds may be about to scroll: what it touches waits before it looks pressed. Any thread, no lock
  /// held. Default: true.
  static func delaysPresses(in node: Node<Self>) -> Bool
}

extension RevealingType {
  public static func scrollOn(_ direction: FocusDirection, in node: Node<Self>) -> Bool { false }
  public static func delaysPresses(in node: Node<Self>) -> Bool { true }

  static func reveal(_ area: Rect, erased node: AnyNode) -> Rect { reveal(area, in: typed(node)) }
  static func scrollOn(_ direction: FocusDirection, erased node: AnyNode) -> Bool { scrollOn(direction, in: typed(node)) }
  static func delaysPresses(erased node: AnyNode) -> Bool { delaysPresses(in: typed(node)) }
}

extension AnyNode {
  /// Whether a finger that comes down on the node may be about to scroll: a node above scrolls (``RevealingType/delaysPresses(in:)``). Any thread.
  public var isInScrollingContent: Bool {
    var above = supernode
    while let node = above {
      if node.hooks.revealing?.delaysPresses(erased: node) ?? false { return true }
      above = node.supernode
    }
    return false
  }

  var revealsSubnodes: Bool { hooks.revealing != nil }
  func reveal(_ area: Rect) -> Rect { hooks.revealing?.reveal(area, erased: self) ?? area }
  func scrollOn(_ direction: FocusDirection) -> Bool { hooks.revealing?.scrollOn(direction, erased: self) ?? false }
}
