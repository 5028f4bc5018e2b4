public import Tessera

// Members of ``FormField`` as modifiers.
extension TypedElement where ElementType == FormField {
  /// Title above the frame. It names the content for screen readers.
  public func title(_ title: String) -> Self { with { $0.title = title } }
  /// Word after the title, such as "optional".
  public func note(_ note: String) -> Self { with { $0.note = note } }
  /// Help below the frame.
  public func help(_ help: String) -> Self { with { $0.help = help } }
  /// Error in place of the help; empty means that the value is valid.
  public func error(_ error: String) -> Self { with { $0.error = error } }
  /// Words before and after the content, such as a unit.
  public func prefix(_ prefix: String) -> Self { with { $0.prefix = prefix } }
  /// Words after the content, such as a unit.
  public func suffix(_ suffix: String) -> Self { with { $0.suffix = suffix } }
  /// Whether the program needs a value.
  public func required(_ isRequired: Bool = true) -> Self { with { $0.isRequired = isRequired } }
}
