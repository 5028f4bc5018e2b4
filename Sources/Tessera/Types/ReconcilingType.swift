/// A node type whose value also holds changes of the user, such as the string of a text field.
///
/// The value of a spec is usually the node's whole value. Without this protocol, a new spec of the owner would undo the changes of the user.
public protocol ReconcilingType: NodeType {
  /// Returns the value of a node that a spec names again: `described`, with the changes of the user in `current` that it does not replace.
  ///
  /// Called by layouts, on any thread, no lock held; several times if the value changes meanwhile. Not called for a value that a program sets.
  static func reconciled(_ described: Self, with current: Self) -> Self
}

extension ReconcilingType {
  /// ``reconciled(_:with:)`` for the value type of a node, which is this type.
  static func reconciled<Value: NodeType>(erased described: Value, with current: Value) -> Value {
    guard let new = described as? Self, let old = current as? Self, let value = reconciled(new, with: old) as? Value else {
      return described
    }
    return value
  }
}
