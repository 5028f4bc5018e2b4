internal import Glibc
internal import TesseraGeometry

/// Two fingers that move apart or together: the reading has the scale, and where their middle is.
public struct PinchGesture: Gesture {
  /// By how much their distance has to change, logical units.
  public var minimumChange = 8.0

  public private(set) var phase = GesturePhase.possible
  private var fingers = TwoFingers()
  private var initial = 0.0
  public private(set) var reading = GestureReading()
  public var deadline: Double? { nil }

  /// Makes a pinch.
  public init() {}

  public mutating func take(_ touch: Touch) {
    guard let change = fingers.take(touch, &phase) else { return }
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

/// Two fingers that turn about each other: the reading has the angle, and where their middle is.
public struct RotationGesture: Gesture {
  /// By how much they have to turn, radians.
  public var minimumChange = 0.1

  public private(set) var phase = GesturePhase.possible
  private var fingers = TwoFingers()
  private var last = 0.0
  private var turned = 0.0
  public private(set) var reading = GestureReading()
  public var deadline: Double? { nil }

  /// Makes a rotation.
  public init() {}

  public mutating func take(_ touch: Touch) {
    guard let change = fingers.take(touch, &phase) else { return }
    let angle = atan2(change.span.y, change.span.x)
    if change.isNew { last = angle }
    // The short way round: whole turns add up.
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

/// What pinch and rotation share: exactly two fingers; others are not looked at.
struct TwoFingers: Sendable {
  private var contacts = Contacts()
  private var middle = Point.zero
  private var translation = Point.zero

  /// Takes a touch. Returns the way from the first finger to the second where there are two and one of them came or moved.
  mutating func take(_ touch: Touch, _ phase: inout GesturePhase) -> (span: Point, isNew: Bool)? {
    switch touch.phase {
    case .began:
      guard contacts.count < 2, phase == .possible else { return nil }
      _ = contacts.note(touch)
      middle = contacts.middle
      return contacts.span.map { ($0, true) }
    case .moved:
      guard contacts.contains(touch.id) else { return nil }
      _ = contacts.note(touch)
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

  /// Writes where the fingers are. The translation counts from where the gesture began.
  mutating func read(into reading: inout GestureReading, isActive: Bool) {
    let now = contacts.middle
    if isActive { translation = translation + (now - middle) }
    middle = now
    reading.location = now
    reading.translation = translation
    reading.touchCount = contacts.count
  }
}
