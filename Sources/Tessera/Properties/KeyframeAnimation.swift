/// Keyframes of one property or attribute that a node plays when it enters a stage; `keyframes` in scene files. A value; any thread.
public struct KeyframeAnimation: Sendable, Hashable {
  /// The property's or attribute's name in scene files.
  public var name: String
  /// Values in order; at least one.
  public var keyframes: [Keyframe<AttributeValue>]
  /// Duration, delay and repetition. Its curve applies between two keyframes that name none.
  public var motion: Motion

  /// Makes an animation.
  public init(_ name: String, _ keyframes: [Keyframe<AttributeValue>], _ motion: Motion = .linear(1)) {
    (self.name, self.keyframes, self.motion) = (name, keyframes, motion)
  }
}
