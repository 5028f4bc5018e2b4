public import TesseraGeometry

/// How one subnode of a node that scrolls its subnodes is shown beside what all of them have in common: moved, faded, out of reach. A value;
/// any thread.
///
/// Nothing is laid out or drawn for it: the loop shows the subnode as it is, elsewhere.
public struct SubnodePlacement: Sendable, Hashable {
  /// The subnode.
  public let node: AnyNode
  /// How far it is shown from where it would be, logical units: towards the end of lines, and down.
  public var offset: Point
  /// Multiplies its opacity, 0...1. At 0 nothing of it is painted.
  public var opacity: Double
  /// Whether touches go past it, and keys that move the focus as well.
  public var isInert: Bool

  /// Makes a placement. What is not a number counts as 0 in the offset and as 1 in the opacity.
  public init(_ node: AnyNode, offset: Point = .zero, opacity: Double = 1, isInert: Bool = false) {
    self.node = node
    self.offset = offset.isFinite ? offset : .zero
    self.opacity = opacity.isNaN ? 1 : min(1, max(0, opacity))
    self.isInert = isInert
  }
}
