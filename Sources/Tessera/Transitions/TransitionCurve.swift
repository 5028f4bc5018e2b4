internal import Glibc

/// How a transition spreads over its time: from progress, 0 to 1, to the share of the way that is done. A value; any thread.
public struct TransitionCurve: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case easing(Easing)
    /// Its second is the time of the whole transition.
    case spring(Spring)
  }

  let kind: Kind

  /// The same speed all the way.
  public static let linear = TransitionCurve(.linear)
  /// CSS's `ease`.
  public static let ease = TransitionCurve(.ease)
  /// Begins slowly.
  public static let easeIn = TransitionCurve(.easeIn)
  /// Ends slowly.
  public static let easeOut = TransitionCurve(.easeOut)
  /// Begins and ends slowly.
  public static let easeInOut = TransitionCurve(.easeInOut)

  /// Makes a curve of an easing.
  public init(_ easing: Easing) { kind = .easing(easing) }

  /// Makes a curve of a spring that has come to rest when the transition's time is over.
  /// - Parameter spring: one whose second is the time of the whole transition.
  init(unit spring: Spring) { kind = .spring(spring) }

  /// A cubic Bézier curve from (0, 0) to (1, 1), as CSS has it.
  ///
  /// Source: CSS Easing Functions Level 1, section 2.3.
  /// - Parameters: x1, y1, x2, y2: the two points between; `x1` and `x2` are clamped to 0...1, what is not finite counts as 0.
  public static func cubicBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> TransitionCurve {
    TransitionCurve(.cubicBezier(x1, y1, x2, y2))
  }

  /// A spring that has come to rest when the transition's time is over, to 1/10,000 of the way.
  ///
  /// One that is interrupted, or that takes over from another curve, goes on with the speed that it finds.
  /// - Parameter damping: 1: without overshoot; less: it swings. Clamped to 0.05...1.
  public static func spring(damping: Double = 0.8) -> TransitionCurve {
    let damping = damping.isNaN ? 1 : min(1, max(0.05, damping))
    // The frequency at which the swing left after the whole time is a ten-thousandth: found once, by halving.
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

  /// Returns the share of the way that is done at `progress` (clamped to 0...1): 0 at 0, 1 at 1; between, it may leave 0...1. Any thread.
  public func value(at progress: Double) -> Double { 1 - remainder(at: progress).ofDistance }

  /// What is left at `progress` of a distance, and of a speed (distance in the whole time) that there was at the start.
  func remainder(at progress: Double) -> (ofDistance: Double, ofSpeed: Double) {
    let t = progress.isNaN ? 1 : min(1, max(0, progress))
    if t == 0 { return (1, 0) }
    if t == 1 { return (0, 0) }
    switch kind {
    case .easing(let easing): return (1 - easing.value(at: t), 0)
    case .spring(let spring): return spring.remainder(after: t)
    }
  }

  /// How fast the remainders change at `progress`, by the whole time.
  func speed(at progress: Double) -> (ofDistance: Double, ofSpeed: Double) {
    let t = progress.isNaN ? 1 : min(1, max(0, progress))
    switch kind {
    case .easing(let easing): return (-easing.slope(at: t), 0)
    case .spring(let spring): return t == 1 ? (0, 0) : spring.speed(after: t)
    }
  }
}
