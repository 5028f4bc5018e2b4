internal import TesseraGeometry

/// Fingers that rest in one place; afterwards they may move.
public struct LongPressGesture: Gesture {
  /// Minimum duration, seconds.
  public var minimumDuration: Double
  /// Number of simultaneous fingers.
  public var touches: Int
  /// Maximum movement of a finger before recognition, logical units.
  public var slop = 12.0

  public private(set) var phase = GesturePhase.possible
  public private(set) var reading = GestureReading()
  public private(set) var deadline: Double?
  private var contacts = Contacts()

  /// Creates a press of `minimumDuration` seconds with `touches` fingers.
  public init(minimumDuration: Double = 0.5, touches: Int = 1) {
    self.minimumDuration = max(0, minimumDuration)
    self.touches = max(1, touches)
  }

  public var yieldsToHandlers: Bool { true }

  public mutating func handle(_ touch: Touch) {
    switch (phase, touch.phase) {
    case (.possible, .began):
      if contacts.count == touches { return fail() }
      _ = contacts.record(touch)
      if contacts.count == touches { deadline = touch.time + minimumDuration }
      reading.location = contacts.middle
      reading.touchCount = contacts.count
    case (.possible, .moved):
      _ = contacts.record(touch)
      reading.location = contacts.middle
      if contacts.farthest > slop { fail() }
    case (.possible, _): fail()
    case (.began, .moved), (.changed, .moved):
      reading.translation = reading.translation + contacts.record(touch)
      reading.location = contacts.middle
      phase = .changed
    case (.began, .ended), (.changed, .ended):
      reading.translation = reading.translation + contacts.record(touch)
      reading.location = contacts.middle
      phase = .ended
    case (.began, .cancelled), (.changed, .cancelled): phase = .cancelled
    default: break
    }
  }

  public mutating func pass(_ time: Double) {
    guard let deadline, time >= deadline, phase == .possible else { return }
    phase = .began
    self.deadline = nil
  }

  private mutating func fail() {
    phase = .failed
    deadline = nil
  }
}
