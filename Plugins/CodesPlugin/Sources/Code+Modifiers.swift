public import Tessera

// Members of ``Code`` as modifiers.
extension TypedElement where ElementType == Code {
  /// Encoded text. Empty: nothing is shown.
  public func text(_ text: String) -> Self { with { $0.text = text } }
  /// Kind of the code.
  public func kind(_ kind: CodeKind) -> Self { with { $0.kind = kind } }
  /// Width of a module, logical units, rounded to whole pixels. 0: 4 for matrix codes, 2 for bar codes.
  public func moduleSize(_ moduleSize: Double) -> Self { with { $0.moduleSize = moduleSize } }
  /// Height of the bars of a bar code, logical units.
  public func barHeight(_ barHeight: Double) -> Self { with { $0.barHeight = barHeight } }
  /// Whether the text is shown below the code; nil: only for bar codes.
  public func showsText(_ showsText: Bool?) -> Self { with { $0.showsText = showsText } }
}
