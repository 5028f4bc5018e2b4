/// A node type that changes the properties that its nodes are painted with, in ways that are the type's to say: a button that is held down.
///
/// What the program set stays as it is, and is what ``AnyNode/properties`` gives.
public protocol PropertyAdjustingType: NodeType {
  /// Changes the properties that the program set. Any thread, no lock held; called again if something that it reads changes meanwhile.
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
    node.value.adjust(&properties, storage: node.storage, in: environment)
  }
}

extension AnyNode {
  /// Has the node painted with the properties as its type adjusts them now (``PropertyAdjustingType``): what it keeps beside its value is another.
  /// Any thread.
  ///
  /// - Parameter motion: the motion that the change is seen as where neither ``animate(_:_:)`` nor ``motion`` names one; nil: at once.
  public func setNeedsProperties(_ motion: Motion? = nil) {
    guard hooks.propertyAdjusting != nil else { return }
    lock.withLock { state.inputs &+= 1 }
    adjustProperties(motion)?.nodeDidChange(self)
  }

  /// Has the node painted with other properties; lock held, and what the type adjusts is found after it (``adjustProperties(_:isMotion:)``).
  final func giveProperties(_ given: NodeProperties, isMotion: Bool = true) {
    state.inputs &+= 1
    if hooks.propertyAdjusting != nil {
      // Painted as before until they are adjusted.
      state.properties = SharedProperties(state.properties.value, from: given)
    } else {
      let new = resolved(given)
      if isMotion { noteMotion(from: state.properties.value, to: new) }
      state.properties = new
    }
  }

  /// Returns properties with the colours of the node's scheme, and records whether this read that; lock held.
  final func resolved(_ given: NodeProperties) -> SharedProperties {
    state.propertyReads = EnvironmentKeySet()
    guard given.isDynamic else { return SharedProperties(given) }
    state.propertyReads.insert(EnvironmentKeys.bit(EnvironmentKeys.colorScheme))
    return SharedProperties(given.resolved(in: paintEnvironment.colorScheme), from: given)
  }

  /// Finds again with which colours the node is painted, if its type adjusts nothing; lock held. Returns the work that this needs.
  final func resolveProperties() -> Invalidation { paint(with: resolved(state.properties.given)) }

  /// The environment that adjusting hooks are given; lock held.
  private var paintEnvironment: EnvironmentValues {
    (state.link?.surroundings ?? EnvironmentValues()).running(state.effectiveDirection).inheriting(state.environment)
  }

  /// Maximum number of times that a hook adjusts properties or a style for one change, if its inputs change each time.
  static let mostAdjustments = 16

  /// Has the type adjust the properties to what the node is now. No lock held. Returns the stage to notify; nil: nobody is to be notified.
  /// - Parameters:
  ///   - motion: the motion that the change is seen as where nothing else names one.
  ///   - isMotion: whether the change may be seen as motion at all.
  final func adjustProperties(_ motion: Motion? = nil, isMotion: Bool = true) -> StageLink? {
    // Called by the hook itself: its change was counted, and it is called again after it returns.
    guard let type = hooks.propertyAdjusting, !ChangeTracking.isEvaluating(.properties, for: self) else { return nil }
    var attempt = 1
    while true {
      lock.lock()
      let (given, inputs, environment) = (state.properties.given, state.inputs, paintEnvironment)
      lock.unlock()
      var adjusted = given
      let keys = ChangeTracking.readingEnvironment(environment, self, ReadTicket(kind: .properties, generation: 0)) {
        if adjusted.isDynamic { adjusted = adjusted.resolved(in: environment.colorScheme) }
        type.adjust(&adjusted, erased: self, in: environment)
        // Colours of the type's own may follow the scheme, too.
        if adjusted.isDynamic { adjusted = adjusted.resolved(in: environment.colorScheme) }
      }
      let new = SharedProperties(adjusted, from: given)
      lock.lock()
      let isCurrent = state.inputs == inputs
      var link: StageLink?
      if isCurrent || attempt == Self.mostAdjustments {
        state.propertyReads = keys
        let what = paint(with: isCurrent ? new : SharedProperties(adjusted, from: state.properties.given), motion, isMotion: isMotion)
        link = what.isEmpty ? nil : markPending(what)
      }
      lock.unlock()
      if isCurrent || attempt == Self.mostAdjustments { return link }
      attempt += 1
    }
  }

  /// Has the node painted with `new`, and returns the work that this needs; lock held.
  private func paint(with new: SharedProperties, _ motion: Motion? = nil, isMotion: Bool = true) -> Invalidation {
    let old = state.properties
    // Layouts compare which object they were given.
    guard new.value != old.value else { return [] }
    if isMotion { noteMotion(from: old.value, to: new, motion) }
    state.properties = new
    return NodeProperties.invalidation(from: old.value, to: new.value)
  }
}
