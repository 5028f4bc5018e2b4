public import Tessera

/// Transition between screens. A value; any thread.
public struct ScreenTransition: Sendable, Hashable {
  /// Visual effect of a transition.
  public enum Kind: String, Sendable, CaseIterable, Hashable {
    /// No transition.
    case none
    /// The screen slides in from the trailing edge, a cover or sheet from below; the covered screen moves slightly aside.
    case slide
    /// The screens cross-fade.
    case fade
  }

  /// Visual effect.
  public var kind: Kind
  /// Duration in seconds. A reversed or released transition takes a time that depends on its position and velocity.
  public var duration: Double { didSet { duration = Self.clamped(duration) } }

  /// No transition.
  public static let none = ScreenTransition(.none)
  /// Slides from the side or from below.
  public static let slide = ScreenTransition(.slide)
  /// Cross-fades.
  public static let fade = ScreenTransition(.fade)

  /// Creates a transition. A NaN duration is treated as 0; the maximum is 60 seconds.
  public init(_ kind: Kind, duration: Double = StandardMotion.screen.seconds) {
    self.kind = kind
    self.duration = Self.clamped(duration)
  }

  private static func clamped(_ duration: Double) -> Double { duration.isNaN ? 0 : min(60, max(0, duration)) }

  /// Effective duration in seconds.
  var seconds: Double { kind == .none ? 0 : duration }
}

/// Progress of a screen's appearance, from 0 to 1, and slightly more while a finger pulls it: a function of time. A value.
struct ScreenPresence: Sendable, Hashable {
  /// Progress at the last update.
  private(set) var value: Double
  private(set) var velocity = 0.0
  /// Target of the progress.
  private(set) var target: Double
  private var spring: SpringMotion?
  /// Start time and start value.
  private var begin: Double?
  private var start = 0.0
  private(set) var isHeld = false

  init(_ value: Double) { (self.value, target) = (value, value) }

  /// Whether it is not at rest.
  var isUnderWay: Bool { spring != nil || isHeld }
  var isMoving: Bool { spring != nil }

  /// Moves it to 0 or 1 in about `seconds`, from its current value and velocity.
  mutating func send(to target: Double, in seconds: Double, velocity: Double? = nil) {
    let speed = velocity ?? self.velocity
    self.target = target
    isHeld = false
    (begin, start) = (nil, value)
    guard seconds > 0, value != target || speed != 0 else {
      (value, self.velocity, spring) = (target, 0, nil)
      return
    }
    // At the end of the duration it is within a thousandth of the distance, and arrives no later than its velocity requires.
    spring = SpringMotion(from: value, velocity: speed, to: target, settlingIn: seconds)
    self.velocity = speed
  }

  /// Advances it to `time`.
  mutating func move(to time: Double) {
    guard let spring else { return }
    let begin = begin ?? time
    self.begin = begin
    let elapsed = time - begin
    if elapsed + 1e-9 >= spring.duration(rest: 0.001) {
      (value, velocity, self.spring) = (target, 0, nil)
    } else {
      value = min(max(1, start), max(0, spring.position(after: elapsed)))
      velocity = spring.velocity(after: elapsed)
    }
  }

  /// Sets it to `value`, at most `most`, and holds it there.
  mutating func hold(at value: Double, upTo most: Double = 1) {
    self.value = value.isFinite ? min(most, max(0, value)) : self.value
    (velocity, spring, isHeld) = (0, nil, true)
  }
}
