internal import Tessera

/// Axis with lines at round numbers. A value.
struct ChartScale: Sendable, Hashable {
  let lower: Double
  let upper: Double
  /// Distance of lines.
  let step: Double

  /// - Parameters:
  ///   - extent: Numbers that are shown; empty: 0 to 1.
  ///   - lower: Fixed lower end; nil: a round number below all numbers.
  ///   - upper: Fixed upper end; nil: a round number above all numbers.
  ///   - includesZero: Whether the axis has 0 if its ends are not fixed.
  ///   - lines: Wanted number of intervals.
  init(_ extent: ChartExtent, lower: Double? = nil, upper: Double? = nil, includesZero: Bool, lines: Int = 4) {
    func usable(_ number: Double?) -> Double? { number.flatMap { $0.isFinite ? min(1e15, max(-1e15, $0)) : nil } }
    var (low, high) = extent.isEmpty ? (0, 1) : (usable(extent.lower) ?? 0, usable(extent.upper) ?? 1)
    if includesZero { (low, high) = (min(0, low), max(0, high)) }
    let (fixedLow, fixedHigh) = (usable(lower), usable(upper))
    if let fixedLow { low = fixedLow }
    if let fixedHigh { high = fixedHigh }
    // A single number, or ends in the wrong order, get a range around them.
    let least = max(abs(low), abs(high)) * 1e-9
    if !(high - low > max(least, 1e-12)) {
      let reach = max(abs(low) * 0.1, 0.5)
      if fixedLow == nil { low -= reach }
      high = low + 2 * reach
    }
    let step = Self.step((high - low) / Double(max(1, lines)))
    self.step = step
    let start = fixedLow ?? (low / step).rounded(.down) * step
    self.lower = start
    self.upper = fixedHigh.flatMap { $0 > start ? $0 : nil } ?? (high / step).rounded(.up) * step
  }

  /// Returns the smallest of 1, 2, 2.5 and 5 times a power of ten that is not below a number.
  private static func step(_ rough: Double) -> Double {
    guard rough.isFinite, rough > 0 else { return 1 }
    var power = 1.0
    while power * 10 <= rough { power *= 10 }
    while power > rough, power > 1e-15 { power /= 10 }
    for factor in [1, 2, 2.5, 5] where factor * power >= rough * 0.9999 { return factor * power }
    return 10 * power
  }

  /// Numbers of the lines; at most 12.
  var lines: [Double] {
    guard step > 0 else { return [] }
    let first = (lower / step - 1e-6).rounded(.up)
    let count = min(12, max(0, ((upper / step + 1e-6).rounded(.down) - first) + 1))
    return (0..<Int(count)).map { (first + Double($0)) * step }
  }

  /// Number of decimals that tell the lines apart, at most 6.
  var decimals: Int {
    var (decimals, power) = (0, 1.0)
    while decimals < 6, ((step * power).rounded() - step * power).magnitude > 1e-6 * step * power {
      decimals += 1
      power *= 10
    }
    return decimals
  }

  /// Returns a number as text with these decimals.
  static func words(_ number: Double, decimals: Int) -> String {
    guard number.isFinite else { return "–" }
    let text = NumberFormat(decimals: decimals).string(number)
    return text.hasPrefix("-") && text.dropFirst().allSatisfy { $0 == "0" || $0 == "." } ? String(text.dropFirst()) : text
  }

  /// Returns a number as text with as many decimals as it has, up to a limit.
  static func words(_ number: Double, atMost limit: Int) -> String {
    var (decimals, power) = (0, 1.0)
    while decimals < limit, number.isFinite, ((number * power).rounded() - number * power).magnitude > 1e-6 * max(1, power * 0.01) {
      decimals += 1
      power *= 10
    }
    return words(number, decimals: decimals)
  }

  /// Returns the position of a number, 0...1; beyond the ends it is outside.
  func share(_ number: Double) -> Double {
    guard upper > lower, number.isFinite else { return 0 }
    return min(2, max(-1, (number - lower) / (upper - lower)))
  }
}
