public import TesseraGeometry

/// Placement of one subnode of a scrolling node, in addition to the common scroll offset: moved, scaled, turned, faded, above its neighbors, inert. A value;
/// any thread.
///
/// It causes no layout or draw: the loop shows the subnode unchanged in another place.
public struct SubnodePlacement: Sendable, Hashable {
  /// The subnode.
  public let node: AnyNode
  /// Distance from its usual position, logical units: towards the end of lines, and down.
  public var offset: Point
  /// Factor of its size, about the center of its box; 0 or more.
  public var scale: Double
  /// Transform about the center of its box, after its own and the scale, logical units. Mirrored in right-to-left containers.
  public var transform: Transform
  /// Multiplies its opacity, 0...1. At 0 nothing of it is painted.
  public var opacity: Double
  /// Stacking order, added to the subnode's ``AnyNode/zIndex``: higher ones are above the others.
  public var zIndex: Int
  /// Whether touches and focus keys skip the subnode.
  public var isInert: Bool

  /// Creates a placement. An offset or transform that is not finite counts as none, an opacity or scale that is no number as 1; scales are at most 100.
  public init(
    _ node: AnyNode, offset: Point = .zero, scale: Double = 1, transform: Transform = .identity, opacity: Double = 1, zIndex: Int = 0,
    isInert: Bool = false
  ) {
    self.node = node
    self.offset = offset.isFinite ? offset : .zero
    self.scale = scale.isNaN ? 1 : min(100, max(0, scale))
    self.transform = transform.isFinite ? transform : .identity
    self.opacity = opacity.isNaN ? 1 : min(1, max(0, opacity))
    self.zIndex = zIndex
    self.isInert = isInert
  }
}
