package import Tessera
internal import TesseraGeometry

/// Vertical scroll position of a column of rows, with the finger that drags it and the motion after a throw. A value.
package struct RowScroll: Sendable, Hashable {
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
  package private(set) var offset: Double
  private var finger: Finger?
  private var motion: SpringMotion?
  /// Time of the start of the motion; nil before its first step.
  private var start: Double?

  /// Distance after which a finger scrolls, logical units.
  package static let threshold = 8.0

  /// Creates a position at rest.
  package init(_ offset: Double = 0) { self.offset = offset.isFinite ? offset : 0 }

  /// Whether a finger scrolls the rows.
  package var isDragged: Bool { finger?.isMoving ?? false }
  /// Whether the rows move after a throw.
  package var isMoving: Bool { motion != nil }

  /// Moves to a position immediately.
  package mutating func jump(to offset: Double) {
    guard offset.isFinite else { return }
    (self.offset, motion, start) = (offset, nil, nil)
  }

  /// Takes a new finger; a motion stops below it. Returns whether no other finger is on the rows.
  package mutating func begin(_ touch: Touch) -> Bool {
    guard finger == nil, touch.location.isFinite else { return false }
    finger = Finger(id: touch.id, start: touch.location.y, offset: offset, last: touch.location.y, time: touch.time)
    (motion, start) = (nil, nil)
    return true
  }

  /// Follows the finger within `limits`; beyond them the rows move half as far.
  package mutating func move(_ touch: Touch, within limits: ClosedRange<Double>) {
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

  /// Ends the touch of the finger. A throw ends within `limits`. Returns whether the finger has scrolled.
  package mutating func end(_ touch: Touch, within limits: ClosedRange<Double>) -> Bool {
    guard let finger, finger.id == touch.id else { return false }
    self.finger = nil
    let rested = touch.time - finger.time > 0.1
    let velocity = finger.isMoving && !rested && touch.phase == .ended ? min(1e4, max(-1e4, finger.velocity)) : 0
    let target = min(limits.upperBound, max(limits.lowerBound, offset + Deceleration(rate: 0.996).distance(velocity)))
    if target.isFinite, target != offset {
      (motion, start) = (SpringMotion(from: offset, landingAt: target, velocity: velocity), nil)
    }
    return finger.isMoving
  }

  /// Moves to the position at `time`, seconds of the stage's clock. Returns whether the motion continues.
  package mutating func pass(_ time: Double) -> Bool {
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
