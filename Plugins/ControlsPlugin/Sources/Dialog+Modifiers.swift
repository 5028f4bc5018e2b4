public import Tessera

// Members of ``Dialog`` as modifiers.
extension TypedElement where ElementType == Dialog {
  /// Whether the dialog is shown.
  public func open(_ isOpen: Bool = true) -> Self { with { $0.isOpen = isOpen } }
  /// Title; empty means none.
  public func title(_ title: String) -> Self { with { $0.title = title } }
  /// Explanation below the title; empty means none.
  public func text(_ text: String) -> Self { with { $0.text = text } }
  /// Buttons from the start on, the main action last.
  public func buttons(_ buttons: [DialogButton]) -> Self { with { $0.buttons = buttons } }
}
