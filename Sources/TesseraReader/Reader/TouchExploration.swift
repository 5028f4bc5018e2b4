public import Tessera
internal import TesseraGeometry

/// Gestures of a touch screen while a reader is on. A value; it returns commands.
///
/// One finger explores, taps and swipes; two scroll and stop; three read on and dismiss. Times are seconds of the stage's clock.
public struct TouchExploration: Sendable {
  private struct Finger: Sendable {
    let start: Point
    let time: Double
    var location: Point
  }

  private var fingers: [Int: Finger] = [:]
  /// Most fingers of the current gesture, and its longest finger.
  private var most = 0
  private var ended: [Finger] = []
  private var isExploring = false
  private var lastTap: (time: Double, location: Point)?

  /// Length of a swipe, logical units, and its longest time.
  static let (swipeLength, swipeTime) = (40.0, 0.4)
  /// Movement of a tap, and the time after which a finger that rests explores.
  static let (slop, holdTime) = (14.0, 0.25)
  /// Longest time between the taps of a double tap.
  static let doubleTapTime = 0.4

  /// Creates the state without fingers.
  public init() {}

  /// Time at which a resting finger begins to explore; nil without one.
  public var deadline: Double? {
    guard fingers.count == 1, most == 1, !isExploring, let finger = fingers.values.first else { return nil }
    return finger.time + Self.holdTime
  }

  /// Takes a touch of the stage.
  public mutating func handle(_ touch: Touch, at now: Double) -> [ReaderCommand] {
    switch touch.phase {
    case .began:
      guard fingers.count < 10 else { return [] }
      if fingers.isEmpty { (most, ended, isExploring) = (0, [], false) }
      fingers[touch.id] = Finger(start: touch.location, time: now, location: touch.location)
      most = max(most, fingers.count)
      return []
    case .moved:
      guard var finger = fingers[touch.id] else { return [] }
      finger.location = touch.location
      fingers[touch.id] = finger
      guard most == 1 else { return [] }
      // A finger that moves slowly explores; a swipe is over before.
      if !isExploring, now - finger.time > Self.swipeTime { isExploring = true }
      return isExploring ? [.explore(finger.location)] : []
    case .cancelled:
      fingers[touch.id] = nil
      ended = []
      return []
    case .ended:
      guard var finger = fingers.removeValue(forKey: touch.id) else { return [] }
      finger.location = touch.location
      ended.append(finger)
      return fingers.isEmpty ? finish(at: now) : []
    }
  }

  /// Begins to explore if a finger rests until `now`.
  public mutating func pass(at now: Double) -> [ReaderCommand] {
    guard let deadline, deadline <= now + 1e-6, let finger = fingers.values.first else { return [] }
    isExploring = true
    return [.explore(finger.location)]
  }

  private mutating func finish(at now: Double) -> [ReaderCommand] {
    guard let finger = ended.max(by: { Self.length($0) < Self.length($1) }), ended.count == most else { return [] }
    defer { ended = [] }
    if isExploring { return [] }
    let offset = finger.location - finger.start
    if Self.length(finger) <= Self.slop { return tap(at: finger.location, now) }
    guard Self.length(finger) >= Self.swipeLength, now - finger.time <= Self.swipeTime + 0.2 else { return [] }
    lastTap = nil
    let isHorizontal = abs(offset.x) > abs(offset.y)
    let isForward = isHorizontal ? offset.x > 0 : offset.y > 0
    switch (most, isHorizontal) {
    case (1, true): return [isForward ? .next(.element) : .previous(.element)]
    case (1, false): return [isForward ? .rotorPrevious : .rotorNext]
    // Content follows the fingers: a swipe up shows content further down.
    case (2, true): return [.scroll(isForward ? .left : .right)]
    case (2, false): return [.scroll(isForward ? .up : .down)]
    case (3, true): return [isForward ? .rotor : .dismiss]
    case (3, false): return [isForward ? .read : .readAll]
    default: return []
    }
  }

  private mutating func tap(at location: Point, _ now: Double) -> [ReaderCommand] {
    switch most {
    case 1:
      if let last = lastTap, now - last.time <= Self.doubleTapTime {
        lastTap = nil
        return [.activate]
      }
      lastTap = (now, location)
      return [.explore(location)]
    case 2: return [.stop]
    case 3: return [.action]
    default: return []
    }
  }

  private static func length(_ finger: Finger) -> Double {
    let offset = finger.location - finger.start
    return (offset.x * offset.x + offset.y * offset.y).squareRoot()
  }
}
