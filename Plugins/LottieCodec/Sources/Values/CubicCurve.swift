internal import TesseraGeometry

/// Cubic Bézier curve.
struct CubicCurve: Sendable, Equatable {
  var a, b, c, d: Point

  init(_ a: Point, _ b: Point, _ c: Point, _ d: Point) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

  /// Whether it is the straight line from `a` to `d`.
  var isLine: Bool { a == b && c == d }

  func point(at t: Double) -> Point {
    let s = 1 - t
    return a * (s * s * s) + b * (3 * s * s * t) + c * (3 * s * t * t) + d * (t * t * t)
  }

  /// Returns the part between two parameters, `from` <= `to`. For a line, the parameters are fractions of its length.
  func part(from: Double, to: Double) -> CubicCurve {
    if from <= 0, to >= 1 { return self }
    if isLine {
      let (start, end) = (a + (d - a) * max(from, 0), a + (d - a) * min(to, 1))
      return CubicCurve(start, start, end, end)
    }
    let tail = from <= 0 ? self : split(at: from).after
    let rest = from >= 1 ? 1 : (to - from) / (1 - from)
    return rest >= 1 ? tail : tail.split(at: rest).before
  }

  private func split(at t: Double) -> (before: CubicCurve, after: CubicCurve) {
    func mix(_ p: Point, _ q: Point) -> Point { p + (q - p) * t }
    let (ab, bc, cd) = (mix(a, b), mix(b, c), mix(c, d))
    let (abc, bcd) = (mix(ab, bc), mix(bc, cd))
    let middle = mix(abc, bcd)
    return (CubicCurve(a, ab, abc, middle), CubicCurve(middle, bcd, cd, d))
  }
}

/// Arc lengths of a curve up to evenly spaced parameters. For a line, parameters are fractions of its length.
struct ArcLengths: Sendable {
  private let sums: [Double]

  init(_ curve: CubicCurve, steps: Int) {
    if curve.isLine {
      let way = curve.d - curve.a
      sums = [0, (way.x * way.x + way.y * way.y).squareRoot()]
      return
    }
    var (sum, before) = (0.0, curve.a)
    var sums = [0.0]
    for i in 1...steps {
      let next = curve.point(at: Double(i) / Double(steps))
      let step = next - before
      sum += (step.x * step.x + step.y * step.y).squareRoot()
      sums.append(sum)
      before = next
    }
    self.sums = sums
  }

  var whole: Double { sums[sums.count - 1] }

  /// Returns the parameter at an arc length.
  func parameter(at length: Double) -> Double {
    guard length > 0, whole > 0 else { return 0 }
    guard length < whole else { return 1 }
    var (low, high) = (0, sums.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if sums[middle] <= length { low = middle } else { high = middle }
    }
    let step = sums[high] - sums[low]
    return (Double(low) + (step > 0 ? (length - sums[low]) / step : 0)) / Double(sums.count - 1)
  }
}
