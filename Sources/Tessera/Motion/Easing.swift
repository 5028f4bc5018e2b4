/// How a motion of fixed duration spreads over its time: from the share of the time to the share of the way. A value; any thread.
///
/// Source: CSS Easing Functions Level 1.
public struct Easing: Sendable, Hashable {
  /// Where the steps of ``steps(_:_:)`` are.
  public enum Jump: String, Sendable, CaseIterable, Hashable {
    /// The first at the start; the last at the end.
    case start, end
    /// None at either; both.
    case none, both
  }

  enum Kind: Sendable, Hashable {
    case bezier(CubicBezier)
    case steps(Int, Jump)
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
  /// Stays at the start until the time is over.
  public static let hold = steps(1)

  /// A cubic Bézier curve from (0, 0) to (1, 1); `x1` and `x2` are clamped to 0...1, what is not finite counts as 0.
  public static func cubicBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Easing {
    Easing(kind: .bezier(CubicBezier(x1, y1, x2, y2)))
  }

  /// `count` steps of the same length, at least 1 (2 for ``Jump/none``) and at most 100,000.
  public static func steps(_ count: Int, _ jump: Jump = .end) -> Easing {
    Easing(kind: .steps(min(100_000, max(jump == .none ? 2 : 1, count)), jump))
  }

  /// Returns the share of the way at `share` of the time (clamped to 0...1); between its ends it may leave 0...1.
  public func value(at share: Double) -> Double {
    let t = share.isNaN ? 1 : min(1, max(0, share))
    switch kind {
    case .bezier(let curve):
      if t == 0 || t == 1 { return t }
      return curve.value(at: t)
    case .steps(let count, let jump):
      if t == 1 { return 1 }
      let n = Double(count)
      // A step that the sums of fractions miss by a hair has been taken.
      let step = (t * n + 1e-9).rounded(.down)
      switch jump {
      case .end: return step / n
      case .start: return min(1, (step + 1) / n)
      case .none: return min(1, step / (n - 1))
      case .both: return (step + 1) / (n + 1)
      }
    }
  }

  /// Returns the speed at `share` of the time, ways for each whole time.
  public func slope(at share: Double) -> Double {
    guard case .bezier(let curve) = kind else { return 0 }
    return curve.slope(at: share.isNaN ? 1 : min(1, max(0, share)))
  }
}
