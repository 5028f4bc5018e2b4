public import TesseraLayout

/// A node type that changes how its nodes' boxes are laid out, in ways that are the type's to say.
public protocol StyleAdjustingType: NodeType {
  /// Changes the style that the program set. Any thread, no lock held; called again if something that it reads changes meanwhile.
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
    node.value.adjust(&style, storage: node.storage, in: environment)
  }

  /// Returns the node's style as the type adjusts it to a value, which is of this type. No lock held.
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
  /// Marks the style as changed; lock held. Returns the stage to notify; nil: there is nothing to notify it of.
  final func markStyle() -> StageLink? {
    state.inputs &+= 1
    state.styleGeneration &+= 1
    return markPending(.layout)
  }

  /// What the type adjusts, and the environment that it is given. No lock held.
  final var styleInputs: (style: LayoutStyle, environment: EnvironmentValues) {
    lock.withLock { (state.style, EnvironmentValues().inheriting(state.environment)) }
  }

  /// Returns a snapshot with the style as the type adjusts it, and records the keys of the environment that this read. No lock held.
  final func adjustedSnapshot(_ type: any StyleAdjustingType.Type) -> LayoutSnapshot {
    var attempt = 1
    while true {
      var (snapshot, inputs) = lock.withLock { (layoutSnapshot(style: state.style), state.inputs) }
      let environment = EnvironmentValues().inheriting(snapshot.environment)
      let keys = ChangeTracking.readingEnvironment(environment, self, ReadTicket(kind: .style, generation: 0)) {
        type.adjust(&snapshot.style, erased: self, in: environment)
      }
      let isCurrent = lock.withLock {
        state.styleReads = keys
        return state.inputs == inputs
      }
      // One that is out of date has the older counts, by which the layout finds that it is.
      if isCurrent || attempt == Self.mostAdjustments { return snapshot }
      attempt += 1
    }
  }
}
