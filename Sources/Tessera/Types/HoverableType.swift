public import TesseraGeometry

/// A node type that shows where a pointer is while no button is held: a button, a list of pressable items.
public protocol HoverableType: NodeType {
  /// Called on the frame loop when the pointer enters the node, moves in it or leaves it, and when content under a resting pointer moves. Not called
  /// for touches of fingers.
  ///
  /// - Parameters:
  ///   - node: the node.
  ///   - location: pointer position, logical units of the node's box; nil if the pointer has left. The result is ignored then.
  /// - Returns: `handled` if the node takes the pointer; nodes above are not called then.
  static func hover(_ node: Node<Self>, at location: Point?) -> EventResponse
}

extension HoverableType {
  static func hover(erased node: AnyNode, at location: Point?) -> EventResponse { hover(typed(node), at: location) }
}

extension AnyNode {
  /// Reports the pointer position to the node.
  func hover(at location: Point?) -> EventResponse {
    let response = hooks.hoverable?.hover(erased: self, at: location) ?? .ignored
    return response == .handled ? response : handleHover(location != nil)
  }
}
