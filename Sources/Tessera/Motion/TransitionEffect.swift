/// Appearance of a node at the start of its insertion and at the end of its removal. A value; any thread.
public struct TransitionEffect: Sendable, Hashable {
  /// A side of the node's own box.
  public enum Edge: String, Sendable, CaseIterable, Hashable {
    /// Upper and lower side.
    case top, bottom
    /// Left and right side, independent of the layout direction.
    case left, right
    /// Leading and trailing side, by layout direction.
    case start, end
  }

  /// Factor of the node's opacity, 0...1.
  public var opacity = 1.0
  /// Scale about the center, 0...10.
  public var scale = 1.0
  /// Side from which the node slides in or to which it slides out, by its width or height; nil means no movement.
  public var edge: Edge?

  /// No effect.
  public static let none = TransitionEffect()
  /// Fades in and out.
  public static let fade = TransitionEffect(opacity: 0)

  /// Grows from `share` of its size and shrinks to it, with a fade.
  public static func scale(_ share: Double = 0.8) -> TransitionEffect { TransitionEffect(opacity: 0, scale: share) }

  /// Slides in from a side and out to it, by its width or height.
  public static func slide(_ edge: Edge) -> TransitionEffect { TransitionEffect(edge: edge) }

  /// Creates an effect. Values out of range are clamped; NaN is treated as 1.
  public init(opacity: Double = 1, scale: Double = 1, edge: Edge? = nil) {
    self.opacity = opacity.isNaN ? 1 : min(1, max(0, opacity))
    self.scale = scale.isNaN ? 1 : min(10, max(0, scale))
    self.edge = edge
  }

  /// Returns both effects combined: opacities and scales are multiplied, and the edge of `other` is used if it has one.
  public func combined(with other: TransitionEffect) -> TransitionEffect {
    TransitionEffect(opacity: opacity * other.opacity, scale: scale * other.scale, edge: other.edge ?? edge)
  }
}
