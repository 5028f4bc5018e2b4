internal import TesseraGeometry

/// Where a swipe goes.
public enum SwipeDirection: String, Sendable, CaseIterable, Hashable { case left, right, up, down }

/// A quick straight move. Has no duration: it is one as soon as it went far enough.
public struct SwipeGesture: Gesture {
  /// Where it may go.
  public var directions: Set<SwipeDirection>
  /// Fingers at once.
  public var touches: Int
  /// How far it has to go, logical units.
  public var minimumDistance = 50.0
  /// How soon, seconds.
  public var maximumDuration = 0.5

  public private(set) var phase = GesturePhase.possible
  public private(set) var reading = GestureReading()
  public private(set) var deadline: Double?
  private var contacts = Contacts()
  private var moved = Point.zero
  private var tracker = VelocityTracker()

  /// Makes a swipe in any of `directions` with `touches` fingers.
  public init(_ directions: Set<SwipeDirection> = Set(SwipeDirection.allCases), touches: Int = 1) {
    self.directions = directions
    self.touches = max(1, touches)
  }

  public var hasDuration: Bool { false }

  public mutating func take(_ touch: Touch) {
    guard phase == .possible else { return }
    switch touch.phase {
    case .began:
      _ = contacts.note(touch)
      if contacts.count > touches { return fail() }
      if contacts.count == touches {
        deadline = touch.time + maximumDuration
        tracker.note(moved, at: touch.time)
      }
    case .moved:
      let step = contacts.note(touch)
      guard contacts.count == touches else { return }
      moved = moved + step
      tracker.note(moved, at: touch.time)
      let along = abs(moved.x) > abs(moved.y) ? Axis.horizontal : .vertical
      let direction: SwipeDirection = along == .horizontal ? (moved.x > 0 ? .right : .left) : (moved.y > 0 ? .down : .up)
      // A hand is never quite still: the way is judged once there is one.
      guard abs(moved[along]) > minimumDistance / 4 else { return }
      guard directions.contains(direction), abs(moved[along.cross]) <= abs(moved[along]) / 2 else { return fail() }
      guard abs(moved[along]) >= minimumDistance else { return }
      reading.location = contacts.middle
      reading.translation = moved
      reading.velocity = tracker.velocity(at: touch.time)
      reading.touchCount = contacts.count
      reading.direction = direction
      phase = .ended
      deadline = nil
    case .ended, .cancelled: fail()
    }
  }

  public mutating func pass(_ time: Double) {
    if let deadline, time >= deadline, phase == .possible { fail() }
  }

  private mutating func fail() {
    phase = .failed
    deadline = nil
  }
}
