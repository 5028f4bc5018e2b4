internal import Glibc

/// One number that a spring takes to its target: a function of time. A value; any thread.
public struct SpringMotion: Sendable, Hashable {
  /// Where it rests.
  public let target: Double
  /// What pulls it there.
  public let spring: Spring
  /// How far from the target it begins.
  let offset: Double
  /// How fast it begins, units a second.
  let velocity: Double

  /// Frequency of content that goes back to its edge, by ``StandardMotion/scroll``.
  public static let edge = Spring.settlingFrequency(StandardMotion.scroll.seconds)

  /// Makes a motion from `position`, which moves at `velocity`, to `target`.
  public init(from position: Double, velocity: Double, to target: Double, spring: Spring) {
    self.target = target
    self.spring = spring
    offset = position - target
    self.velocity = velocity
  }

  /// Makes a motion that does not swing past its target, by a critically damped spring of this frequency.
  public init(from position: Double, velocity: Double, to target: Double, frequency: Double = SpringMotion.edge) {
    self.init(from: position, velocity: velocity, to: target, spring: Spring(frequency: frequency, dampingRatio: 1))
  }

  /// Makes a motion by a critically damped spring that is within a thousandth of its way `seconds` after it began at rest.
  ///
  /// - Parameters:
  ///   - position: where it begins.
  ///   - velocity: how fast it begins, units a second.
  ///   - target: where it rests.
  ///   - seconds: above 0.
  public init(from position: Double, velocity: Double, to target: Double, settlingIn seconds: Double) {
    self.init(from: position, velocity: velocity, to: target, frequency: Spring.settlingFrequency(seconds))
  }

  /// Makes a motion as stiff as needed not to go past the target: for throws that are to end there.
  public init(from position: Double, landingAt target: Double, velocity: Double) {
    let offset = position - target
    let needed = offset * velocity < 0 ? abs(velocity / offset) : 0
    self.init(from: position, velocity: velocity, to: target, frequency: min(60, max(Self.edge, needed)))
  }

  /// Returns where it is after `time` seconds.
  public func position(after time: Double) -> Double {
    guard spring.dampingRatio == 1 else {
      let left = spring.remainder(after: time)
      return target + offset * left.ofDistance + velocity * left.ofSpeed
    }
    let t = max(0, time)
    return target + (offset + (velocity + spring.frequency * offset) * t) * exp(-spring.frequency * t)
  }

  /// Returns how fast it is after `time` seconds.
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
