internal import Glibc

/// One number that a spring moves to its target: a function of time. A value; any thread.
public struct SpringMotion: Sendable, Hashable {
  /// Resting position.
  public let target: Double
  /// Spring of the motion.
  public let spring: Spring
  /// Initial distance from the target.
  let offset: Double
  /// Initial velocity, units a second.
  let velocity: Double

  /// Frequency of content that returns to its bounds, by ``StandardMotion/scroll``.
  public static let edge = Spring.settlingFrequency(StandardMotion.scroll.seconds)

  /// Creates a motion from `position`, with initial velocity `velocity`, to `target`.
  public init(from position: Double, velocity: Double, to target: Double, spring: Spring) {
    self.target = target
    self.spring = spring
    offset = position - target
    self.velocity = velocity
  }

  /// Creates a motion without overshoot, with a critically damped spring of this frequency.
  public init(from position: Double, velocity: Double, to target: Double, frequency: Double = SpringMotion.edge) {
    self.init(from: position, velocity: velocity, to: target, spring: Spring(frequency: frequency, dampingRatio: 1))
  }

  /// Creates a motion with a critically damped spring that, starting at rest, is within a thousandth of the distance after `seconds`.
  ///
  /// - Parameters:
  ///   - position: initial position.
  ///   - velocity: initial velocity, units a second.
  ///   - target: resting position.
  ///   - seconds: settling time, above 0.
  public init(from position: Double, velocity: Double, to target: Double, settlingIn seconds: Double) {
    self.init(from: position, velocity: velocity, to: target, frequency: Spring.settlingFrequency(seconds))
  }

  /// Creates a motion that is stiff enough not to overshoot, for flings that must end at the target.
  public init(from position: Double, landingAt target: Double, velocity: Double) {
    let offset = position - target
    let needed = offset * velocity < 0 ? abs(velocity / offset) : 0
    self.init(from: position, velocity: velocity, to: target, frequency: min(60, max(Self.edge, needed)))
  }

  /// Returns the position after `time` seconds.
  public func position(after time: Double) -> Double {
    guard spring.dampingRatio == 1 else {
      let left = spring.remainder(after: time)
      return target + offset * left.ofDistance + velocity * left.ofSpeed
    }
    let t = max(0, time)
    return target + (offset + (velocity + spring.frequency * offset) * t) * exp(-spring.frequency * t)
  }

  /// Returns the velocity after `time` seconds.
  public func velocity(after time: Double) -> Double {
    guard spring.dampingRatio == 1 else {
      let speed = spring.speed(after: time)
      return offset * speed.ofDistance + velocity * speed.ofSpeed
    }
    let t = max(0, time)
    let frequency = spring.frequency
    return (velocity - frequency * (velocity + frequency * offset) * t) * exp(-frequency * t)
  }

  /// Returns the seconds after which it stays within `rest` units of the target.
  public func duration(rest: Double = 0.25) -> Double { spring.settlingTime(from: offset, speed: velocity, tolerance: rest) }
}
