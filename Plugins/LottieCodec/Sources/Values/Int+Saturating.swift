extension Int {
  /// The whole part of `value` within `range`; 0, or the bound nearest to it, where `value` is no number.
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
