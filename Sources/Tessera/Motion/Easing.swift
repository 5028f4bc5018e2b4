/// Easing of a motion with fixed duration: maps the fraction of time to the fraction of distance. A value; any thread.
///
/// Source: CSS Easing Functions Level 1.
public struct Easing: Sendable, Hashable {
  /// Positions of the jumps of ``steps(_:_:)``.
  public enum Jump: String, Sendable, CaseIterable, Hashable {
    /// The first jump is at the start; the last jump is at the end.
    case start, end
    /// No jump at the start and the end; jumps at both.
    case none, both
  }

  enum Kind: Sendable, Hashable {
    case bezier(CubicBezier)
    case steps(Int, Jump)
  }

  let kind: Kind

  /// Constant speed.
  public static let linear = cubicBezier(0, 0, 1, 1)
  /// CSS's `ease`.
  public static let ease = cubicBezier(0.25, 0.1, 0.25, 1)
  /// Slow start.
  public static let easeIn = cubicBezier(0.42, 0, 1, 1)
  /// Slow end.
  public static let easeOut = cubicBezier(0, 0, 0.58, 1)
  /// Slow start and end.
  public static let easeInOut = cubicBezier(0.42, 0, 0.58, 1)
  /// Start value until the time is over.
  public static let hold = steps(1)

  /// Returns a cubic Bézier curve from (0, 0) to (1, 1); `x1` and `x2` are clamped to 0...1, and non-finite values are treated as 0.
  public static func cubicBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Easing {
    Easing(kind: .bezier(CubicBezier(x1, y1, x2, y2)))
  }

  /// Returns `count` steps of equal length, at least 1 (2 for ``Jump/none``) and at most 100,000.
  public static func steps(_ count: Int, _ jump: Jump = .end) -> Easing {
    Easing(kind: .steps(min(100_000, max(jump == .none ? 2 : 1, count)), jump))
  }

  /// Returns the fraction of distance at fraction `share` of the time (clamped to 0...1); in between it may leave 0...1.
  public func value(at share: Double) -> Double {
    let t = share.isNaN ? 1 : min(1, max(0, share))
    switch kind {
    case .bezier(let curve):
      if t == 0 || t == 1 { return t }
      return curve.value(at: t)
    case .steps(let count, let jump):
      if t == 1 { return 1 }
      let n = Double(count)
      // A step missed only by a rounding error counts as taken.
      let step = (t * n + 1e-9).rounded(.down)
      switch jump {
      case .end: return step / n
      case .start: return min(1, (step + 1) / n)
      case .none: return min(1, step / (n - 1))
      case .both: return (step + 1) / (n + 1)
      }
    }
  }

  /// Returns the slope at fraction `share` of the time, distances for each duration.
  public func slope(at share: Double) -> Double {
    guard case .bezier(let curve) = kind else { return 0 }
    return curve.slope(at: share.isNaN ? 1 : min(1, max(0, share)))
  }
}
