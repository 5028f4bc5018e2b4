public import ControlsPlugin
public import Tessera

// Members of ``Roller`` as modifiers.
extension TypedElement where ElementType == Roller {
  /// Options from the top down.
  public func options(_ options: [ControlOption]) -> Self { with { $0.options = options } }
  /// Value of the chosen option; nil, or a value of no option, means the first one.
  public func selection(_ selection: String?) -> Self { with { $0.selection = selection } }
  /// Whether the first option follows the last one.
  public func wraps(_ wraps: Bool = true) -> Self { with { $0.wraps = wraps } }
  /// Unit next to the chosen row.
  public func unit(_ unit: String) -> Self { with { $0.unit = unit } }
  /// Whether the control can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
