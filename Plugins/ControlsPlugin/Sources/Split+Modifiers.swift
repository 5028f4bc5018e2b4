public import Tessera
public import TesseraGeometry

// Members of ``Split`` as modifiers.
extension TypedElement where ElementType == Split {
  /// Axis along which the panes are arranged.
  public func axis(_ axis: Axis) -> Self { with { $0.axis = axis } }
  /// Share of the first pane, 0...1.
  public func share(_ share: Double) -> Self { with { $0.share = share } }
  /// Share after a double tap on the divider.
  public func initialShare(_ initialShare: Double) -> Self { with { $0.initialShare = initialShare } }
  /// Minimum width of the first pane, or its minimum height below each other, logical units.
  public func minimum(_ minimum: Double) -> Self { with { $0.minimum = minimum } }
  /// Minimum of the second pane.
  public func endMinimum(_ endMinimum: Double) -> Self { with { $0.endMinimum = endMinimum } }
  /// Whether the second pane is shown where both do not fit.
  public func showsEnd(_ showsEnd: Bool = true) -> Self { with { $0.showsEnd = showsEnd } }
  /// Name of the divider for screen readers; nil: "Divider" in the language of the locale.
  public func dividerLabel(_ dividerLabel: String?) -> Self { with { $0.dividerLabel = dividerLabel } }
}
