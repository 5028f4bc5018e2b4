/// Event that a recognizer delivers to the program.
public struct GestureEvent: Sendable {
  /// Began, changed, ended or cancelled; only ended for gestures without duration.
  public let phase: GesturePhase
  /// Values of the gesture, in coordinates of the node's box at the time of the first touch.
  public let reading: GestureReading
  /// Node to which the recognizer was added.
  public let node: AnyNode
  /// Time in seconds of the stage's clock.
  public let time: Double
}
