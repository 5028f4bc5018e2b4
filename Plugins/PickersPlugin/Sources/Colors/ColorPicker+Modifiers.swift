public import Tessera
public import TesseraRender

// Members of ``ColorPicker`` as modifiers.
extension TypedElement where ElementType == ColorPicker {
  /// Whether a color or the warmth of a lamp is selected.
  public func kind(_ kind: ColorPicker.Kind) -> Self { with { $0.kind = kind } }
  /// Chosen color.
  public func color(_ color: Color) -> Self { with { $0.color = color } }
  /// Chosen temperature, kelvin.
  public func kelvin(_ kelvin: Double) -> Self { with { $0.kelvin = kelvin } }
  /// Whether there is a slider of opacity.
  public func showsAlpha(_ showsAlpha: Bool = true) -> Self { with { $0.showsAlpha = showsAlpha } }
  /// Colors to choose from, at most 64.
  public func swatches(_ swatches: [Color]) -> Self { with { $0.swatches = swatches } }
  /// Whether the control can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
