public import Tessera

/// How screens change places. A value; any thread.
public struct ScreenTransition: Sendable, Hashable {
  /// What it looks like.
  public enum Kind: String, Sendable, CaseIterable, Hashable {
    /// At once.
    case none
    /// The screen comes in from the end of lines, one above others from below; what it covers moves a little out of its way.
    case slide
    /// The screen comes through what it covers.
    case fade
  }

  /// What it looks like.
  public var kind: Kind
  /// Seconds; one that turns round on its way, or is let go by a finger, takes its time from where it is and how fast it moves.
  public var duration: Double { didSet { duration = Self.clamped(duration) } }

  /// At once.
  public static let none = ScreenTransition(.none)
  /// From the side, or from below.
  public static let slide = ScreenTransition(.slide)
  /// One through the other.
  public static let fade = ScreenTransition(.fade)

  /// Makes a transition. A duration that is not a number counts as 0; 60 seconds is the most.
  public init(_ kind: Kind, duration: Double = StandardMotion.screen.seconds) {
    self.kind = kind
    self.duration = Self.clamped(duration)
  }

  private static func clamped(_ duration: Double) -> Double { duration.isNaN ? 0 : min(60, max(0, duration)) }

  /// Seconds that it takes.
  var seconds: Double { kind == .none ? 0 : duration }
}

/// How far a screen has come in, from 0 to 1, and a little further while a finger pulls it: a function of time. A value.
struct ScreenPresence: Sendable, Hashable {
  /// As of the last moment.
  private(set) var value: Double
  private(set) var velocity = 0.0
  /// Where it goes.
  private(set) var target: Double
  private var spring: SpringMotion?
  /// When it began, and where.
  private var begin: Double?
  private var start = 0.0
  private(set) var isHeld = false

  init(_ value: Double) { (self.value, target) = (value, value) }

  /// Whether it is anywhere but in its place for good.
  var isUnderWay: Bool { spring != nil || isHeld }
  var isMoving: Bool { spring != nil }

  /// Sends it to 0 or 1 in about `seconds`, from where it is and as fast as it moves.
  mutating func send(to target: Double, in seconds: Double, velocity: Double? = nil) {
    let speed = velocity ?? self.velocity
    self.target = target
    isHeld = false
    (begin, start) = (nil, value)
    guard seconds > 0, value != target || speed != 0 else {
      (value, self.velocity, spring) = (target, 0, nil)
      return
    }
    // Within a thousandth of the way when its time is over, and there no later than it needs for its speed.
    spring = SpringMotion(from: value, velocity: speed, to: target, settlingIn: seconds)
    self.velocity = speed
  }

  /// Moves it to where it is at `time`.
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

  /// Puts it at `value` by hand, at most at `most`, and holds it there.
  mutating func hold(at value: Double, upTo most: Double = 1) {
    self.value = value.isFinite ? min(most, max(0, value)) : self.value
    (velocity, spring, isHeld) = (0, nil, true)
  }
}
