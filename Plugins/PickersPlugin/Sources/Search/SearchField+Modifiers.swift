public import Tessera

// Members of ``SearchField`` as modifiers.
extension TypedElement where ElementType == SearchField {
  /// Words of the search.
  public func text(_ text: String) -> Self { with { $0.text = text } }
  /// Shown while there are no words.
  public func placeholderText(_ placeholderText: String) -> Self { with { $0.placeholderText = placeholderText } }
  /// Seconds without typing after which `change` is sent, 0...10.
  public func delay(_ delay: Double) -> Self { with { $0.delay = delay } }
  /// Whether the field can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
  /// Words that are offered below the field while it has the focus.
  public func suggestions(_ suggestions: [String]) -> Self { with { $0.suggestions = suggestions } }
}
