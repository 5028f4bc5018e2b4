public import Tessera

// Members of ``Scroll`` as modifiers.
extension TypedElement where ElementType == Scroll {
  /// Scroll axes of the content.
  public func axes(_ axes: Scroll.Axes) -> Self { with { $0.axes = axes } }
  /// Minimum scale of the content.
  public func minimumZoom(_ minimumZoom: Double) -> Self { with { $0.minimumZoom = minimumZoom } }
  /// Maximum scale of the content. If it is larger than the minimum, pinch and double-tap gestures change the scale. The scroll node then
  /// sets the transforms of its subnodes.
  public func maximumZoom(_ maximumZoom: Double) -> Self { with { $0.maximumZoom = maximumZoom } }
}
