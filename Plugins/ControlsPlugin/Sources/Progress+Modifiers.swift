public import Tessera

// Members of ``Progress`` as modifiers.
extension TypedElement where ElementType == Progress {
  /// Completed share, 0...1; nil means unknown.
  public func share(_ share: Double?) -> Self { with { $0.share = share } }
  /// Title above the bar at the start; empty means none.
  public func title(_ title: String) -> Self { with { $0.title = title } }
  /// Whether the percentage is displayed above the bar at the end.
  public func showsPercent(_ showsPercent: Bool = true) -> Self { with { $0.showsPercent = showsPercent } }
  /// Whether the task failed: the bar has the color of errors.
  public func hasFailed(_ hasFailed: Bool = true) -> Self { with { $0.hasFailed = hasFailed } }
  /// Whether the bar is high, for the main part of a screen.
  public func large(_ isLarge: Bool = true) -> Self { with { $0.isLarge = isLarge } }
}
