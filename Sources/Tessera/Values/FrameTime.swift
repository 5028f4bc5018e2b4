/// Times of a frame, seconds of the stage's clock.
///
/// A video or an animated picture shows its state at ``presentation``, which is up to one refresh of the display later than ``start``.
public struct FrameTime: Sendable, Hashable {
  /// Begin of the frame.
  public var start: Double
  /// Time at which the frame is expected on the screen: the first refresh that it can reach. Equal to ``start`` if the display reports no refreshes. Never
  /// decreases.
  public var presentation: Double
  /// Seconds from one frame to the next.
  public var interval: Double

  /// Makes the times of a frame.
  public init(start: Double, presentation: Double, interval: Double) {
    (self.start, self.presentation, self.interval) = (start, presentation, interval)
  }
}
