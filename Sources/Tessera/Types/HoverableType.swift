public import TesseraGeometry

/// A node type that shows where a pointer is while no button is held: a button, a list of items that can be pressed.
public protocol HoverableType: NodeType {
  /// Called on the frame loop when the pointer came over the node or moved there, when what is beneath a resting pointer moved, and when the pointer is gone. Not
  /// called by touches of fingers.
  ///
  /// - Parameters:
  ///   - node: the node.
  ///   - location: where the pointer is, logical units of the node's box; nil: not here any more, and what is returned does not matter.
  /// - Returns: `handled` where the node takes the pointer; nodes above are then not asked.
  static func hover(_ node: Node<Self>, at location: Point?) -> EventResponse
}

extension HoverableType {
  static func hover(erased node: AnyNode, at location: Point?) -> EventResponse { hover(typed(node), at: location) }
}

extension AnyNode {
  /// Tells the node where the pointer is.
  func hover(at location: Point?) -> EventResponse { hooks.hoverable?.hover(erased: self, at: location) ?? .ignored }
}
