public import TesseraLayout

/// A node type that changes how its nodes' boxes are laid out, in ways that are the type's to say.
public protocol StyleAdjustingType: NodeType {
  /// Changes the style that the program set. Any thread, with the node's lock held: read only the value and the parameters.
  ///
  /// A change of the value that changes what is done here invalidates `layout`; one of the storage is followed by ``AnyNode/setNeedsStyle()``. A value of the
  /// environment or a ``Model`` that was read here has the node laid out again when it changes.
  ///
  /// - Parameters:
  ///   - style: the style that the program set.
  ///   - storage: what the node keeps beside its value.
  ///   - environment: values that the node inherits. Scale, direction, antialiasing and depth, which no node says, have their defaults.
  func adjust(_ style: inout LayoutStyle, storage: Storage, in environment: EnvironmentValues)
}

extension StyleAdjustingType {
  static func adjust(_ style: inout LayoutStyle, erased node: AnyNode, in environment: EnvironmentValues) {
    let node = typed(node)
    node.readLocked { $0.adjust(&style, storage: node.storage, in: environment) }
  }
}

extension AnyNode {
  /// Marks the style as changed; lock held. Returns the stage to notify; nil: there is nothing to notify it of.
  final func markStyle() -> StageLink? {
    state.styleGeneration &+= 1
    return markPending(.layout)
  }

  /// Returns the style as the node's type has it, and records the keys of the environment that this read; lock held.
  final func adjustedStyle() -> LayoutStyle {
    guard let type = hooks.styleAdjusting else { return state.style }
    var style = state.style
    let environment = EnvironmentValues().inheriting(state.environment)
    state.styleReads = ChangeTracking.readingEnvironment(environment, self, ReadTicket(kind: .style, generation: 0)) {
      type.adjust(&style, erased: self, in: environment)
    }
    return style
  }
}
