public import Tessera

// Members of ``Menu`` as modifiers.
extension TypedElement where ElementType == Menu {
  /// Words of the button; without words it shows only the icon.
  public func title(_ title: String) -> Self { with { $0.title = title } }
  /// Name of the button's icon; empty means none, or `more` without words.
  public func icon(_ icon: String) -> Self { with { $0.icon = icon } }
  /// Rows of the menu.
  public func entries(_ entries: [MenuEntry]) -> Self { with { $0.entries = entries } }
  /// Whether the menu can be opened.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
