public import TesseraGeometry

/// A part of a node that is a separate element, such as a link of a text. A value.
public struct SemanticsPart: Sendable, Hashable {
  /// Stable key, unique among the parts of the node.
  public var key: Int
  /// Role, label, value, states and actions.
  public var semantics: NodeSemantics
  /// Frame in the node's box, logical units.
  public var frame: Rect
  /// Place and target of a link; nil for other parts.
  public var link: SemanticsLink?

  /// Creates a part.
  public init(_ key: Int, _ semantics: NodeSemantics, frame: Rect) { (self.key, self.semantics, self.frame) = (key, semantics, frame) }
}
