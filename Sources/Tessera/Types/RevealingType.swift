public import TesseraGeometry

/// A node type that scrolls content into view when the focus moves.
public protocol RevealingType: NodeType {
  /// Scrolls an area into view that keys have focused. Frame loop, no lock held.
  ///
  /// - Parameters:
  ///   - area: its laid-out position, in the coordinates of the node's box, logical units, without scrolling.
  ///   - node: the node that scrolls it.
  /// - Returns: Its future position in the box.
  static func reveal(_ area: Rect, in node: Node<Self>) -> Rect

  /// Scrolls on when a key finds nothing more to focus in that direction. Frame loop, no lock held. Returns whether there is more content. Default:
  /// false.
  static func scrollOn(_ direction: FocusDirection, in node: Node<Self>) -> Bool

  /// Whether a touch of the node's content may start to scroll. The touched node delays its pressed look then. Any thread, no lock held. Default:
  /// true.
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
  /// Whether a touch of the node may start to scroll, because a node above scrolls (``RevealingType/delaysPresses(in:)``). Any thread.
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
