public import Tessera

// Members of ``RangeSlider`` as modifiers.
extension TypedElement where ElementType == RangeSlider {
  /// Lower number.
  public func low(_ low: Double) -> Self { with { $0.low = low } }
  /// Higher number.
  public func high(_ high: Double) -> Self { with { $0.high = high } }
  /// Number at the start.
  public func minimum(_ minimum: Double) -> Self { with { $0.minimum = minimum } }
  /// Number at the end.
  public func maximum(_ maximum: Double) -> Self { with { $0.maximum = maximum } }
  /// Size of a step; 0 allows any number.
  public func step(_ step: Double) -> Self { with { $0.step = step } }
  /// Smallest distance between the numbers.
  public func minimumSpan(_ minimumSpan: Double) -> Self { with { $0.minimumSpan = minimumSpan } }
  /// Unit after the numbers, in the bubble and for screen readers.
  public func unit(_ unit: String) -> Self { with { $0.unit = unit } }
  /// Whether the control can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
