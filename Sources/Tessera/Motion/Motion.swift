public import TesseraGeometry

/// Animation of a value to a new target: a spring or a fixed duration, with delay and repetition. A value; any thread.
///
/// ```swift
/// animate(.spring(duration: 0.4, bounce: 0.2)) { card.opacity = 1 }
/// card.motion[.opacity] = .easeOut(0.2)
/// ```
public struct Motion: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case spring(Spring)
    case eased(Easing, duration: Double)
  }

  let kind: Kind
  /// Delay in seconds, 0...3600; the previous motion continues during it.
  public private(set) var delay = 0.0
  /// Number of runs, at least 1; infinity means forever.
  public private(set) var repeats = 1.0
  /// Whether every second run is reversed.
  public private(set) var autoreverses = false
  /// Initial velocity, units a second; nil means the current velocity of the value.
  public private(set) var initialVelocity: Point?

  private init(_ kind: Kind) { self.kind = kind }

  /// No animation.
  public static let none = Motion.eased(.linear, duration: 0)
  /// Default motion: a spring without bounce.
  public static let standard = StandardMotion.standard.motion

  /// Spring with a perceived `duration` in seconds and a `bounce` from 0 (none) to 1.
  public static func spring(duration: Double = 0.5, bounce: Double = 0) -> Motion { .spring(Spring(duration: duration, bounce: bounce)) }
  /// Spring with physical parameters.
  public static func spring(stiffness: Double, damping: Double, mass: Double = 1) -> Motion {
    .spring(Spring(stiffness: stiffness, damping: damping, mass: mass))
  }
  /// Motion of a spring.
  public static func spring(_ spring: Spring) -> Motion { Motion(.spring(spring)) }

  /// Curve with a `duration` in seconds (0...3600).
  public static func eased(_ easing: Easing, duration: Double) -> Motion {
    Motion(.eased(easing, duration: duration.isNaN ? 0 : min(3600, max(0, duration))))
  }
  /// Constant speed for `duration` seconds.
  public static func linear(_ duration: Double) -> Motion { .eased(.linear, duration: duration) }
  /// CSS's `ease` for `duration` seconds.
  public static func ease(_ duration: Double) -> Motion { .eased(.ease, duration: duration) }
  /// Slow start, for `duration` seconds.
  public static func easeIn(_ duration: Double) -> Motion { .eased(.easeIn, duration: duration) }
  /// Slow end, for `duration` seconds.
  public static func easeOut(_ duration: Double) -> Motion { .eased(.easeOut, duration: duration) }
  /// Slow start and end, for `duration` seconds.
  public static func easeInOut(_ duration: Double) -> Motion { .eased(.easeInOut, duration: duration) }

  /// Returns the motion with an additional delay of `seconds`.
  public func delayed(by seconds: Double) -> Motion {
    var copy = self
    copy.delay = seconds.isNaN ? delay : min(3600, max(0, delay + seconds))
    return copy
  }

  /// Returns the motion with `count` runs (at least 1); nil means forever, which keeps the loop awake while the node is on the screen.
  public func repeating(_ count: Int? = nil, autoreversing: Bool = false) -> Motion {
    var copy = self
    copy.repeats = count.map { Double(max(1, $0)) } ?? .infinity
    copy.autoreverses = autoreversing
    return copy
  }

  /// Returns the motion with this initial velocity, units a second. For values whose first two numbers are a position: the translation of a
  /// transform, a point.
  public func velocity(_ velocity: Point) -> Motion {
    var copy = self
    copy.initialVelocity = velocity.x.isFinite && velocity.y.isFinite ? velocity : nil
    return copy
  }

  /// Returns the motion with this initial velocity, units a second. For values that are one number.
  public func velocity(_ velocity: Double) -> Motion { self.velocity(Point(velocity, 0)) }

  /// Spring of the motion; nil for a curve.
  public var spring: Spring? { if case .spring(let spring) = kind { spring } else { nil } }
  /// Curve of the motion; nil for a spring.
  public var easing: Easing? { if case .eased(let easing, _) = kind { easing } else { nil } }

  /// Whether the motion takes time.
  var takesTime: Bool {
    if case .eased(_, let duration) = kind { return duration > 0 || delay > 0 }
    return true
  }

  /// Seconds of one run. For a spring, the time until it is within a thousandth of the distance, starting at rest.
  public var duration: Double {
    switch kind {
    case .eased(_, let duration): duration
    case .spring(let spring): spring.settlingTime(from: 1, tolerance: 0.001)
    }
  }

  /// The motion, with one run instead of infinitely many.
  var ending: Motion {
    guard !repeats.isFinite else { return self }
    var copy = self
    (copy.repeats, copy.autoreverses) = (1, false)
    return copy
  }

  /// Replacement for reduced motion, for values without movement: one short fade.
  var reduced: Motion {
    let longest = StandardMotion.reduced.seconds
    let fade = Motion.ease(min(longest, duration))
    return delay > 0 ? fade.delayed(by: min(delay, longest)) : fade
  }
}
