public import Tessera

// Members of ``Tooltip`` as modifiers.
extension TypedElement where ElementType == Tooltip {
  /// Words of the help; empty means none.
  public func text(_ text: String) -> Self { with { $0.text = text } }
}
