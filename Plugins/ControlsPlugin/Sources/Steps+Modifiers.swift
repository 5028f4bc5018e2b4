public import Tessera
public import TesseraGeometry

// Members of ``Steps`` as modifiers.
extension TypedElement where ElementType == Steps {
  /// Steps in their order.
  public func options(_ options: [ControlOption]) -> Self { with { $0.options = options } }
  /// Key of the current step; nil means none.
  public func selection(_ selection: String?) -> Self { with { $0.selection = selection } }
  /// Direction in which the steps follow one another.
  public func axis(_ axis: Axis) -> Self { with { $0.axis = axis } }
  /// Steps that the user can go to.
  public func reach(_ reach: Steps.Reach) -> Self { with { $0.reach = reach } }
  /// Whether the process has ended.
  public func complete(_ isComplete: Bool = true) -> Self { with { $0.isComplete = isComplete } }
  /// Whether the user can operate the control.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
