/// A node type whose nodes all recognize gestures.
public protocol GestureRecognizingType: NodeType {
  /// Gesture recognizers of each node of this type, created for a node when it is first touched. Their events name the node.
  static var recognizers: [GestureRecognizer] { get }
}

extension AnyNode {
  func makeRecognizers() -> [GestureRecognizer] { hooks.gestureRecognizing?.recognizers ?? [] }
}
