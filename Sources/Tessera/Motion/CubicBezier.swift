/// Cubic Bézier curve from (0, 0) to (1, 1) as a function of x. A value; any thread.
///
/// Source: CSS Easing Functions Level 1, section 2.3.
struct CubicBezier: Sendable, Hashable {
  let x1: Double
  let y1: Double
  let x2: Double
  let y2: Double

  /// `x1` and `x2` are clamped to 0...1; non-finite values are treated as 0.
  init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    func finite(_ v: Double) -> Double { v.isFinite ? min(1000, max(-1000, v)) : 0 }
    (self.x1, self.y1) = (min(1, max(0, finite(x1))), finite(y1))
    (self.x2, self.y2) = (min(1, max(0, finite(x2))), finite(y2))
  }

  var isLinear: Bool { x1 == y1 && x2 == y2 }

  /// Returns the y value at `x`, in 0...1.
  func value(at x: Double) -> Double { isLinear ? x : Self.at(y1, y2, Self.solve(x1, x2, x)) }

  /// Returns the slope at `x`.
  func slope(at x: Double) -> Double {
    if isLinear { return 1 }
    let t = Self.solve(x1, x2, x)
    let (dx, dy) = (Self.derivative(x1, x2, t), Self.derivative(y1, y2, t))
    if dx > 1e-9 { return dy / dx }
    // The tangent is vertical, or the curve begins with both points in its corner: the slope is a difference quotient.
    let (from, to) = (max(0, x - 1e-6), min(1, x + 1e-6))
    return (value(at: to) - value(at: from)) / (to - from)
  }

  private static func at(_ a: Double, _ b: Double, _ t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * a + 3 * u * t * t * b + t * t * t
  }

  private static func derivative(_ a: Double, _ b: Double, _ t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * a + 6 * u * t * (b - a) + 3 * t * t * (1 - b)
  }

  /// Returns the parameter at which the curve's x is `x`. x is monotonic, so bisection always finds it.
  private static func solve(_ a: Double, _ b: Double, _ x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if at(a, b, middle) < x { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
