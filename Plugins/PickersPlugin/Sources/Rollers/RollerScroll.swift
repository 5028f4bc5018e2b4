internal import Tessera
internal import TesseraGeometry

/// Position of a column of a roller, with the finger that drags it and the motion to the row at which it rests. A value.
struct RollerScroll: Sendable, Hashable {
  private struct Finger: Sendable, Hashable {
    let id: Int
    let start: Double
    let position: Double
    var last: Double
    var time: Double
    /// Rows a second, positive towards later rows.
    var velocity = 0.0
    var isMoving = false
  }

  /// Row in the middle, with a fraction while it moves. Rows of an endless column are counted on.
  private(set) var position: Double
  private var finger: Finger?
  private var motion: SpringMotion?
  /// Time of the start of the motion; nil before its first step.
  private var start: Double?

  /// Distance after which a finger scrolls, logical units.
  static let threshold = 8.0
  /// Fastest throw, rows a second.
  private static let fastest = 200.0
  /// Resolution of motions: steps of a row.
  private static let unit = 100.0

  /// Farthest place of an endless column.
  private static func limited(_ position: Double) -> Double { position.isFinite ? min(1e9, max(-1e9, position)) : 0 }
  private static func row(_ position: Double) -> Int { Int(limited(position).rounded()) }

  init(_ row: Int) { position = Double(row) }

  var isDragged: Bool { finger?.isMoving ?? false }
  var isMoving: Bool { motion != nil }
  /// Whether neither a finger nor a motion holds the column.
  var isAtRest: Bool { finger == nil && motion == nil }

  func isHeld(by touch: Int) -> Bool { finger?.id == touch }

  /// Takes a new finger; a motion stops below it. Returns whether no other finger is on the column.
  mutating func begin(_ touch: Touch) -> Bool {
    guard finger == nil else { return false }
    finger = Finger(id: touch.id, start: touch.location.y, position: position, last: touch.location.y, time: touch.time)
    (motion, start) = (nil, nil)
    return true
  }

  /// Follows the finger. Beyond `limits` (nil in an endless column) the rows move half as far.
  mutating func move(_ touch: Touch, row: Double, within limits: ClosedRange<Double>?) {
    guard var finger, row > 0, touch.location.isFinite else { return }
    let y = touch.location.y
    let time = touch.time - finger.time
    if time > 0 { finger.velocity = (finger.last - y) / row / time * 0.6 + finger.velocity * 0.4 }
    (finger.last, finger.time) = (y, touch.time)
    if !finger.isMoving, abs(y - finger.start) >= Self.threshold { finger.isMoving = true }
    self.finger = finger
    guard finger.isMoving else { return }
    let free = Self.limited(finger.position + (finger.start - y) / row)
    guard let limits else { return position = free }
    let inside = min(limits.upperBound, max(limits.lowerBound, free))
    position = inside + (free - inside) / 2
  }

  /// Ends the touch. Returns the row at which the column comes to rest: that of the throw, of the tap, or the nearest one.
  ///
  /// - Parameters:
  ///   - touch: End of the touch.
  ///   - row: Height of a row, logical units.
  ///   - middle: Middle of the column, logical units of the node.
  mutating func end(_ touch: Touch, row: Double, middle: Double) -> (row: Int, velocity: Double) {
    guard let finger else { return (Self.row(position), 0) }
    self.finger = nil
    if !finger.isMoving, touch.phase == .ended, touch.location.isFinite, row > 0 {
      return (Self.row(position + (touch.location.y - middle) / row), 0)
    }
    let rested = touch.time - finger.time > 0.1
    let velocity = finger.isMoving && !rested && touch.phase == .ended ? min(Self.fastest, max(-Self.fastest, finger.velocity)) : 0
    let target = position + Deceleration(rate: 0.996).distance(velocity)
    return (Self.row(target), velocity.isFinite ? velocity : 0)
  }

  /// Moves to a row, with the velocity of a throw in rows a second.
  mutating func travel(to row: Int, velocity: Double = 0) {
    guard Double(row) != position else { return stop(at: row) }
    let (from, target) = (position * Self.unit, Double(row) * Self.unit)
    motion =
      velocity == 0
      ? SpringMotion(from: from, velocity: 0, to: target, spring: Spring(duration: 0.3))
      : SpringMotion(from: from, landingAt: target, velocity: velocity * Self.unit)
    start = nil
  }

  /// Shows a row immediately.
  mutating func stop(at row: Int) { (position, motion, start) = (Double(row), nil, nil) }

  /// Moves to the position at `time`, seconds of the stage's clock.
  mutating func pass(_ time: Double) {
    guard let motion else { return }
    guard let start else { return self.start = time }
    let passed = time - start
    guard passed < min(4, motion.duration(rest: 1)) else { return stop(at: Self.row(motion.target / Self.unit)) }
    position = Self.limited(motion.position(after: passed) / Self.unit)
  }
}
