/// Fade of new content over the content that its node showed before, by the stage's clock. Only compositing mixes the two; nothing is redrawn.
///
/// Content does not fade if its identifier is that of the content shown, or if it is the first content of a node and was drawn immediately. Nothing
/// fades if motion is reduced.
public struct ContentFade: Sendable, Hashable {
  /// Identifies a picture of the node. Content that is redrawn for another size keeps it.
  public var id: UInt64
  /// Duration in seconds; 0 or less shows the content immediately.
  public var seconds: Double

  /// Waiting time in seconds after which the first content of a node fades in.
  static let patience = 0.1

  /// Makes the description of a fade.
  ///
  /// - Parameters:
  ///   - id: identifies a picture of the node.
  ///   - seconds: duration; 0 shows the content immediately.
  public init(id: UInt64, seconds: Double) {
    self.id = id
    self.seconds = seconds.isFinite ? seconds : 0
  }
}
