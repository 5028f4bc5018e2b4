public import Tessera

// Members of ``Toast`` as modifiers.
extension TypedElement where ElementType == Toast {
  /// Whether the toast is shown, or waits for others.
  public func open(_ isOpen: Bool = true) -> Self { with { $0.isOpen = isOpen } }
  /// The message.
  public func text(_ text: String) -> Self { with { $0.text = text } }
  /// Title of the action; empty means none.
  public func action(_ action: String) -> Self { with { $0.action = action } }
  /// Seconds on the screen; 0 means 4, or 8 with an action.
  public func seconds(_ seconds: Double) -> Self { with { $0.seconds = seconds } }
  /// Whether screen readers interrupt the current announcement for it.
  public func urgent(_ isUrgent: Bool = true) -> Self { with { $0.isUrgent = isUrgent } }
}
