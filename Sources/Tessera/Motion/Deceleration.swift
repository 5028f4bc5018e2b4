internal import Glibc

/// How a thrown thing slows down: its speed falls by the same share in the same time. Functions of time. A value.
public struct Deceleration: Sendable, Hashable {
  /// The share of speed that is left after a thousandth of a second, 0.5 ... 0.9999.
  public let rate: Double

  /// Makes a deceleration; `rate` is clamped, and NaN is `normal`.
  public init(rate: Double) { self.rate = rate.isNaN ? 0.998 : min(0.9999, max(0.5, rate)) }

  /// Comes to rest after about half of its speed in logical units: long lists.
  public static let normal = Deceleration(rate: 0.998)
  /// Comes to rest after a tenth of its speed: pages and short lists.
  public static let fast = Deceleration(rate: 0.99)

  /// The share of speed lost per second, in the limit of short times: speed is `exp(-damping * t)` of what it was.
  var damping: Double { -1000 * log(rate) }

  /// Returns how far a throw of `velocity` goes in `time` seconds.
  public func distance(_ velocity: Double, after time: Double) -> Double { velocity / damping * -expm1(-damping * max(0, time)) }

  /// Returns the velocity that is left after `time` seconds.
  public func velocity(_ velocity: Double, after time: Double) -> Double { velocity * exp(-damping * max(0, time)) }

  /// Returns how far a throw of `velocity` goes until it rests.
  public func distance(_ velocity: Double) -> Double { velocity / damping }

  /// Returns the seconds until no more than `rest` logical units of the way are left.
  public func duration(_ velocity: Double, rest: Double = 0.25) -> Double { max(0, log(abs(velocity) / damping / rest) / damping) }

  /// Returns the seconds until `distance` is travelled; nil where the throw does not go so far.
  public func time(_ velocity: Double, toTravel distance: Double) -> Double? {
    guard distance != 0 else { return 0 }
    let share = distance * damping / velocity
    return share > 0 && share < 1 ? -log1p(-share) / damping : nil
  }
}
