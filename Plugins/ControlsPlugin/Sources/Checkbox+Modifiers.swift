public import Tessera

// Members of ``Checkbox`` as modifiers.
extension TypedElement where ElementType == Checkbox {
  /// State of the checkbox.
  public func state(_ state: CheckedState) -> Self { with { $0.state = state } }
  /// Label next to the box.
  public func title(_ title: String) -> Self { with { $0.title = title } }
  /// Whether the value is invalid: the edge of the box has the color of errors.
  public func invalid(_ isInvalid: Bool = true) -> Self { with { $0.isInvalid = isInvalid } }
  /// Whether the control can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
  /// Whether the checkbox is checked; false for a mixed one. Setting it checks or unchecks the checkbox.
  public func checked(_ isChecked: Bool = true) -> Self { with { $0.isChecked = isChecked } }
}
