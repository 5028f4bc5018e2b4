/// A node type that can do what its first draw needs before the first layout has ended, such as decoding a picture into a cache.
public protocol PreparingType: NodeType {
  /// Does what takes long and will be needed by the first draw. Any thread but the frame loop, at the start of a stage and while the first layout
  /// runs, for nodes whose style says their size in points: the size of `context` is what the style says, and the layout may give another. What fails
  /// here says so when it is drawn.
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
  /// What prepares the first draw of what the node shows now, where its type does; else nil.
  final func makePreparation() -> (@Sendable (DrawContext) -> Void)? { hooks.preparing?.preparation(erased: self) }
}
