public import TesseraGeometry

/// Step of a drag of a node by a finger. A value.
public struct NodeDrag: Sendable, Hashable {
  /// Began, changed, ended or cancelled.
  public let phase: GesturePhase
  /// Location of the finger, logical units of the node's box at the time of the touch.
  public let location: Point
  /// Movement since the drag began, logical units.
  public let translation: Point
  /// Velocity of the finger, logical units a second.
  public let velocity: Point
}
