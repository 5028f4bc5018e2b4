public import TesseraGeometry

/// A node type that is hit in a part of its box only: a round dial ignores its corners, and a touch there hits the node below it.
public protocol HitShapedType: NodeType {
  /// Returns whether touches and pointers at `point` hit the node. Frame loop, no lock held; called when a touch begins or a pointer moves.
  ///
  /// It does not restrict subnodes, which are tested first, nor ``AnyNode/hitTestSlop`` outside of the box.
  /// - Parameters:
  ///   - point: location inside the node's box, in its coordinates, logical units.
  ///   - node: the node.
  static func isHit(at point: Point, in node: Node<Self>) -> Bool
}

extension HitShapedType {
  static func isHit(at point: Point, erased node: AnyNode) -> Bool { isHit(at: point, in: typed(node)) }
}

extension AnyNode {
  /// Whether a point of the node's box hits the node.
  func isHit(at point: Point) -> Bool { hooks.hitShaped?.isHit(at: point, erased: self) ?? true }
}
