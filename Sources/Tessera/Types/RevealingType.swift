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
}

extension RevealingType {
  public static func scrollOn(_ direction: FocusDirection, in node: Node<Self>) -> Bool { false }

  static func reveal(_ area: Rect, erased node: AnyNode) -> Rect { reveal(area, in: typed(node)) }
  static func scrollOn(_ direction: FocusDirection, erased node: AnyNode) -> Bool { scrollOn(direction, in: typed(node)) }
}

extension AnyNode {
  var revealsSubnodes: Bool { hooks.revealing != nil }
  func reveal(_ area: Rect) -> Rect { hooks.revealing?.reveal(area, erased: self) ?? area }
  func scrollOn(_ direction: FocusDirection) -> Bool { hooks.revealing?.scrollOn(direction, erased: self) ?? false }
}
