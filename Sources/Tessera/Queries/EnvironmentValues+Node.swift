extension EnvironmentValues {
  /// Node that the running code belongs to; nil in code of no node.
  ///
  /// ```swift
  /// struct Lamp: NodeType {
  ///   static let typeName = "lamp"
  ///   @Environment(\.node) var node
  ///
  ///   func layout(in context: LayoutContext) -> (any LayoutElement)? {
  ///     Button("Night").onTap { node?.treeRoot.environment[\.theme].mode = .night }
  ///   }
  /// }
  /// ```
  ///
  /// In handlers of elements, and in tasks and timers that they start, it is the node whose `layout` made the element. In handlers that are added to
  /// a node, it is that node. Handlers may change the node and the tree; `layout`, `size` and `draw` must not. It is not inherited, and depends on
  /// the running code alone. Any thread.
  public var node: AnyNode? { StateOwners.ofEnvironment as? AnyNode }
}
