internal import Glibc
public import TesseraGeometry

/// Movement of fingers: dragging, scrolling. The translation starts after the first ``minimumDistance``; movement of a fast first step
/// beyond it is kept.
public struct PanGesture: Gesture {
  /// Axis of the initial movement; nil means any direction.
  public var axis: Axis?
  /// Minimum movement, logical units; 0 means that it begins with the touch.
  public var minimumDistance: Double
  /// Minimum number of fingers; more may be added.
  public var touches: Int

  public private(set) var phase = GesturePhase.possible
  private var contacts = Contacts()
  private var moved = Point.zero
  private var origin = Point.zero
  private var tracker = VelocityTracker()
  private var last = GestureReading()

  /// Creates a pan along `axis` with at least `touches` fingers.
  public init(axis: Axis? = nil, minimumDistance: Double = 8, touches: Int = 1) {
    self.axis = axis
    self.minimumDistance = minimumDistance >= 0 ? minimumDistance : 0
    self.touches = max(1, touches)
  }

  public var reading: GestureReading { last }
  public var deadline: Double? { nil }

  public mutating func handle(_ touch: Touch) {
    switch touch.phase {
    case .began:
      _ = contacts.record(touch)
      if contacts.count == touches, phase == .possible { tracker.record(moved, at: touch.time) }
      if minimumDistance == 0, contacts.count >= touches, phase == .possible { begin() }
      read(touch.time)
    case .moved:
      guard contacts.contains(touch.id) else { return }
      let step = contacts.record(touch)
      guard contacts.count >= touches, phase != .failed, phase != .ended, phase != .cancelled else { return }
      moved = moved + step
      tracker.record(moved, at: touch.time)
      if phase == .possible {
        guard hypot(moved.x, moved.y) >= minimumDistance else { return }
        if let axis, abs(moved[axis]) < abs(moved[axis.cross]) {
          phase = .failed
          return
        }
        begin()
      } else {
        phase = .changed
      }
      read(touch.time)
    case .ended:
      guard contacts.contains(touch.id) else { return }
      let step = contacts.record(touch)
      if step != .zero, phase == .began || phase == .changed {
        moved = moved + step
        tracker.record(moved, at: touch.time)
      }
      read(touch.time)
      contacts.remove(touch.id)
      guard contacts.count < touches else { return }
      if phase == .possible { phase = .failed } else if phase == .began || phase == .changed { phase = .ended }
    case .cancelled:
      contacts.remove(touch.id)
      guard contacts.count < touches else { return }
      if phase == .possible { phase = .failed } else if phase == .began || phase == .changed { phase = .cancelled }
    }
  }

  private mutating func begin() {
    phase = .began
    let distance = hypot(moved.x, moved.y)
    origin = distance > 0 ? moved * min(1, minimumDistance / distance) : .zero
  }

  private mutating func read(_ time: Double) {
    last.location = contacts.middle
    last.translation = moved - origin
    last.velocity = tracker.velocity(at: time)
    last.touchCount = contacts.count
  }
}
