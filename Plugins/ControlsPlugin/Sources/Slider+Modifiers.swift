public import Tessera
public import TesseraGeometry

// Members of ``Slider`` as modifiers.
extension TypedElement where ElementType == Slider {
  /// Number of the slider. Numbers outside of the range are shown at its end.
  public func amount(_ amount: Double) -> Self { with { $0.amount = amount } }
  /// Number at the start.
  public func minimum(_ minimum: Double) -> Self { with { $0.minimum = minimum } }
  /// Number at the end.
  public func maximum(_ maximum: Double) -> Self { with { $0.maximum = maximum } }
  /// Size of a step; 0 allows any number.
  public func step(_ step: Double) -> Self { with { $0.step = step } }
  /// Number from which the track is filled; nil means the minimum.
  public func origin(_ origin: Double?) -> Self { with { $0.origin = origin } }
  /// Direction of the track. A vertical track has its minimum at the bottom.
  public func axis(_ axis: Axis) -> Self { with { $0.axis = axis } }
  /// Unit after the number, in the bubble and for screen readers.
  public func unit(_ unit: String) -> Self { with { $0.unit = unit } }
  /// Whether a tap on the track moves the tile there; otherwise it changes the number by one step.
  public func jumps(_ jumps: Bool = true) -> Self { with { $0.jumps = jumps } }
  /// Whether the control can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
