internal import TesseraGeometry

/// Direction of a swipe.
public enum SwipeDirection: String, Sendable, CaseIterable, Hashable { case left, right, up, down }

/// Quick straight movement without duration: it is recognized as soon as the movement is long enough.
public struct SwipeGesture: Gesture {
  /// Allowed directions.
  public var directions: Set<SwipeDirection>
  /// Number of simultaneous fingers.
  public var touches: Int
  /// Minimum movement, logical units.
  public var minimumDistance = 50.0
  /// Maximum duration, seconds.
  public var maximumDuration = 0.5

  public private(set) var phase = GesturePhase.possible
  public private(set) var reading = GestureReading()
  public private(set) var deadline: Double?
  private var contacts = Contacts()
  private var moved = Point.zero
  private var tracker = VelocityTracker()

  /// Creates a swipe in any of `directions` with `touches` fingers.
  public init(_ directions: Set<SwipeDirection> = Set(SwipeDirection.allCases), touches: Int = 1) {
    self.directions = directions
    self.touches = max(1, touches)
  }

  public var hasDuration: Bool { false }

  public mutating func handle(_ touch: Touch) {
    guard phase == .possible else { return }
    switch touch.phase {
    case .began:
      _ = contacts.record(touch)
      if contacts.count > touches { return fail() }
      if contacts.count == touches {
        deadline = touch.time + maximumDuration
        tracker.record(moved, at: touch.time)
      }
    case .moved:
      let step = contacts.record(touch)
      guard contacts.count == touches else { return }
      moved = moved + step
      tracker.record(moved, at: touch.time)
      let along = abs(moved.x) > abs(moved.y) ? Axis.horizontal : .vertical
      let direction: SwipeDirection = along == .horizontal ? (moved.x > 0 ? .right : .left) : (moved.y > 0 ? .down : .up)
      // The direction is checked after a minimum movement, because fingers are never completely still.
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
