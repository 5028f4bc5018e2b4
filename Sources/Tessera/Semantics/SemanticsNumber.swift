/// A numeric value with its range and step. A value.
public struct SemanticsNumber: Sendable, Hashable {
  /// Current number.
  public var value: Double
  /// Limits; nil means none.
  public var minimum: Double?
  public var maximum: Double?
  /// Size of one step; nil means any.
  public var step: Double?

  /// Creates a number.
  public init(_ value: Double, in range: ClosedRange<Double>? = nil, step: Double? = nil) {
    (self.value, self.step) = (value, step)
    (minimum, maximum) = (range?.lowerBound, range?.upperBound)
  }
}
