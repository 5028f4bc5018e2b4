internal import TesseraBase
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Values that a node inherits, and values that it sets for itself and all below it: `node.environment[\.colorScheme] = .dark`. Any thread.
public struct NodeEnvironment: Sendable {
  let node: AnyNode

  /// Reads the value in effect in the node, or sets it for the node and for all nodes below it that do not set their own.
  ///
  /// `scale` and `textAntialiasing` are the stage's and cannot be set here; `direction` is the node's ``AnyNode/direction``.
  public subscript<Value>(path: WritableKeyPath<EnvironmentValues, Value>) -> Value {
    get { node.environmentValues[keyPath: path] }
    nonmutating set { node.setEnvironment { $0[keyPath: path] = newValue } }
  }

  /// Sets the value of a key by its name in scene files, for the node and all below it. Any thread.
  ///
  /// - Throws: ``AttributeError`` with the nearest name if no key has the name, or with the kind that the key accepts.
  public func setValue(_ name: String, to value: AttributeValue) throws(AttributeError) {
    let key = try EnvironmentNames.key(name)
    var refused: AttributeError?
    node.setEnvironment {
      refused = nil
      do throws(AttributeError) { try key.write(value, to: &$0) } catch { refused = error }
    }
    if let refused { throw refused }
  }

  /// Returns the value of a key in effect in the node, by its name in scene files; nil if it is unset or no key has the name. Any thread.
  public func value(_ name: String) -> AttributeValue? { (try? EnvironmentNames.key(name))?.value(in: node.environmentValues) }

  /// Removes the node's own value, so that it is inherited again.
  public func inherit<Value>(_ path: WritableKeyPath<EnvironmentValues, Value>) {
    // The keys that the setter changes are the ones to remove.
    var probe = EnvironmentValues()
    probe[keyPath: path] = probe[keyPath: path]
    if path == \EnvironmentValues.direction { node.direction = nil }
    for number in probe.storage?.numbers ?? [] { node.changeOwnEnvironment { EnvironmentStorage.setting(number, to: nil, in: $0) } }
  }

  /// Removes all own values of the node, so that everything is inherited again.
  public func inheritAll() {
    node.direction = nil
    node.changeOwnEnvironment { _ in nil }
  }
}

/// Change of a node's environment.
public struct EnvironmentChange: Sendable {
  /// Values before the change.
  public let old: EnvironmentValues
  /// Values after the change.
  public let new: EnvironmentValues
}

extension AnyNode {
  /// The inherited values, and those that the node sets for itself and all below it. Any thread.
  public var environment: NodeEnvironment { NodeEnvironment(node: self) }

  /// Sent after a value that the node inherits or sets has changed. The payload has all values before and after.
  public static let environmentChange = Signal<EnvironmentChange>("environmentChange", .environment)

  /// Calls `perform` after a value that the node inherits or sets has changed while it is in a stage. Frame loop, no lock held.
  @discardableResult
  public func onEnvironmentChange(_ perform: @escaping @Sendable (EnvironmentChange) -> Void) -> HandlerToken {
    on(AnyNode.environmentChange, perform: perform)
  }

  /// All values in effect in the node. Any thread.
  public final var environmentValues: EnvironmentValues {
    let (link, direction, storage) = lock.withLock { (state.link, state.effectiveDirection, state.environment) }
    return (link?.surroundings ?? EnvironmentValues()).running(direction).inheriting(storage)
  }

  /// Sets values for the node and all below it. Any thread.
  ///
  /// - Parameter edit: runs without a lock, and again if another thread sets values of the node meanwhile: no value is lost.
  final func setEnvironment(_ edit: (inout EnvironmentValues) -> Void) {
    while true {
      let known = lock.withLock { state.attachments?.environment?.own }
      var own = EnvironmentValues().inheriting(known)
      let before = own
      edit(&own)
      if own.direction != before.direction { direction = own.direction }
      guard own.storage !== before.storage else { return }
      if changeOwnEnvironment(from: known, { _ in own.storage }) { return }
    }
  }

  /// Changes the node's own values.
  final func changeOwnEnvironment(_ change: (EnvironmentStorage?) -> EnvironmentStorage?) {
    _ = changeOwnEnvironment(from: .none, change)
  }

  /// Changes the node's own values unless they differ from `expected`. Returns whether they were changed.
  ///
  /// - Parameter expected: `.some` of the values that the change is based on; `.none` for a change of any values.
  private final func changeOwnEnvironment(
    from expected: EnvironmentStorage??, _ change: (EnvironmentStorage?) -> EnvironmentStorage?
  ) -> Bool {
    let link = lock.withLock { state.link }
    link?.beginEnvironmentChange()
    defer { link?.endEnvironmentChange() }
    return changingTree { effects in
      let known = lock.withLock { () -> (isExpected: Bool, inherited: EnvironmentStorage?) in
        let inherited = inheritedEnvironment
        let current = state.attachments?.environment?.own
        if let expected, expected !== current { return (false, inherited) }
        let own = change(current)
        if let own {
          let attachments = state.attachments ?? NodeAttachments(lock.holder)
          state.attachments = attachments
          attachments.environment = OwnEnvironment(own: own, inherited: inherited)
        } else {
          state.attachments?.environment = nil
        }
        return (true, inherited)
      }
      if known.isExpected { propagateEnvironment(known.inherited, isOther: true, &effects) }
      return known.isExpected
    }
  }

  /// Values inherited from the nodes above.
  final var inheritedEnvironment: EnvironmentStorage? {
    if let own = state.attachments?.environment { own.inherited } else { state.environment }
  }

  /// Propagates inherited values to the node and all below it. Tree lock held.
  ///
  /// Nodes that read a changed value are invalidated for the readers. Propagation stops below a node without changes.
  /// - Parameters:
  ///   - isOther: whether the node's own values changed.
  ///   - effects: receives the nodes whose types adjust properties to the change.
  final func propagateEnvironment(_ inherited: EnvironmentStorage?, isOther: Bool = false, _ effects: inout TreeEffects) {
    var stack: [(node: AnyNode, inherited: EnvironmentStorage?, isOther: Bool)] = [(self, inherited, isOther)]
    var difference = EnvironmentDifference()
    while let next = stack.popLast() {
      let taken = next.node.adoptEnvironment(next.inherited, isOther: next.isOther, &difference, &effects)
      guard let (resolved, children) = taken else { continue }
      for child in children { stack.append((child, resolved, false)) }
    }
  }

  /// Applies inherited values. Returns the values to propagate and the nodes that inherit them; nil if they are unchanged.
  private func adoptEnvironment(
    _ inherited: EnvironmentStorage?, isOther: Bool, _ difference: inout EnvironmentDifference, _ effects: inout TreeEffects
  ) -> (EnvironmentStorage?, [AnyNode])? {
    lock.lock()
    let old = state.environment
    var new = inherited
    if let own = state.attachments?.environment {
      if own.inherited === inherited, !isOther {
        lock.unlock()
        return nil
      }
      state.attachments?.environment?.inherited = inherited
      new = EnvironmentStorage.merged(inherited, with: own.own)
    }
    guard new !== old else {
      lock.unlock()
      return nil
    }
    let changed = difference.keys(from: old, to: new)
    // Only for the topmost node of the change: nodes that are added to the tree inherit their first values.
    if isOther || above == nil, changed.intersects(EnvironmentKeys.forLook) { state.link?.recordAppearanceChange() }
    state.environment = new
    state.inputs &+= 1
    var what: Invalidation = []
    if state.layoutReads.intersects(changed) {
      forgetMeasurements()
      what.insert(.layout)
    }
    if state.displayReads.intersects(changed) { what.insert(.display) }
    if state.propertyReads.intersects(changed) {
      if adjustsProperties { effects.adjusting.append(self) } else { what.formUnion(resolveProperties()) }
    }
    if state.styleReads.intersects(changed) {
      state.styleGeneration &+= 1
      what.insert(.layout)
    }
    if changed.intersects(EnvironmentKeys.forSemantics), state.link?.readsSemantics ?? false { what.insert(.semantics) }
    var link = what.isEmpty ? nil : markPending(what)
    let isTold = !changed.isEmpty && (hooks.environmentObserving != nil || observed.contains(.environment))
    let children = state.children
    let stage = state.link
    // The stage's background follows the theme and the colour scheme of the root.
    let isBackground = above == nil && !changed.isEmpty
    lock.unlock()
    link?.nodeDidChange(self)
    link = nil
    if isTold { stage?.environmentDidChange(self, from: old) }
    if isBackground { stage?.wakeLoop() }
    return (new, children)
  }

  /// Lets the node's type adjust properties to values that nodes do not set: scale, direction, depth and antialiasing. No lock held.
  final func adjustToSurroundings() { setNeedsProperties() }

  /// Resolves the colours of a node's properties after a change of values that only a stage has, for a type that does not adjust them. Node lock not held.
  final func resolveToSurroundings() {
    lock.lock()
    let what = state.propertyReads.isEmpty ? [] : resolveProperties()
    let link = what.isEmpty ? nil : markPending(what)
    lock.unlock()
    link?.nodeDidChange(self)
  }

  /// Makes a node named by a spec inherit from the node with that spec, before its code is called. Returns the values in effect in it. Layout thread.
  final func inheritDuringLayout(_ inherited: EnvironmentStorage?) -> EnvironmentStorage? {
    changingTree { propagateEnvironment(inherited, &$0) }
    return lock.withLock { state.environment }
  }

  /// Gives the root of a tree outside of any stage the environment of a layout outside of one.
  final func inherit(_ environment: EnvironmentValues) {
    guard environment.storage != nil else { return }
    changingTree { effects in
      if lock.withLock({ state.link == nil && above == nil }) { propagateEnvironment(environment.storage, &effects) }
    }
  }

  /// Gives the root of a tree outside of any stage the environment of its later parent. Any thread.
  public final func inheritEnvironment(joining parent: AnyNode) { inherit(parent.environmentValues) }

  /// Records the values that code of the node's type read while the node's change count was `generation`. If one of them has changed since then, the
  /// node is marked. Recording precedes the comparison, so a change is detected either here or by its writer.
  final func recordReads(_ keys: EnvironmentKeySet, _ ticket: ReadTicket, of environment: EnvironmentStorage?) {
    lock.lock()
    var link: StageLink?
    switch ticket.kind {
    case .layout:
      if state.measureGeneration == ticket.generation {
        state.layoutReads.formUnion(keys)
        if EnvironmentStorage.difference(environment, state.environment).intersects(keys) {
          forgetMeasurements()
          link = markPending(.layout)
        }
      }
    case .display:
      if state.displayGeneration == ticket.generation {
        state.displayReads.formUnion(keys)
        if EnvironmentStorage.difference(environment, state.environment).intersects(keys) { link = markPending(.display) }
      }
    // The change is counted among their inputs, so they run again.
    case .properties, .style, .binding: break
    }
    lock.unlock()
    link?.nodeDidChange(self)
  }
}

/// Cached difference of the last two environments compared: most nodes of a tree have the same change. A value.
private struct EnvironmentDifference {
  private var known: (old: EnvironmentStorage?, new: EnvironmentStorage?, keys: EnvironmentKeySet)?

  /// Returns the keys whose values differ.
  mutating func keys(from old: EnvironmentStorage?, to new: EnvironmentStorage?) -> EnvironmentKeySet {
    if let known, known.old === old, known.new === new { return known.keys }
    let keys = EnvironmentStorage.difference(old, new)
    known = (old, new, keys)
    return keys
  }
}

/// Environment values that a node sets, and those that it inherits.
struct OwnEnvironment {
  let own: EnvironmentStorage
  var inherited: EnvironmentStorage?
}
