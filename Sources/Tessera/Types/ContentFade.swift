/// How content appears over what its node showed before: it fades in by the stage's clock. Only compositing mixes the two; nothing is drawn anew.
///
/// Content with the identifier of the content that is shown does not fade, and neither does the first content of a node that was drawn at once.
/// Where motion is reduced nothing fades.
public struct ContentFade: Sendable, Hashable {
  /// Tells one picture of a node from the one before: content that is drawn again for another size keeps it.
  public var id: UInt64
  /// How long it takes, seconds; 0 or less: it is there at once.
  public var seconds: Double

  /// Seconds after which the first content of a node counts as waited for.
  static let patience = 0.1

  /// Makes the description of a fade.
  ///
  /// - Parameters:
  ///   - id: tells one picture of a node from the one before.
  ///   - seconds: how long it takes; 0: it is there at once.
  public init(id: UInt64, seconds: Double) {
    self.id = id
    self.seconds = seconds.isFinite ? seconds : 0
  }
}
