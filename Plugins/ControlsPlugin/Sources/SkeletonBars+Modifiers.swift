public import Tessera

// Members of ``SkeletonBars`` as modifiers.
extension TypedElement where ElementType == SkeletonBars {
  /// Number of lines of text; 0 means one block of the size of the style.
  public func lines(_ lines: Int) -> Self { with { $0.lines = lines } }
  /// Corner radius of a block, logical units.
  public func radius(_ radius: Double) -> Self { with { $0.radius = radius } }
}
