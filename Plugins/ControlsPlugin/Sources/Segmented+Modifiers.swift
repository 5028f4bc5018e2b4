public import Tessera

// Members of ``Segmented`` as modifiers.
extension TypedElement where ElementType == Segmented {
  /// Options in their order.
  public func options(_ options: [ControlOption]) -> Self { with { $0.options = options } }
  /// Key of the selected option; nil means none.
  public func selection(_ selection: String?) -> Self { with { $0.selection = selection } }
  /// Whether the user can operate the control.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
