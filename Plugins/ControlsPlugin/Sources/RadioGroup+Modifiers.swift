public import Tessera
public import TesseraGeometry

// Members of ``RadioGroup`` as modifiers.
extension TypedElement where ElementType == RadioGroup {
  /// Options in their order.
  public func options(_ options: [ControlOption]) -> Self { with { $0.options = options } }
  /// Key of the selected option; nil means none.
  public func selection(_ selection: String?) -> Self { with { $0.selection = selection } }
  /// Direction of the row of options.
  public func axis(_ axis: Axis) -> Self { with { $0.axis = axis } }
  /// Whether the user can operate the control.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
