public import Tessera

// Members of ``Dial`` as modifiers.
extension TypedElement where ElementType == Dial {
  /// Number of the dial. Numbers outside of the range are shown at its end.
  public func amount(_ amount: Double) -> Self { with { $0.amount = amount } }
  /// Number at the start.
  public func minimum(_ minimum: Double) -> Self { with { $0.minimum = minimum } }
  /// Number at the end.
  public func maximum(_ maximum: Double) -> Self { with { $0.maximum = maximum } }
  /// Size of a step; 0 allows any number.
  public func step(_ step: Double) -> Self { with { $0.step = step } }
  /// Number from which the line is filled; nil means the start.
  public func origin(_ origin: Double?) -> Self { with { $0.origin = origin } }
  /// Unit below the number.
  public func unit(_ unit: String) -> Self { with { $0.unit = unit } }
  /// Name above the number, and for screen readers.
  public func title(_ title: String) -> Self { with { $0.title = title } }
  /// Parts of the range with other colors; the first one that contains the number counts.
  public func zones(_ zones: [Dial.Zone]) -> Self { with { $0.zones = zones } }
  /// Number of intervals between long ticks, 0...20; 0 means no ticks.
  public func ticks(_ ticks: Int) -> Self { with { $0.ticks = ticks } }
  /// Shape: arc, half circle, straight line, or an arc with a needle.
  public func kind(_ kind: Dial.Kind) -> Self { with { $0.kind = kind } }
  /// Width, logical units; also the height of an arc.
  public func diameter(_ diameter: Double) -> Self { with { $0.diameter = diameter } }
  /// Whether the user can change the number.
  public func editable(_ isEditable: Bool = true) -> Self { with { $0.isEditable = isEditable } }
  /// Whether the control can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
