/// Easing curve between keyframes: a cubic Bézier curve from (0, 0) to (1, 1), like CSS's `cubic-bezier`.
struct Easing: Sendable, Equatable {
  let x1, y1, x2, y2: Double

  init(x1: Double, y1: Double, x2: Double, y2: Double) {
    (self.x1, self.x2) = (min(max(x1, 0), 1), min(max(x2, 0), 1))
    (self.y1, self.y2) = (y1, y2)
  }

  /// Returns the progress at `x`, a fraction of the time, 0...1. The result may be outside of 0...1.
  func callAsFunction(_ x: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    if x1 == y1, x2 == y2 { return x }
    func at(_ t: Double, _ a: Double, _ b: Double) -> Double { ((1 - 3 * b + 3 * a) * t + (3 * b - 6 * a)) * t * t + 3 * a * t }
    var (low, high, t) = (0.0, 1.0, x)
    for _ in 0..<40 {
      let off = at(t, x1, x2) - x
      if abs(off) < 1e-9 { break }
      if off > 0 { high = t } else { low = t }
      let slope = 3 * (1 - 3 * x2 + 3 * x1) * t * t + 2 * (3 * x2 - 6 * x1) * t + 3 * x1
      let next = t - off / slope
      // Newton's step if it stays within the bounds, otherwise bisection.
      t = next > low && next < high ? next : (low + high) / 2
    }
    return at(t, y1, y2)
  }
}
