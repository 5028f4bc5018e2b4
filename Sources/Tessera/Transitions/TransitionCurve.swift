internal import Glibc

/// How a transition spreads over its time: from progress, 0 to 1, to the share of the way that is done. A value; any thread.
public struct TransitionCurve: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case bezier(x1: Double, y1: Double, x2: Double, y2: Double)
    /// Turns in the whole time and damping, as ``spring(damping:)`` says.
    case spring(frequency: Double, damping: Double)
  }

  let kind: Kind

  /// The same speed all the way.
  public static let linear = cubicBezier(0, 0, 1, 1)
  /// CSS's `ease`.
  public static let ease = cubicBezier(0.25, 0.1, 0.25, 1)
  /// Begins slowly.
  public static let easeIn = cubicBezier(0.42, 0, 1, 1)
  /// Ends slowly.
  public static let easeOut = cubicBezier(0, 0, 0.58, 1)
  /// Begins and ends slowly.
  public static let easeInOut = cubicBezier(0.42, 0, 0.58, 1)

  /// A cubic Bézier curve from (0, 0) to (1, 1), as CSS has it.
  ///
  /// Source: CSS Easing Functions Level 1, section 2.3.
  /// - Parameters: x1, y1, x2, y2: the two points between; `x1` and `x2` are clamped to 0...1, what is not finite counts as 0.
  public static func cubicBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> TransitionCurve {
    func finite(_ v: Double) -> Double { v.isFinite ? min(1000, max(-1000, v)) : 0 }
    return TransitionCurve(
      kind: .bezier(x1: min(1, max(0, finite(x1))), y1: finite(y1), x2: min(1, max(0, finite(x2))), y2: finite(y2)))
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
    return TransitionCurve(kind: .spring(frequency: high, damping: damping))
  }

  /// Returns the share of the way that is done at `progress` (clamped to 0...1): 0 at 0, 1 at 1; between, it may leave 0...1. Any thread.
  public func value(at progress: Double) -> Double { 1 - remainder(at: progress).ofDistance }

  /// What is left at `progress` of a distance, and of a speed (distance in the whole time) that there was at the start.
  func remainder(at progress: Double) -> (ofDistance: Double, ofSpeed: Double) {
    let t = progress.isNaN ? 1 : min(1, max(0, progress))
    if t == 0 { return (1, 0) }
    if t == 1 { return (0, 0) }
    switch kind {
    case .bezier(let x1, let y1, let x2, let y2):
      if x1 == y1, x2 == y2 { return (1 - t, 0) }
      return (1 - Self.bezier(y1, y2, Self.solve(x1, x2, t)), 0)
    case .spring(let w, let damping):
      let decay = exp(-damping * w * t)
      let swing = w * (1 - damping * damping).squareRoot()
      guard swing > 1e-3 else { return (decay * (1 + w * t), decay * t) }
      let (s, c) = (sin(swing * t), cos(swing * t))
      return (decay * (c + damping * w / swing * s), decay * s / swing)
    }
  }

  /// How fast the remainders change at `progress`, by the whole time.
  func speed(at progress: Double) -> (ofDistance: Double, ofSpeed: Double) {
    let h = 1e-5
    let (from, to) = (max(0, progress - h), min(1, progress + h))
    guard to > from else { return (0, 0) }
    let (a, b) = (remainder(at: from), remainder(at: to))
    return ((b.ofDistance - a.ofDistance) / (to - from), (b.ofSpeed - a.ofSpeed) / (to - from))
  }

  private static func bezier(_ a: Double, _ b: Double, _ t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * a + 3 * u * t * t * b + t * t * t
  }

  /// The parameter at which the curve's x is `x`: x only grows, so that halving always finds it.
  private static func solve(_ a: Double, _ b: Double, _ x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if bezier(a, b, middle) < x { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
