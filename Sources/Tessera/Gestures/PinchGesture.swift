internal import Glibc
internal import TesseraGeometry

/// Two fingers that move apart or together; the reading has the scale and the center.
public struct PinchGesture: Gesture {
  /// Minimum change of their distance, logical units.
  public var minimumChange = 8.0

  public private(set) var phase = GesturePhase.possible
  private var fingers = TwoFingers()
  private var initial = 0.0
  public private(set) var reading = GestureReading()
  public var deadline: Double? { nil }

  /// Creates a pinch.
  public init() {}

  public mutating func handle(_ touch: Touch) {
    guard let change = fingers.handle(touch, &phase) else { return }
    let distance = hypot(change.span.x, change.span.y)
    if change.isNew { initial = distance }
    if phase == .possible, abs(distance - initial) >= minimumChange {
      phase = .began
      initial = distance
    } else if phase == .began {
      phase = .changed
    }
    fingers.read(into: &reading, isActive: phase == .began || phase == .changed)
    if phase != .possible, initial > 0 { reading.scale = distance / initial }
  }
}

/// Two fingers that rotate around each other; the reading has the angle and the center.
public struct RotationGesture: Gesture {
  /// Minimum rotation, radians.
  public var minimumChange = 0.1

  public private(set) var phase = GesturePhase.possible
  private var fingers = TwoFingers()
  private var last = 0.0
  private var turned = 0.0
  public private(set) var reading = GestureReading()
  public var deadline: Double? { nil }

  /// Creates a rotation.
  public init() {}

  public mutating func handle(_ touch: Touch) {
    guard let change = fingers.handle(touch, &phase) else { return }
    let angle = atan2(change.span.y, change.span.x)
    if change.isNew { last = angle }
    // The shorter direction; whole turns accumulate.
    turned += remainder(angle - last, 2 * .pi)
    last = angle
    if phase == .possible, abs(turned) >= minimumChange {
      phase = .began
      turned = 0
    } else if phase == .began {
      phase = .changed
    }
    fingers.read(into: &reading, isActive: phase == .began || phase == .changed)
    if phase != .possible { reading.rotation = turned }
  }
}

/// Common part of pinch and rotation: exactly two fingers; others are ignored.
struct TwoFingers: Sendable {
  private var contacts = Contacts()
  private var middle = Point.zero
  private var translation = Point.zero

  /// Handles a touch. Returns the vector between the two fingers if both are down and one was added or moved.
  mutating func handle(_ touch: Touch, _ phase: inout GesturePhase) -> (span: Point, isNew: Bool)? {
    switch touch.phase {
    case .began:
      guard contacts.count < 2, phase == .possible else { return nil }
      _ = contacts.record(touch)
      middle = contacts.middle
      return contacts.span.map { ($0, true) }
    case .moved:
      guard contacts.contains(touch.id) else { return nil }
      _ = contacts.record(touch)
      guard phase != .failed, phase != .ended, phase != .cancelled else { return nil }
      return contacts.span.map { ($0, false) }
    case .ended, .cancelled:
      guard contacts.contains(touch.id) else { return nil }
      let wasUnderWay = phase == .began || phase == .changed
      if contacts.count == 2 || contacts.count == 1 {
        phase = wasUnderWay ? (touch.phase == .ended ? .ended : .cancelled) : phase == .possible ? .failed : phase
      }
      contacts.remove(touch.id)
      return nil
    }
  }

  /// Writes the position of the fingers. The translation starts where the gesture began.
  mutating func read(into reading: inout GestureReading, isActive: Bool) {
    let now = contacts.middle
    if isActive { translation = translation + (now - middle) }
    middle = now
    reading.location = now
    reading.translation = translation
    reading.touchCount = contacts.count
  }
}
