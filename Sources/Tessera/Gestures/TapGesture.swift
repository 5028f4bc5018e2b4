internal import TesseraGeometry

/// Fingers that touch and are lifted in one place, once or several times in succession. Without duration.
public struct TapGesture: Gesture {
  /// Number of successive taps.
  public var count: Int
  /// Number of simultaneous fingers.
  public var touches: Int
  /// Maximum movement of a finger, logical units. Successive taps may be up to four times as far apart.
  public var slop = 12.0
  /// Maximum duration of a touch, seconds.
  public var maximumDuration = 1.0
  /// Maximum interval between taps, seconds.
  public var maximumInterval = 0.35

  public private(set) var phase = GesturePhase.possible
  public private(set) var reading = GestureReading()
  public private(set) var deadline: Double?
  private var contacts = Contacts()
  private var reached = false
  private var done = 0
  private var place: Point?

  /// Creates a gesture of `count` taps with `touches` fingers.
  public init(count: Int = 1, touches: Int = 1) {
    self.count = max(1, count)
    self.touches = max(1, touches)
  }

  public var hasDuration: Bool { false }
  public var yieldsToHandlers: Bool { true }

  public mutating func handle(_ touch: Touch) {
    guard phase == .possible else { return }
    switch touch.phase {
    case .began:
      // A finger that touches after another was lifted belongs to no tap.
      if contacts.count >= touches || reached { return fail() }
      _ = contacts.record(touch)
      if let place, contacts.count == 1, distance(place, touch.location) > slop * 4 { return fail() }
      if contacts.count == 1 { deadline = touch.time + maximumDuration }
      if contacts.count == touches { reached = true }
    case .moved:
      _ = contacts.record(touch)
      if contacts.farthest > slop { fail() }
    case .ended:
      _ = contacts.record(touch)
      if contacts.farthest > slop || !reached { return fail() }
      let middle = contacts.middle
      if contacts.count == touches {
        reading.location = middle
        reading.touchCount = touches
      }
      contacts.remove(touch.id)
      guard contacts.isEmpty else { return }
      place = middle
      done += 1
      reached = false
      if done == count {
        phase = .ended
        deadline = nil
      } else {
        deadline = touch.time + maximumInterval
      }
    case .cancelled: fail()
    }
  }

  public mutating func pass(_ time: Double) {
    if let deadline, time >= deadline, phase == .possible { fail() }
  }

  private mutating func fail() {
    phase = .failed
    deadline = nil
  }

  private func distance(_ a: Point, _ b: Point) -> Double { max(abs(a.x - b.x), abs(a.y - b.y)) }
}
