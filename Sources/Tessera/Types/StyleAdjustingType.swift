public import TesseraLayout

/// A node type that adjusts the layout style of its nodes.
public protocol StyleAdjustingType: NodeType {
  /// Adjusts the program's style. Any thread, no lock held; called again if one of its inputs changes during the call.
  ///
  /// A change of the value that affects the result must invalidate `layout`. After a change of the storage call ``AnyNode/setNeedsStyle()``. If a
  /// value of the environment or a ``Model`` that was read here changes, the node is laid out again.
  ///
  /// - Parameters:
  ///   - style: the program's style.
  ///   - storage: the node's state outside its value.
  ///   - environment: values that the node inherits. Scale, direction, antialiasing and depth, which nodes do not set, have their defaults.
  func adjust(_ style: inout LayoutStyle, storage: Storage, in environment: EnvironmentValues)
}

extension StyleAdjustingType {
  static func adjust(_ style: inout LayoutStyle, erased node: AnyNode, in environment: EnvironmentValues) {
    let node = typed(node)
    node.value.adjust(&style, storage: node.storage, in: environment)
  }

  /// Returns the node's style as the type adjusts it for a value, which is of this type. No lock held.
  static func adjustedStyle<Value>(to value: Value, erased node: AnyNode) -> LayoutStyle {
    let node = typed(node)
    var (style, environment) = node.styleInputs
    guard let value = value as? Self else { return style }
    _ = ChangeTracking.readingEnvironment(environment, node, ReadTicket(kind: .style, generation: 0)) {
      value.adjust(&style, storage: node.storage, in: environment)
    }
    return style
  }
}

extension AnyNode {
  /// Marks the style as changed. Returns the stage to notify; nil if none needs it.
  final func markStyle() -> StageLink? {
    state.inputs &+= 1
    state.styleGeneration &+= 1
    return markPending(.layout)
  }

  /// Inputs of the type's adjustment: style and environment. No lock held.
  final var styleInputs: (style: LayoutStyle, environment: EnvironmentValues) {
    lock.withLock { (state.style, EnvironmentValues().inheriting(state.environment)) }
  }
}
