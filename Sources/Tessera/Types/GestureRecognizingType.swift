/// A node type whose nodes all watch gestures.
public protocol GestureRecognizingType: NodeType {
  /// The gestures that every node of this type watches; made anew for each node, when it is touched first. What they tell names the node.
  static var recognizers: [GestureRecognizer] { get }
}

extension AnyNode {
  func makeRecognizers() -> [GestureRecognizer] { hooks.gestureRecognizing?.recognizers ?? [] }
}
