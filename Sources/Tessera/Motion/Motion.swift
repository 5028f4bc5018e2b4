public import TesseraGeometry

/// How a value goes to a new target: by a spring or in a fixed time, after a delay, once or again and again. A value; any thread.
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
  /// Seconds before it begins, 0...3600; what was under way before goes on meanwhile.
  public private(set) var delay = 0.0
  /// How often it runs, at least 1; infinite: for ever.
  public private(set) var repeats = 1.0
  /// Whether every second run goes back to where it began.
  public private(set) var autoreverses = false
  /// The speed that it begins with, units a second; nil: the one that it finds.
  public private(set) var initialVelocity: Point?

  private init(_ kind: Kind) { self.kind = kind }

  /// At once.
  public static let none = Motion.eased(.linear, duration: 0)
  /// The motion where none is named: a spring without bounce.
  public static let standard = StandardMotion.standard.motion

  /// By a spring that seems to have arrived after `duration` seconds, and bounces from 0 (not at all) towards 1 (ever more).
  public static func spring(duration: Double = 0.5, bounce: Double = 0) -> Motion { .spring(Spring(duration: duration, bounce: bounce)) }
  /// By a spring of these physics.
  public static func spring(stiffness: Double, damping: Double, mass: Double = 1) -> Motion {
    .spring(Spring(stiffness: stiffness, damping: damping, mass: mass))
  }
  /// By a spring.
  public static func spring(_ spring: Spring) -> Motion { Motion(.spring(spring)) }

  /// In `duration` seconds (0...3600), by a curve.
  public static func eased(_ easing: Easing, duration: Double) -> Motion {
    Motion(.eased(easing, duration: duration.isNaN ? 0 : min(3600, max(0, duration))))
  }
  /// In `duration` seconds at the same speed.
  public static func linear(_ duration: Double) -> Motion { .eased(.linear, duration: duration) }
  /// In `duration` seconds by CSS's `ease`.
  public static func ease(_ duration: Double) -> Motion { .eased(.ease, duration: duration) }
  /// In `duration` seconds, slowly at first.
  public static func easeIn(_ duration: Double) -> Motion { .eased(.easeIn, duration: duration) }
  /// In `duration` seconds, slowly at last.
  public static func easeOut(_ duration: Double) -> Motion { .eased(.easeOut, duration: duration) }
  /// In `duration` seconds, slowly at first and at last.
  public static func easeInOut(_ duration: Double) -> Motion { .eased(.easeInOut, duration: duration) }

  /// Returns the motion, `seconds` later.
  public func delayed(by seconds: Double) -> Motion {
    var copy = self
    copy.delay = seconds.isNaN ? delay : min(3600, max(0, delay + seconds))
    return copy
  }

  /// Returns the motion, run `count` times (at least once); nil: for ever, which keeps the loop awake while the node is on the screen.
  public func repeating(_ count: Int? = nil, autoreversing: Bool = false) -> Motion {
    var copy = self
    copy.repeats = count.map { Double(max(1, $0)) } ?? .infinity
    copy.autoreverses = autoreversing
    return copy
  }

  /// Returns the motion beginning at this speed, units a second, for values whose first two numbers are a place: a transform's translation, a point.
  public func velocity(_ velocity: Point) -> Motion {
    var copy = self
    copy.initialVelocity = velocity.x.isFinite && velocity.y.isFinite ? velocity : nil
    return copy
  }

  /// Returns the motion beginning at this speed, units a second, for values that are one number.
  public func velocity(_ velocity: Double) -> Motion { self.velocity(Point(velocity, 0)) }

  /// The spring that it goes by; nil: a curve.
  public var spring: Spring? { if case .spring(let spring) = kind { spring } else { nil } }
  /// The curve that it goes by; nil: a spring.
  public var easing: Easing? { if case .eased(let easing, _) = kind { easing } else { nil } }

  /// Whether it takes time.
  var takesTime: Bool {
    if case .eased(_, let duration) = kind { return duration > 0 || delay > 0 }
    return true
  }

  /// Seconds of one run: of a spring, until it is within a thousandth of a way that it begins at rest.
  public var duration: Double {
    switch kind {
    case .eased(_, let duration): duration
    case .spring(let spring): spring.settlingTime(from: 1, tolerance: 0.001)
    }
  }

  /// The same, over after one run where it would go on for ever.
  var ending: Motion {
    guard !repeats.isFinite else { return self }
    var copy = self
    (copy.repeats, copy.autoreverses) = (1, false)
    return copy
  }

  /// What is seen of it where motion is to be reduced, of what does not move about: a short fade, once.
  var reduced: Motion {
    let longest = StandardMotion.reduced.seconds
    let fade = Motion.ease(min(longest, duration))
    return delay > 0 ? fade.delayed(by: min(delay, longest)) : fade
  }
}
