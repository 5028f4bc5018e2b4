public import Tessera

// Members of ``Expander`` as modifiers.
extension TypedElement where ElementType == Expander {
  /// Title of the row.
  public func title(_ title: String) -> Self { with { $0.title = title } }
  /// Whether the contents are shown.
  public func expanded(_ isExpanded: Bool = true) -> Self { with { $0.isExpanded = isExpanded } }
  /// Whether the control can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
