extension Int {
  /// Converts the integer part of `value`, clamped to `range`. NaN counts as 0.
  init(saturating value: Double, in range: ClosedRange<Int>) {
    if value >= Double(range.upperBound) {
      self = range.upperBound
    } else if value > Double(range.lowerBound) {
      self = Int(value)
    } else {
      self = value.isNaN ? Swift.min(Swift.max(0, range.lowerBound), range.upperBound) : range.lowerBound
    }
  }
}
