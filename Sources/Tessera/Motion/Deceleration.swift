internal import Glibc

/// Deceleration of a fling: velocity decreases exponentially with time. Functions of time. A value.
public struct Deceleration: Sendable, Hashable {
  /// Fraction of the velocity left after a millisecond, 0.5 ... 0.9999.
  public let rate: Double

  /// Creates a deceleration; `rate` is clamped, and NaN means `normal`.
  public init(rate: Double) { self.rate = rate.isNaN ? 0.998 : min(0.9999, max(0.5, rate)) }

  /// Fling distance of about half of the velocity in logical units, for long lists.
  public static let normal = Deceleration(rate: 0.998)
  /// Fling distance of a tenth of the velocity, for pages and short lists.
  public static let fast = Deceleration(rate: 0.99)

  /// Decay rate a second: velocity after t seconds is `exp(-damping * t)` of the initial one.
  var damping: Double { -1000 * log(rate) }

  /// Returns the distance that a fling at `velocity` covers in `time` seconds.
  public func distance(_ velocity: Double, after time: Double) -> Double { velocity / damping * -expm1(-damping * max(0, time)) }

  /// Returns the velocity after `time` seconds.
  public func velocity(_ velocity: Double, after time: Double) -> Double { velocity * exp(-damping * max(0, time)) }

  /// Returns the total distance of a fling at `velocity`.
  public func distance(_ velocity: Double) -> Double { velocity / damping }

  /// Returns the seconds until at most `rest` logical units of the distance are left.
  public func duration(_ velocity: Double, rest: Double = 0.25) -> Double { max(0, log(abs(velocity) / damping / rest) / damping) }

  /// Returns the seconds until `distance` is covered; nil if the fling does not reach it.
  public func time(_ velocity: Double, toTravel distance: Double) -> Double? {
    guard distance != 0 else { return 0 }
    let share = distance * damping / velocity
    return share > 0 && share < 1 ? -log1p(-share) / damping : nil
  }
}
