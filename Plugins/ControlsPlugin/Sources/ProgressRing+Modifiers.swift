public import Tessera

// Members of ``ProgressRing`` as modifiers.
extension TypedElement where ElementType == ProgressRing {
  /// Completed share, 0...1.
  public func share(_ share: Double) -> Self { with { $0.share = share } }
  /// Width and height, logical units.
  public func diameter(_ diameter: Double) -> Self { with { $0.diameter = diameter } }
  /// Whether the percentage is in the middle; requires a diameter of at least 64.
  public func showsPercent(_ showsPercent: Bool = true) -> Self { with { $0.showsPercent = showsPercent } }
  /// Whether the task failed: the ring has the color of errors.
  public func hasFailed(_ hasFailed: Bool = true) -> Self { with { $0.hasFailed = hasFailed } }
}
