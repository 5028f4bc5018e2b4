/// A node type that adjusts the properties that its nodes are painted with, such as a button that is held down.
///
/// The program's properties stay unchanged, and ``AnyNode/properties`` returns them.
public protocol PropertyAdjustingType: NodeType {
  /// Adjusts the program's properties. Any thread, no lock held; called again if one of its inputs changes during the call.
  ///
  /// Called when a node is created and when the program changes the properties or the value. Also called when a value of the environment or a
  /// ``Model`` changes that the last call read. It causes no layout or draw. After a change of the storage call ``AnyNode/setNeedsProperties(_:)``.
  ///
  /// - Parameters:
  ///   - properties: the program's properties, with colours resolved in the node's environment.
  ///   - storage: the node's state outside its value.
  ///   - environment: values that the node inherits; its `direction` is that of the latest adopted layout.
  func adjust(_ properties: inout NodeProperties, storage: Storage, in environment: EnvironmentValues)
}

extension PropertyAdjustingType {
  static func adjust(_ properties: inout NodeProperties, erased node: AnyNode, in environment: EnvironmentValues) {
    let node = typed(node)
    node.value.adjust(&properties, storage: node.storage, in: environment)
  }
}

extension AnyNode {
  /// Adjusts the node's properties again (``PropertyAdjustingType``). Call it after a change of the state outside its value. Any thread.
  ///
  /// - Parameter motion: animation of the change if neither ``animate(_:_:)`` nor ``motion`` names one; nil: applied immediately.
  public func setNeedsProperties(_ motion: Motion? = nil) {
    let adjusts = lock.withLock {
      state.inputs &+= 1
      return adjustsProperties
    }
    guard adjusts else { return }
    adjustProperties(motion)?.nodeDidChange(self)
  }

  /// Whether the node's type or a press adjusts the program's properties; lock held.
  final var adjustsProperties: Bool { hooks.propertyAdjusting != nil || state.properties.isPressable }

  /// Sets the node's properties. Call ``adjustProperties(_:isMotion:)`` afterwards for the type's adjustments.
  final func setProperties(_ given: NodeProperties, isMotion: Bool = true) {
    state.inputs &+= 1
    if hooks.propertyAdjusting != nil || given.isPressable {
      // Painted as before until the type has adjusted the properties.
      state.properties = SharedProperties(state.properties.value, from: given)
    } else {
      let new = resolved(given)
      if isMotion { recordMotion(from: state.properties.value, to: new) }
      state.properties = new
    }
  }

  /// Returns properties with the colours of the node's environment, and records the values that were read.
  final func resolved(_ given: NodeProperties) -> SharedProperties {
    guard given.isDynamic else {
      state.propertyReads = EnvironmentKeySet()
      return SharedProperties(given)
    }
    let environment = paintEnvironment
    var shown = given
    state.propertyReads = ChangeTracking.readingEnvironment(environment, self, ReadTicket(kind: .properties, generation: 0)) {
      shown = given.resolved(in: environment)
    }
    return SharedProperties(shown, from: given)
  }

  /// Resolves the colours of the node's properties again, for a type that does not adjust them. Returns the work that this needs.
  final func resolveProperties(isMotion: Bool = true) -> Invalidation { paint(with: resolved(state.properties.given), isMotion: isMotion) }

  /// The environment for adjusting hooks.
  private var paintEnvironment: EnvironmentValues {
    (state.link?.surroundings ?? EnvironmentValues()).running(state.effectiveDirection).inheriting(state.environment)
  }

  /// Maximum number of calls of an adjusting hook for one change, if its inputs change each time.
  static let mostAdjustments = 16

  /// Lets the type adjust the properties to the node's current state. No lock held. Returns the stage to notify; nil if none needs it.
  /// - Parameters:
  ///   - motion: animation of the change if nothing else names one.
  ///   - isMotion: whether the change may be animated at all.
  final func adjustProperties(_ motion: Motion? = nil, isMotion: Bool = true) -> StageLink? {
    // The hook itself called this. Its change was counted, and the hook is called again after it returns.
    let type = hooks.propertyAdjusting
    guard type != nil || isPressable, !ChangeTracking.isEvaluating(.properties, for: self) else { return nil }
    var attempt = 1
    while true {
      lock.lock()
      let (given, inputs, environment) = (state.properties.given, state.inputs, paintEnvironment)
      lock.unlock()
      var adjusted = given
      let keys = ChangeTracking.readingEnvironment(environment, self, ReadTicket(kind: .properties, generation: 0)) {
        if adjusted.isDynamic { adjusted = adjusted.resolved(in: environment) }
        type?.adjust(&adjusted, erased: self, in: environment)
        // Colours set by the type may be dynamic, too.
        if adjusted.isDynamic { adjusted = adjusted.resolved(in: environment) }
        addPressLayer(to: &adjusted, in: environment)
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

  /// Sets the painted properties to `new`, and returns the work that this needs.
  private func paint(with new: SharedProperties, _ motion: Motion? = nil, isMotion: Bool = true) -> Invalidation {
    let old = state.properties
    // Layouts compare the identity of the object.
    guard new.value != old.value else { return [] }
    if isMotion { recordMotion(from: old.value, to: new, motion) }
    state.properties = new
    return NodeProperties.invalidation(from: old.value, to: new.value)
  }
}
