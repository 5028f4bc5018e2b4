public import Tessera

// Members of ``Switch`` as modifiers.
extension TypedElement where ElementType == Switch {
  /// Title at the start of the control; empty means none. A press on it switches, too.
  public func title(_ title: String) -> Self { with { $0.title = title } }
  /// Whether the control can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
