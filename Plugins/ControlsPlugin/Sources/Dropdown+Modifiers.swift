public import Tessera

// Members of ``Dropdown`` as modifiers.
extension TypedElement where ElementType == Dropdown {
  /// Options in their order.
  public func options(_ options: [ControlOption]) -> Self { with { $0.options = options } }
  /// Key of the selected option; nil means none.
  public func selection(_ selection: String?) -> Self { with { $0.selection = selection } }
  /// Shown without a choice.
  public func placeholderText(_ placeholderText: String) -> Self { with { $0.placeholderText = placeholderText } }
  /// Whether the user can operate the control.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
