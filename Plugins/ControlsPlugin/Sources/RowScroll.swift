internal import Tessera
internal import TesseraGeometry

/// Vertical scroll position of a column of rows, with the finger that drags it and the motion after a throw. A value.
struct RowScroll: Sendable, Hashable {
  /// Finger on the rows.
  private struct Finger: Sendable, Hashable {
    let id: Int
    let start: Double
    let offset: Double
    var last: Double
    var time: Double
    /// Logical units a second, positive towards later rows.
    var velocity = 0.0
    var isMoving = false
  }

  /// Distance from the start of the rows to the top of the view, logical units.
  private(set) var offset: Double
  private var finger: Finger?
  private var motion: SpringMotion?
  /// Time of the start of the motion; nil before its first step.
  private var start: Double?

  /// Distance after which a finger scrolls, logical units.
  static let threshold = 8.0

  /// Creates a position at rest.
  init(_ offset: Double = 0) { self.offset = offset.isFinite ? offset : 0 }

  /// Whether a finger scrolls the rows.
  var isDragged: Bool { finger?.isMoving ?? false }
  /// Whether the rows move by themselves.
  var isMoving: Bool { motion != nil }
  /// Position at the end of the current motion.
  var target: Double { motion?.target ?? offset }

  /// Moves to a position immediately.
  mutating func jump(to offset: Double) {
    guard offset.isFinite else { return }
    (self.offset, motion, start) = (offset, nil, nil)
  }

  /// Starts a motion to a position, which settles within `seconds`.
  mutating func go(to target: Double, settlingIn seconds: Double) {
    guard target.isFinite, target != offset else { return jump(to: target) }
    (motion, start) = (SpringMotion(from: offset, velocity: 0, to: target, settlingIn: seconds), nil)
  }

  /// Takes a new finger; a motion stops below it. Returns whether no other finger is on the rows.
  mutating func begin(_ touch: Touch) -> Bool {
    guard finger == nil, touch.location.isFinite else { return false }
    finger = Finger(id: touch.id, start: touch.location.y, offset: offset, last: touch.location.y, time: touch.time)
    (motion, start) = (nil, nil)
    return true
  }

  /// Follows the finger within `limits`; beyond them the rows move half as far.
  mutating func move(_ touch: Touch, within limits: ClosedRange<Double>) {
    guard var finger, finger.id == touch.id, touch.location.isFinite else { return }
    let y = touch.location.y
    let time = touch.time - finger.time
    if time > 0 { finger.velocity = (finger.last - y) / time * 0.6 + finger.velocity * 0.4 }
    (finger.last, finger.time) = (y, touch.time)
    if !finger.isMoving, abs(y - finger.start) >= Self.threshold { finger.isMoving = true }
    self.finger = finger
    guard finger.isMoving else { return }
    let free = finger.offset + finger.start - y
    let inside = min(limits.upperBound, max(limits.lowerBound, free))
    offset = inside + (free - inside) / 2
  }

  /// Ends the touch of the finger. A throw ends within `limits`, at a multiple of `step` if that is above 0. Returns whether the finger has scrolled.
  mutating func end(_ touch: Touch, within limits: ClosedRange<Double>, step: Double = 0) -> Bool {
    guard let finger, finger.id == touch.id else { return false }
    self.finger = nil
    let rested = touch.time - finger.time > 0.1
    let velocity = finger.isMoving && !rested && touch.phase == .ended ? min(1e4, max(-1e4, finger.velocity)) : 0
    var target = offset + Deceleration(rate: 0.996).distance(velocity)
    if step > 0 { target = (target / step).rounded() * step }
    target = min(limits.upperBound, max(limits.lowerBound, target))
    if target.isFinite, target != offset {
      (motion, start) = (SpringMotion(from: offset, landingAt: target, velocity: velocity), nil)
    }
    return finger.isMoving
  }

  /// Moves to the position at `time`, seconds of the stage's clock. Returns whether the motion continues.
  mutating func pass(_ time: Double) -> Bool {
    guard let motion else { return false }
    guard let start else {
      self.start = time
      return true
    }
    let passed = time - start
    guard passed < min(5, motion.duration()) else {
      jump(to: motion.target)
      return false
    }
    offset = motion.position(after: passed)
    return true
  }
}
