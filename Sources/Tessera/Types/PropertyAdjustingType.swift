/// A node type that changes the properties that its nodes are painted with, in ways that are the type's to say: a button that is held down.
///
/// What the program set stays as it is, and is what ``AnyNode/properties`` gives.
public protocol PropertyAdjustingType: NodeType {
  /// Changes the properties that the program set. Any thread, the node's lock held: look at the value, the properties and the storage only.
  ///
  /// Called when a node is made, and when the program changes the properties or the value. A change of the storage is followed by ``AnyNode/setNeedsProperties(_:)``.
  ///
  /// - Parameters:
  ///   - properties: what the program set, its colours those of the node's colour scheme.
  ///   - storage: what the node keeps beside its value.
  func adjust(_ properties: inout NodeProperties, storage: Storage)
}

extension PropertyAdjustingType {
  static func adjust(_ properties: inout NodeProperties, erased node: AnyNode) {
    let node = typed(node)
    node.readLocked { $0.adjust(&properties, storage: node.storage) }
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

  /// Properties that were set, as the node is painted with them; lock held.
  final func painted(_ given: NodeProperties) -> SharedProperties {
    guard let type = hooks.propertyAdjusting else { return SharedProperties(given, in: colorScheme) }
    var adjusted = given.isDynamic ? given.resolved(in: colorScheme) : given
    type.adjust(&adjusted, erased: self)
    // Colours of the type's own may follow the scheme, too.
    if adjusted.isDynamic { adjusted = adjusted.resolved(in: colorScheme) }
    return SharedProperties(adjusted, from: given)
  }

  /// Adjusts the properties again; lock held. Returns the stage to tell, or nil where it knows already or there is none.
  /// - Parameter motion: the motion that the change is seen as where nothing else names one.
  final func adjustProperties(_ motion: Motion? = nil) -> StageLink? {
    guard hooks.propertyAdjusting != nil else { return nil }
    let (old, new) = (state.properties, painted(state.properties.given))
    guard new.value != old.value else { return nil }
    noteMotion(from: old.value, to: new, motion)
    state.properties = new
    return markPending(NodeProperties.invalidation(from: old.value, to: new.value))
  }
}
