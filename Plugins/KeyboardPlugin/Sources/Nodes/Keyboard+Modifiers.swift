public import Tessera

// Members of ``Keyboard`` as modifiers.
extension TypedElement where ElementType == Keyboard {
  /// Names of layouts (`KeyboardLayout.standardNames`) and files of layouts, the first one first; "emoji" adds pages of emoji. Empty: the layout of
  /// the environment's locale, or English.
  public func languages(_ languages: [String]) -> Self { with { $0.languages = languages } }
  /// Kind of text whose keys are shown; nil: that of the focused field.
  public func purpose(_ purpose: TextInputPurpose?) -> Self { with { $0.purpose = purpose } }
  /// Whether sentences begin with a capital.
  public func capitalizes(_ capitalizes: Bool = true) -> Self { with { $0.capitalizes = capitalizes } }
  /// Words that the strip suggests by their first letters.
  public func words(_ words: [String]) -> Self { with { $0.words = words } }
}
