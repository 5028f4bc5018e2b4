public import Tessera

// Members of ``Card`` as modifiers.
extension TypedElement where ElementType == Card {
  /// Elevation token of the theme, 0...3.
  public func elevation(_ elevation: Int) -> Self { with { $0.elevation = elevation } }
  /// Whether the card is chosen: it has an edge of the color `accent` and the ground `wash`.
  public func selected(_ isSelected: Bool = true) -> Self { with { $0.isSelected = isSelected } }
  /// Whether the content has the distance `space4` from the edge if the style has no padding.
  public func padded(_ isPadded: Bool = true) -> Self { with { $0.isPadded = isPadded } }
  /// Whether the control can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
