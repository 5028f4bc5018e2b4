/// How a node looks at the far end of coming or going: what it begins with when it enters, and ends with when it leaves. A value; any thread.
public struct TransitionEffect: Sendable, Hashable {
  /// A side of the node's own box.
  public enum Edge: String, Sendable, CaseIterable, Hashable {
    /// Upper and lower side.
    case top, bottom
    /// Left and right side, whatever the direction.
    case left, right
    /// The side where lines start, and the one where they end.
    case start, end
  }

  /// Opacity that the node's own is multiplied with, 0...1.
  public var opacity = 1.0
  /// Size as a share of its own, about the middle, 0...10.
  public var scale = 1.0
  /// The side that it comes from or goes to, by its own width or height; nil: it stays in its place.
  public var edge: Edge?

  /// Comes and goes at once.
  public static let none = TransitionEffect()
  /// Fades.
  public static let fade = TransitionEffect(opacity: 0)

  /// Grows from `share` of its size and shrinks to it, fading.
  public static func scale(_ share: Double = 0.8) -> TransitionEffect { TransitionEffect(opacity: 0, scale: share) }

  /// Comes from a side and goes there, by its own width or height.
  public static func slide(_ edge: Edge) -> TransitionEffect { TransitionEffect(edge: edge) }

  /// Makes an effect; what is out of range is clamped, what is no number counts as 1.
  public init(opacity: Double = 1, scale: Double = 1, edge: Edge? = nil) {
    self.opacity = opacity.isNaN ? 1 : min(1, max(0, opacity))
    self.scale = scale.isNaN ? 1 : min(10, max(0, scale))
    self.edge = edge
  }

  /// Both effects at once: opacities and scales multiplied, the edge of `other` where it has one.
  public func combined(with other: TransitionEffect) -> TransitionEffect {
    TransitionEffect(opacity: opacity * other.opacity, scale: scale * other.scale, edge: other.edge ?? edge)
  }
}
