public import TesseraGeometry

/// State of a gesture.
public enum GesturePhase: String, Sendable, CaseIterable, Hashable {
  /// Not recognized yet.
  case possible
  /// Recognized now.
  case began
  /// Continues.
  case changed
  /// Ended; for a gesture without duration, recognized.
  case ended
  /// Cancelled after it was recognized.
  case cancelled
  /// Not recognized; final until all its touches have ended.
  case failed
}

/// Current values of a gesture. Members that do not apply to it have their defaults. A value.
public struct GestureReading: Sendable, Hashable {
  /// Center of its touches, in logical units of the node's box at the time of the first touch.
  public var location = Point.zero
  /// Movement of its touches since it began, logical units.
  public var translation = Point.zero
  /// Velocity of its touches, logical units a second.
  public var velocity = Point.zero
  /// Distance of its touches relative to the distance at the beginning.
  public var scale = 1.0
  /// Rotation of its touches since the beginning, clockwise, radians; whole turns are counted.
  public var rotation = 0.0
  /// Number of touches.
  public var touchCount = 0
  /// Direction of a swipe.
  public var direction: SwipeDirection?

  /// Creates a reading of default values.
  public init() {}
}

/// Gesture as a state machine: a value that receives touches and times, and provides its phase.
///
/// Coordinates are those of the node's box at the time of the first touch, so that a node that follows the finger does not change the
/// finger's coordinates. A machine has no clock and is independent of other gestures; the stage decides which one wins.
public protocol Gesture: Sendable {
  /// Current phase.
  var phase: GesturePhase { get }
  /// Current values.
  var reading: GestureReading { get }
  /// Time of the next call of ``pass(_:)`` if nothing moves, seconds of the stage's clock; nil means none. Without a default, since
  /// a default would silently replace a member of type `Double`.
  var deadline: Double? { get }
  /// Whether it continues after it is recognized, so that its beginning and changes are reported.
  var hasDuration: Bool { get }
  /// Whether it applies to the touched node only: it fails if a descendant handles the touch itself, as a button does.
  var yieldsToHandlers: Bool { get }
  /// Handles a change of one contact. Contacts that began before this gesture are not delivered.
  mutating func handle(_ touch: Touch)
  /// Handles the passing of time.
  mutating func pass(_ time: Double)
}

extension Gesture {
  public var hasDuration: Bool { true }
  public var yieldsToHandlers: Bool { false }
  public mutating func pass(_ time: Double) {}
}
