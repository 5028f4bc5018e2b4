/// Node type that sends `change` after the user has changed its value.
///
/// ```swift
/// Switch("Pump", isOn: isOn).onChange { isOn in print(isOn) }
/// ```
public protocol ChangeSendingType: NodeType {
  /// New value.
  associatedtype ChangedValue: Sendable
  /// The user changed the value; the payload is the new value.
  static var change: Signal<ChangedValue> { get }
}

extension TypedElement where ElementType: ChangeSendingType {
  /// Calls `perform` with the new value after the user has changed it. It runs on the loop, no lock held. The closure of the latest spec is used.
  public func onChange(_ perform: @escaping @Sendable (ElementType.ChangedValue) -> Void) -> Described {
    on(ElementType.change, perform: perform)
  }
}
