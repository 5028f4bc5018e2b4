/// A node type whose nodes are elements for screen readers and other assistive programs.
public protocol AccessibleType: NodeType {
  /// Returns the current semantics of a node, from its value and storage. Any thread, no lock held. Default: nothing.
  ///
  /// Changes of the value, and changes that request layout, drawing or scrolling, are tracked. After any other change call ``AnyNode/setNeedsSemantics()``.
  static func semantics(of node: Node<Self>) -> NodeSemantics

  /// Returns the parts of a node that are separate elements, in reading order. Any thread, no lock held. Default: none.
  static func semanticsParts(of node: Node<Self>) -> [SemanticsPart]

  /// Returns semantics of a direct subnode, such as its place in a list. They fill members that the subnode's type and the program leave unset; the role
  /// also replaces `text` and `group`. Any thread, no lock held. Default: nothing.
  static func semantics(ofSubnode subnode: AnyNode, in node: Node<Self>) -> NodeSemantics

  /// Performs an action on the part whose key is `part`, or on the node if `part` is nil. Frame loop, no lock held. Returns whether the action was performed.
  /// Default: false.
  static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Self>) -> Bool

  /// Performs an action on a direct subnode whose type did not. Frame loop, no lock held. Returns whether the action was performed. Default: false.
  static func perform(_ action: SemanticsAction, onSubnode subnode: AnyNode, of node: Node<Self>) -> Bool
}

extension AccessibleType {
  public static func semantics(of node: Node<Self>) -> NodeSemantics { NodeSemantics() }
  public static func semanticsParts(of node: Node<Self>) -> [SemanticsPart] { [] }
  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Self>) -> Bool { false }

  public static func semantics(ofSubnode subnode: AnyNode, in node: Node<Self>) -> NodeSemantics { NodeSemantics() }
  public static func perform(_ action: SemanticsAction, onSubnode subnode: AnyNode, of node: Node<Self>) -> Bool { false }

  static func semantics(erased node: AnyNode) -> NodeSemantics { semantics(of: typed(node)) }
  static func semanticsParts(erased node: AnyNode) -> [SemanticsPart] { semanticsParts(of: typed(node)) }
  static func perform(_ action: SemanticsAction, onPart part: Int?, erased node: AnyNode) -> Bool {
    perform(action, onPart: part, of: typed(node))
  }
  static func semantics(ofSubnode subnode: AnyNode, erased node: AnyNode) -> NodeSemantics {
    semantics(ofSubnode: subnode, in: typed(node))
  }
  static func perform(_ action: SemanticsAction, onSubnode subnode: AnyNode, erased node: AnyNode) -> Bool {
    perform(action, onSubnode: subnode, of: typed(node))
  }
}
