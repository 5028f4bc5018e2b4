/// A node type that acts when what its nodes inherit is another: that tells a service, or begins something. What only looks different reads the environment of its
/// contexts and needs no hook.
public protocol EnvironmentObservingType: NodeType {
  /// A value that `node` inherits, or that it says itself, is another while it is in a stage. Frame loop, no lock held. ``AnyNode/environmentValues`` has what holds now.
  static func environmentDidChange(_ node: Node<Self>, from old: EnvironmentValues)
}

extension EnvironmentObservingType {
  static func environmentDidChange(erased node: AnyNode, from old: EnvironmentValues) { environmentDidChange(typed(node), from: old) }
}
