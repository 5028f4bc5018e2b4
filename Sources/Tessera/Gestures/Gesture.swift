public import TesseraGeometry

/// How far a gesture has come.
public enum GesturePhase: String, Sendable, CaseIterable, Hashable {
  /// Not known yet whether it is one.
  case possible
  /// It is one, from now on.
  case began
  /// It goes on.
  case changed
  /// It is over; or, for a gesture that has no duration, it is one.
  case ended
  /// It was under way and was broken off.
  case cancelled
  /// It is none, until all its touches have ended.
  case failed
}

/// What a gesture tells. Members that do not apply to it have their defaults. A value.
public struct GestureReading: Sendable, Hashable {
  /// The middle of its touches; logical units, in the node's box as it was when the first finger went down.
  public var location = Point.zero
  /// How far its touches moved since it began.
  public var translation = Point.zero
  /// How fast its touches move, logical units a second.
  public var velocity = Point.zero
  /// The distance of its touches, as a share of that at the beginning.
  public var scale = 1.0
  /// How far its touches turned since the beginning, clockwise, radians; whole turns count.
  public var rotation = 0.0
  /// How many touches it has.
  public var touchCount = 0
  /// Where a swipe went.
  public var direction: SwipeDirection?

  /// Makes a reading with every member at its default.
  public init() {}
}

/// A way to move fingers, as a state machine: a value that is fed with touches and moments, and says how far it has come.
///
/// Coordinates are those of the node's box when the first finger went down, so that a node that follows the finger does not move the
/// finger's coordinates. A machine neither keeps time nor knows of others: the stage decides who wins.
public protocol Gesture: Sendable {
  /// How far it has come.
  var phase: GesturePhase { get }
  /// What it tells at this moment.
  var reading: GestureReading { get }
  /// Time of the next call of ``pass(_:)`` if nothing moves, seconds of the stage's clock; nil means none. Without a default, since
  /// a default would silently replace a member of type `Double`.
  var deadline: Double? { get }
  /// Whether it goes on for a while once it is recognized, so that its beginning and changes are told.
  var hasDuration: Bool { get }
  /// Whether it is for the node that the finger is on: where a node below handles the touch itself, as a button does, it fails.
  var yieldsToHandlers: Bool { get }
  /// Takes what happened to one contact. Contacts that began before this gesture are not told of.
  mutating func take(_ touch: Touch)
  /// Takes note of the time.
  mutating func pass(_ time: Double)
}

extension Gesture {
  public var hasDuration: Bool { true }
  public var yieldsToHandlers: Bool { false }
  public mutating func pass(_ time: Double) {}
}

/// What a recognizer tells its node's program.
public struct GestureEvent: Sendable {
  /// Began, changed, ended or cancelled; only ended for gestures without duration.
  public let phase: GesturePhase
  /// What the gesture tells, in the coordinates of the node's box when the first finger went down.
  public let reading: GestureReading
  /// The node that the recognizer was added to.
  public let node: AnyNode
  /// When, in seconds of the stage's clock.
  public let time: Double
}
