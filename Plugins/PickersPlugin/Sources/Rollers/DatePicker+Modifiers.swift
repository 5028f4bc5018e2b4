public import Tessera

// Members of ``DatePicker`` as modifiers.
extension TypedElement where ElementType == DatePicker {
  /// Chosen date; shown as the nearest one between `minimum` and `maximum`.
  public func date(_ date: CalendarDate) -> Self { with { $0.date = date } }
  /// First date that can be chosen.
  public func minimum(_ minimum: CalendarDate) -> Self { with { $0.minimum = minimum } }
  /// Last date that can be chosen.
  public func maximum(_ maximum: CalendarDate) -> Self { with { $0.maximum = maximum } }
  /// Whether the control can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
