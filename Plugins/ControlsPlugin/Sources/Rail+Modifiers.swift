public import Tessera

// Members of ``Rail`` as modifiers.
extension TypedElement where ElementType == Rail {
  /// Options in their order.
  public func options(_ options: [ControlOption]) -> Self { with { $0.options = options } }
  /// Key of the selected option; nil means none.
  public func selection(_ selection: String?) -> Self { with { $0.selection = selection } }
  /// Whether the words follow the icons in one line.
  public func wide(_ isWide: Bool = true) -> Self { with { $0.isWide = isWide } }
  /// Whether the user can operate the control.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
  /// Number of the last options that are at the lower end.
  public func footCount(_ footCount: Int) -> Self { with { $0.footCount = footCount } }
  /// Node above the options; nil means none.
  public func head(_ head: AnyNode?) -> Self { with { $0.head = head } }
}
