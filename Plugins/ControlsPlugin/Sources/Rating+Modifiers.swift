public import Tessera

// Members of ``Rating`` as modifiers.
extension TypedElement where ElementType == Rating {
  /// Number of filled stars.
  public func amount(_ amount: Double) -> Self { with { $0.amount = amount } }
  /// Number of stars, 1...20.
  public func count(_ count: Int) -> Self { with { $0.count = count } }
  /// Smallest step, 0.5 or 1.
  public func step(_ step: Double) -> Self { with { $0.step = step } }
  /// Whether a tap on the current rating sets it to 0.
  public func clears(_ clears: Bool = true) -> Self { with { $0.clears = clears } }
  /// Whether the rating is only shown: small stars with the number.
  public func readOnly(_ isReadOnly: Bool = true) -> Self { with { $0.isReadOnly = isReadOnly } }
  /// Whether the control can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
