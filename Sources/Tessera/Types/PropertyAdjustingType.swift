/// A node type that changes the properties that its nodes are painted with, in ways that are the type's to say: a button that is held down.
///
/// What the program set stays as it is, and is what ``AnyNode/properties`` gives.
public protocol PropertyAdjustingType: NodeType {
  /// Changes the properties that the program set. Any thread, with the node's lock held: read only the value and the parameters.
  ///
  /// Called when a node is made, when the program changes the properties or the value, and when a value of the environment or a ``Model`` changes that the
  /// last call read. Nothing is laid out or drawn for that. A change of the storage is followed by ``AnyNode/setNeedsProperties(_:)``.
  ///
  /// - Parameters:
  ///   - properties: what the program set, its colours those of the node's colour scheme.
  ///   - storage: what the node keeps beside its value.
  ///   - environment: values that the node inherits; its `direction` is that of the newest adopted layout.
  func adjust(_ properties: inout NodeProperties, storage: Storage, in environment: EnvironmentValues)
}

extension PropertyAdjustingType {
  static func adjust(_ properties: inout NodeProperties, erased node: AnyNode, in environment: EnvironmentValues) {
    let node = typed(node)
    node.readLocked { $0.adjust(&properties, storage: node.storage, in: environment) }
  }
}

extension AnyNode {
  /// Has the node painted with the properties as its type adjusts them now (``PropertyAdjustingType``): what it keeps beside its value is another.
  /// Any thread.
  ///
  /// - Parameter motion: the motion that the change is seen as where neither ``animate(_:_:)`` nor ``motion`` names one; nil: at once.
  public func setNeedsProperties(_ motion: Motion? = nil) {
    lock.lock()
    let link = adjustProperties(motion)
    lock.unlock()
    link?.nodeDidChange(self)
  }

  /// Returns properties that were set, as the node is painted with them, and records the keys of the environment that this read; lock held.
  final func painted(_ given: NodeProperties) -> SharedProperties {
    guard hooks.propertyAdjusting != nil || given.isDynamic else {
      state.propertyReads = EnvironmentKeySet()
      return SharedProperties(given)
    }
    var adjusted = given
    let surroundings = state.link?.surroundings ?? EnvironmentValues()
    let environment = surroundings.running(state.effectiveDirection).inheriting(state.environment)
    state.propertyReads = ChangeTracking.readingEnvironment(environment, self, ReadTicket(kind: .properties, generation: 0)) {
      if adjusted.isDynamic { adjusted = adjusted.resolved(in: environment.colorScheme) }
      hooks.propertyAdjusting?.adjust(&adjusted, erased: self, in: environment)
      // Colours of the type's own may follow the scheme, too.
      if adjusted.isDynamic { adjusted = adjusted.resolved(in: environment.colorScheme) }
    }
    return SharedProperties(adjusted, from: given)
  }

  /// Adjusts the properties again; lock held. Returns the stage to tell, or nil where it knows already or there is none.
  /// - Parameter motion: the motion that the change is seen as where nothing else names one.
  final func adjustProperties(_ motion: Motion? = nil) -> StageLink? {
    guard hooks.propertyAdjusting != nil else { return nil }
    let what = adjustedProperties(motion)
    return what.isEmpty ? nil : markPending(what)
  }

  /// Finds again with which properties the node is painted, and returns what has to be done again for that; lock held.
  final func adjustedProperties(_ motion: Motion? = nil) -> Invalidation {
    let (old, new) = (state.properties, painted(state.properties.given))
    guard new.value != old.value else { return [] }
    noteMotion(from: old.value, to: new, motion)
    state.properties = new
    return NodeProperties.invalidation(from: old.value, to: new.value)
  }
}
