/// A node type that can prepare its first draw before the first layout has ended, for example by decoding a picture into a cache.
public protocol PreparingType: NodeType {
  /// Does slow work for the first draw. Any thread but the frame loop, at the start of a stage and while the first layout runs, for nodes whose style
  /// has a size in points. The size of `context` is that of the style, and the layout may assign another. Errors must be reported by the draw.
  func prepare(in context: DrawContext)
}

extension PreparingType {
  static func preparation(erased node: AnyNode) -> @Sendable (DrawContext) -> Void {
    let (value, storage) = (typed(node).value, typed(node).storage)
    let environment = node.lock.withLock { node.state.environment }
    return { value.prepare(in: $0.with(storage).inheriting(environment)) }
  }
}

extension AnyNode {
  /// Returns a function that prepares the first draw of the current content; nil if the type has no preparation.
  final func makePreparation() -> (@Sendable (DrawContext) -> Void)? { hooks.preparing?.preparation(erased: self) }
}
