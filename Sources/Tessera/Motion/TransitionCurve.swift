internal import Glibc

/// Curve of a transition: maps progress, 0 to 1, to the fraction of the distance. A value; any thread.
public struct TransitionCurve: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case easing(Easing)
    /// Its unit of time is the whole transition.
    case spring(Spring)
  }

  let kind: Kind

  /// Constant speed.
  public static let linear = TransitionCurve(.linear)
  /// CSS's `ease`.
  public static let ease = TransitionCurve(.ease)
  /// Slow start.
  public static let easeIn = TransitionCurve(.easeIn)
  /// Slow end.
  public static let easeOut = TransitionCurve(.easeOut)
  /// Slow start and end.
  public static let easeInOut = TransitionCurve(.easeInOut)

  /// Creates a curve of an easing.
  public init(_ easing: Easing) { kind = .easing(easing) }

  /// Creates a curve of a spring that is at rest at the end of the transition.
  /// - Parameter spring: spring whose unit of time is the whole transition.
  init(unit spring: Spring) { kind = .spring(spring) }

  /// Returns a cubic Bézier curve from (0, 0) to (1, 1), as in CSS.
  ///
  /// Source: CSS Easing Functions Level 1, section 2.3.
  /// - Parameters: x1, y1, x2, y2: the two control points; `x1` and `x2` are clamped to 0...1, and non-finite values are treated as 0.
  public static func cubicBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> TransitionCurve {
    TransitionCurve(.cubicBezier(x1, y1, x2, y2))
  }

  /// Returns a spring that is at rest at the end of the transition, to 1/10,000 of the distance.
  ///
  /// An interrupted spring, or one that replaces another curve, continues with the current velocity.
  /// - Parameter damping: 1 means no overshoot; smaller values oscillate. Clamped to 0.05...1.
  public static func spring(damping: Double = 0.8) -> TransitionCurve {
    let damping = damping.isNaN ? 1 : min(1, max(0.05, damping))
    // The frequency at which the remaining oscillation is a ten-thousandth at the end: computed once, by bisection.
    func left(_ w: Double) -> Double {
      let swing = (1 - damping * damping).squareRoot()
      return exp(-damping * w) * min(1 + w, swing > 0 ? 1 / swing : .infinity)
    }
    var (low, high) = (1.0, 400.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if left(middle) > 1e-4 { low = middle } else { high = middle }
    }
    return TransitionCurve(unit: Spring(frequency: high, dampingRatio: damping))
  }

  /// Returns the fraction of the distance at `progress` (clamped to 0...1): 0 at 0, 1 at 1; in between it may leave 0...1. Any thread.
  public func value(at progress: Double) -> Double { 1 - remainder(at: progress).ofDistance }

  /// Returns the remaining fractions at `progress` of an initial distance, and of an initial velocity (distance in the whole time).
  func remainder(at progress: Double) -> (ofDistance: Double, ofSpeed: Double) {
    let t = progress.isNaN ? 1 : min(1, max(0, progress))
    if t == 0 { return (1, 0) }
    if t == 1 { return (0, 0) }
    switch kind {
    case .easing(let easing): return (1 - easing.value(at: t), 0)
    case .spring(let spring): return spring.remainder(after: t)
    }
  }

  /// Returns the derivatives of the remainders at `progress`, by the whole time.
  func speed(at progress: Double) -> (ofDistance: Double, ofSpeed: Double) {
    let t = progress.isNaN ? 1 : min(1, max(0, progress))
    switch kind {
    case .easing(let easing): return (-easing.slope(at: t), 0)
    case .spring(let spring): return t == 1 ? (0, 0) : spring.speed(after: t)
    }
  }
}
