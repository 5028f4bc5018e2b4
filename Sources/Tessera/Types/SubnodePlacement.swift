public import TesseraGeometry

/// Placement of one subnode of a scrolling node, in addition to the common scroll offset: moved, faded, inert. A value; any thread.
///
/// It causes no layout or draw: the loop shows the subnode unchanged in another place.
public struct SubnodePlacement: Sendable, Hashable {
  /// The subnode.
  public let node: AnyNode
  /// Distance from its usual position, logical units: towards the end of lines, and down.
  public var offset: Point
  /// Multiplies its opacity, 0...1. At 0 nothing of it is painted.
  public var opacity: Double
  /// Whether touches and focus keys skip the subnode.
  public var isInert: Bool

  /// Makes a placement. An offset that is not finite counts as zero; an opacity that is not a number counts as 1.
  public init(_ node: AnyNode, offset: Point = .zero, opacity: Double = 1, isInert: Bool = false) {
    self.node = node
    self.offset = offset.isFinite ? offset : .zero
    self.opacity = opacity.isNaN ? 1 : min(1, max(0, opacity))
    self.isInert = isInert
  }
}
