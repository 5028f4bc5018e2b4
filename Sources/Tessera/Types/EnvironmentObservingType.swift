/// A node type that acts on changes of inherited values: it notifies a service, or starts some work. A type that only looks different reads the
/// environment of its contexts and needs no hook.
public protocol EnvironmentObservingType: NodeType {
  /// Called after a value that `node` inherits or sets has changed while the node is in a stage. Frame loop, no lock held.
  /// ``AnyNode/environmentValues`` has the current values.
  static func environmentDidChange(_ node: Node<Self>, from old: EnvironmentValues)
}

extension EnvironmentObservingType {
  static func environmentDidChange(erased node: AnyNode, from old: EnvironmentValues) { environmentDidChange(typed(node), from: old) }
}
