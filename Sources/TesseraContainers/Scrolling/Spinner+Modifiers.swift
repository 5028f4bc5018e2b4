public import Tessera
public import TesseraRender

// Members of ``Spinner`` as modifiers.
extension TypedElement where ElementType == Spinner {
  /// Whether it turns; otherwise it is invisible.
  public func animating(_ isAnimating: Bool = true) -> Self { with { $0.isAnimating = isAnimating } }
  /// Color of the tiles.
  public func color(_ color: Color) -> Self { with { $0.color = color } }
  /// Width and height unless the style sets them, logical units.
  public func diameter(_ diameter: Double) -> Self { with { $0.diameter = diameter } }
}
