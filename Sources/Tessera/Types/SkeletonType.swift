internal import TesseraGeometry
public import TesseraRender

/// A node type that places the bars of its skeleton, shown until its content is drawn. Other types have one bar in the content's rectangle.
public protocol SkeletonType: NodeType {
  /// Returns rounded bars in place of the content of a box of `context.size`: lines of text, pictures; in the box's coordinates, logical units. Frame
  /// loop, a few times at most. Use known sizes, without shaping or decoding.
  func skeleton(in context: DrawContext) -> [RoundedRect]
}

extension SkeletonType {
  static func skeleton(erased node: AnyNode, in context: DrawContext) -> [RoundedRect] {
    typed(node).value.skeleton(in: context.with(typed(node).storage))
  }
}

extension AnyNode {
  /// Returns bars in place of the node's content; none if it draws nothing.
  final func skeleton(in context: DrawContext) -> [RoundedRect] {
    if descriptor.traits.contains(.drawsNothing) { return [] }
    if let type = hooks.skeleton { return type.skeleton(erased: self, in: context) }
    let radius = min(6, context.contentRect.height / 2, context.contentRect.width / 2)
    return [RoundedRect(context.contentRect, radii: CornerRadii(max(0, radius)))]
  }
}
