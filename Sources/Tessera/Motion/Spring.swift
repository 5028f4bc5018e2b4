internal import Glibc

/// Damped spring, defined by frequency and damping ratio. The remainders of a distance and of a velocity are functions of time in closed
/// form. A value; any thread.
///
/// Source: the damped harmonic oscillator, `x'' + 2ζω x' + ω² x = 0`.
public struct Spring: Sendable, Hashable {
  /// Undamped angular frequency ω, radians a second, above 0.
  public let frequency: Double
  /// Damping ratio ζ: below 1 the spring overshoots, 1 is the fastest without overshoot, above 1 it approaches slowly. At least 0.001.
  public let dampingRatio: Double

  /// Creates a spring from frequency and damping ratio. Values out of range are clamped; NaN values are replaced by 2π and 1.
  public init(frequency: Double, dampingRatio: Double) {
    self.frequency = frequency.isNaN ? 2 * .pi : min(1e5, max(1e-3, frequency))
    self.dampingRatio = dampingRatio.isNaN ? 1 : min(1e3, max(1e-3, dampingRatio))
  }

  /// Creates a spring from its perceived duration and bounce.
  ///
  /// - Parameters:
  ///   - duration: seconds of one undamped oscillation, about the perceived duration. Clamped to 0.001...3600.
  ///   - bounce: 0 means none; up to 1 it bounces more, and down to -1 it approaches more slowly. Clamped to -0.99...0.999.
  public init(duration: Double = 0.5, bounce: Double = 0) {
    let duration = duration.isNaN ? 0.5 : min(3600, max(0.001, duration))
    let bounce = bounce.isNaN ? 0 : min(0.999, max(-0.99, bounce))
    self.init(frequency: 2 * .pi / duration, dampingRatio: bounce < 0 ? 1 / (1 + bounce) : 1 - bounce)
  }

  /// Creates a spring from physical parameters. NaN, infinite and non-positive values (for damping: negative ones) are treated as 1.
  public init(stiffness: Double, damping: Double, mass: Double = 1) {
    func positive(_ v: Double) -> Double { v > 0 && v.isFinite ? v : 1 }
    let (k, m) = (positive(stiffness), positive(mass))
    let c = damping >= 0 && damping.isFinite ? damping : 1
    self.init(frequency: (k / m).squareRoot(), dampingRatio: c / (2 * (k * m).squareRoot()))
  }

  /// Stiffness for a mass of 1.
  public var stiffness: Double { frequency * frequency }
  /// Damping for a mass of 1.
  public var damping: Double { 2 * dampingRatio * frequency }

  /// Returns the factors of an initial distance and an initial velocity that make up the distance after `time` seconds.
  ///
  /// The distance then is `start * ofDistance + speed * ofSpeed`; at time 0 that is (1, 0).
  public func remainder(after time: Double) -> (ofDistance: Double, ofSpeed: Double) {
    let t = max(0, time)
    let (w, damping) = (frequency, dampingRatio)
    let square = 1 - damping * damping
    if square > 1e-14 {
      let decay = exp(-damping * w * t)
      let swing = w * square.squareRoot()
      let (s, c) = (sin(swing * t), cos(swing * t))
      return (decay * (c + damping * w / swing * s), decay * s / swing)
    }
    guard square < -1e-14 else {
      let decay = exp(-damping * w * t)
      return (decay * (1 + w * t), decay * t)
    }
    // The two decay rates; the smaller one is written without cancellation.
    let root = (-square).squareRoot()
    let swing = w * root
    let slow = exp(-w / (damping + root) * t)
    // Of exp(-2 swing t): 1 minus it, and 1 plus it.
    let less = -expm1(-2 * swing * t)
    let ofSpeed = slow * less / (2 * swing)
    return (slow * (2 - less) / 2 + damping * w * ofSpeed, ofSpeed)
  }

  /// Returns the derivatives of these factors after `time` seconds: the velocity then is `start * ofDistance + speed * ofSpeed`. At time 0
  /// that is (0, 1).
  public func speed(after time: Double) -> (ofDistance: Double, ofSpeed: Double) {
    // The derivative of the velocity factor follows from the equation of motion: r_x = r_v' + 2ζω r_v.
    let (ofDistance, ofSpeed) = remainder(after: time)
    return (-frequency * frequency * ofSpeed, ofDistance - 2 * dampingRatio * frequency * ofSpeed)
  }

  /// Returns the seconds after which it stays within `tolerance` of its target.
  ///
  /// - Parameters:
  ///   - distance: initial distance from the target.
  ///   - speed: initial velocity, units a second.
  ///   - tolerance: above 0, in the unit of the distance.
  /// - Returns: at most 3600.
  public func settlingTime(from distance: Double, speed: Double = 0, tolerance: Double) -> Double {
    guard tolerance > 0, distance.isFinite, speed.isFinite else { return 0 }
    let (w, damping) = (frequency, dampingRatio)
    let square = 1 - damping * damping
    if square > 1e-14 {
      // The oscillation is below a decreasing envelope.
      let other = (speed + damping * w * distance) / (w * square.squareRoot())
      let amplitude = (distance * distance + other * other).squareRoot()
      return amplitude > tolerance ? min(3600, log(amplitude / tolerance) / (damping * w)) : 0
    }
    guard square < -1e-14 else { return criticalSettlingTime(distance, speed, tolerance) }
    let root = (-square).squareRoot()
    let (slow, fast) = (w / (damping + root), w * (damping + root))
    let ofSlow = (speed + fast * distance) / (fast - slow)
    let ofFast = distance - ofSlow
    return Self.find(from: 0, step: 1 / slow, tolerance) { abs(ofSlow) * exp(-slow * $0) + abs(ofFast) * exp(-fast * $0) }
  }

  private func criticalSettlingTime(_ distance: Double, _ speed: Double, _ tolerance: Double) -> Double {
    let slope = abs(speed + frequency * distance)
    // The envelope rises at first and decreases from 1 / frequency on.
    let low = slope > frequency * abs(distance) ? 1 / frequency - abs(distance) / slope : 0
    return Self.find(from: low, step: 1 / frequency, tolerance) { (abs(distance) + slope * $0) * exp(-frequency * $0) }
  }

  /// Returns when a function that decreases from `low` on reaches `tolerance`; 0 if it is reached at `low`.
  private static func find(from low: Double, step: Double, _ tolerance: Double, _ reach: (Double) -> Double) -> Double {
    var low = low
    guard reach(low) > tolerance else { return 0 }
    var high = low + step
    while reach(high) > tolerance, high < 3600 { high *= 2 }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if reach(middle) > tolerance { low = middle } else { high = middle }
    }
    return min(3600, high)
  }
}
