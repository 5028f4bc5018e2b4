public import Tessera

// Members of ``Stepper`` as modifiers.
extension TypedElement where ElementType == Stepper {
  /// Number of the stepper. Numbers outside of the range are shown as its end.
  public func amount(_ amount: Double) -> Self { with { $0.amount = amount } }
  /// Lowest number.
  public func minimum(_ minimum: Double) -> Self { with { $0.minimum = minimum } }
  /// Highest number.
  public func maximum(_ maximum: Double) -> Self { with { $0.maximum = maximum } }
  /// Size of a step.
  public func step(_ step: Double) -> Self { with { $0.step = step } }
  /// Unit after the number.
  public func unit(_ unit: String) -> Self { with { $0.unit = unit } }
  /// Whether the control can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
