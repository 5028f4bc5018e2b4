internal import TesseraBase
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// What a node inherits, and what it says for itself and all below it: `node.environment[\.colorScheme] = .dark`. Any thread.
public struct NodeEnvironment: Sendable {
  let node: AnyNode

  /// Reads what holds in the node, or says what holds in it and in all below it that says no other.
  ///
  /// `scale` and `textAntialiasing` are the stage's and cannot be set here; `direction` is the node's ``AnyNode/direction``.
  public subscript<Value>(path: WritableKeyPath<EnvironmentValues, Value>) -> Value {
    get { node.environmentValues[keyPath: path] }
    nonmutating set { node.setEnvironment { $0[keyPath: path] = newValue } }
  }

  /// Says a value of a key by its name in scene files, for the node and all below it. Any thread.
  ///
  /// - Throws: ``AttributeError`` with the nearest name if no key has the name, or with the kind that the key takes.
  public func setValue(_ name: String, to value: AttributeValue) throws(AttributeError) {
    let key = try EnvironmentNames.key(name)
    var refused: AttributeError?
    node.setEnvironment {
      do throws(AttributeError) { try key.write(value, to: &$0) } catch { refused = error }
    }
    if let refused { throw refused }
  }

  /// Returns the value of a key, by its name in scene files, that holds in the node; nil: it is unset or no key has the name. Any thread.
  public func value(_ name: String) -> AttributeValue? { (try? EnvironmentNames.key(name))?.value(in: node.environmentValues) }

  /// Has the node inherit the value again.
  public func inherit<Value>(_ path: WritableKeyPath<EnvironmentValues, Value>) {
    // What the setter sets is what is taken out.
    var probe = EnvironmentValues()
    probe[keyPath: path] = probe[keyPath: path]
    if path == \EnvironmentValues.direction { node.direction = nil }
    for number in probe.storage?.numbers ?? [] { node.changeOwnEnvironment { EnvironmentStorage.setting(number, to: nil, in: $0) } }
  }

  /// Has the node inherit everything again.
  public func inheritAll() {
    node.direction = nil
    node.changeOwnEnvironment { _ in nil }
  }
}

/// What changed in the environment of a node.
public struct EnvironmentChange: Sendable {
  /// What the node inherited before.
  public let old: EnvironmentValues
  /// What it inherits now.
  public let new: EnvironmentValues
}

extension AnyNode {
  /// What the node inherits, and says for itself and all below it. Any thread.
  public var environment: NodeEnvironment { NodeEnvironment(node: self) }

  /// A value that the node inherits, or that it says itself, is another. The payload has all values before and after.
  public static let environmentChange = Signal<EnvironmentChange>("environmentChange", .environment)

  /// Calls `perform` when a value that the node inherits or says itself is another, while it is in a stage. Frame loop, no lock held.
  @discardableResult
  public func onEnvironmentChange(_ perform: @escaping @Sendable (EnvironmentChange) -> Void) -> HandlerToken {
    on(AnyNode.environmentChange, perform: perform)
  }

  /// All that holds in the node now. Any thread.
  public final var environmentValues: EnvironmentValues {
    let (link, direction, storage) = lock.withLock { (state.link, state.effectiveDirection, state.environment) }
    return (link?.surroundings ?? EnvironmentValues()).running(direction).inheriting(storage)
  }

  /// Says what holds in the node and in all below it. Any thread.
  final func setEnvironment(_ edit: (inout EnvironmentValues) -> Void) {
    var own = EnvironmentValues().inheriting(lock.withLock { state.attachments?.environment?.own })
    let before = own
    edit(&own)
    if own.direction != before.direction { direction = own.direction }
    if own.storage !== before.storage { changeOwnEnvironment { _ in own.storage } }
  }

  /// Changes what the node says itself.
  final func changeOwnEnvironment(_ change: (EnvironmentStorage?) -> EnvironmentStorage?) {
    changingTree { effects in
      let inherited = lock.withLock { () -> EnvironmentStorage? in
        let inherited = inheritedEnvironment
        let own = change(state.attachments?.environment?.own)
        if let own {
          let attachments = state.attachments ?? NodeAttachments()
          state.attachments = attachments
          attachments.environment = OwnEnvironment(own: own, inherited: inherited)
        } else {
          state.attachments?.environment = nil
        }
        return inherited
      }
      propagateEnvironment(inherited, isOther: true, &effects)
    }
  }

  /// What the nodes above say; lock held.
  final var inheritedEnvironment: EnvironmentStorage? {
    if let own = state.attachments?.environment { own.inherited } else { state.environment }
  }

  /// Gives the node and all below it what is inherited from above. Tree lock held.
  ///
  /// Nodes that read a value that is another are marked for what read it. Nothing is done below a node for which nothing is another.
  /// - Parameters:
  ///   - isOther: whether the node's own values changed.
  ///   - effects: gets the nodes whose types adjust properties to the change.
  final func propagateEnvironment(_ inherited: EnvironmentStorage?, isOther: Bool = false, _ effects: inout TreeEffects) {
    var stack: [(node: AnyNode, inherited: EnvironmentStorage?, isOther: Bool)] = [(self, inherited, isOther)]
    var difference = EnvironmentDifference()
    while let next = stack.popLast() {
      let taken = next.node.takeEnvironment(next.inherited, isOther: next.isOther, &difference, &effects)
      guard let (resolved, children) = taken else { continue }
      for child in children { stack.append((child, resolved, false)) }
    }
  }

  /// Takes what is inherited; returns what is handed on, and to whom; nil where that is as before.
  private func takeEnvironment(
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
    state.environment = new
    state.inputs &+= 1
    var what: Invalidation = []
    if state.layoutReads.intersects(changed) {
      forgetMeasurements()
      what.insert(.layout)
    }
    if state.displayReads.intersects(changed) { what.insert(.display) }
    if state.propertyReads.intersects(changed) {
      if hooks.propertyAdjusting != nil { effects.adjusting.append(self) } else { what.formUnion(resolveProperties()) }
    }
    if state.styleReads.intersects(changed) {
      state.styleGeneration &+= 1
      what.insert(.layout)
    }
    var link = what.isEmpty ? nil : markPending(what)
    let isTold = !changed.isEmpty && (hooks.environmentObserving != nil || observed.contains(.environment))
    let children = state.children
    let stage = state.link
    // The stage's own background follows the scheme of the root.
    let isBackground = above == nil && changed.contains(EnvironmentKeys.bit(EnvironmentKeys.colorScheme))
    lock.unlock()
    link?.nodeDidChange(self)
    link = nil
    if isTold { stage?.environmentDidChange(self, from: old) }
    if isBackground { stage?.wakeLoop() }
    return (new, children)
  }

  /// Has the node's type adjust properties to values that no node says: scale, direction, depth and antialiasing. No lock held.
  final func adjustToSurroundings() { setNeedsProperties() }

  /// Has a node that a spec names inherit from the node whose spec it is, before it is asked for anything. Returns what it hands on. Layout thread.
  final func inheritDuringLayout(_ inherited: EnvironmentStorage?) -> EnvironmentStorage? {
    changingTree { propagateEnvironment(inherited, &$0) }
    return lock.withLock { state.environment }
  }

  /// Has the root of a tree that is in no stage inherit what a layout outside of one is given.
  final func inherit(_ environment: EnvironmentValues) {
    guard environment.storage != nil else { return }
    changingTree { effects in
      if lock.withLock({ state.link == nil && above == nil }) { propagateEnvironment(environment.storage, &effects) }
    }
  }

  /// Has the root of a tree that is in no stage inherit the environment of its later parent. Any thread.
  public final func inheritEnvironment(joining parent: AnyNode) { inherit(parent.environmentValues) }

  /// Notes which values code of the node's type read while the node's count of changes was `generation`; where one of these is another meanwhile,
  /// the node is marked: noted first and compared then, a change is seen either here or where it is made.
  final func noteReads(_ keys: EnvironmentKeySet, _ ticket: ReadTicket, of environment: EnvironmentStorage?) {
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
    // A change is counted among their inputs, and they run again.
    case .properties, .style, .binding: break
    }
    lock.unlock()
    link?.nodeDidChange(self)
  }
}

/// Difference of the last two environments that were compared: most nodes of a tree go from one to the same other. A value.
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

/// What a node says of the environment itself, and what it would inherit without.
struct OwnEnvironment {
  let own: EnvironmentStorage
  var inherited: EnvironmentStorage?
}

extension NodeElement {
  /// What holds in the node and in all below it: `.environment(\.tint, .red)`.
  public func environment<Value: Sendable>(
    _ path: WritableKeyPath<EnvironmentValues, Value> & Sendable, _ value: Value
  ) -> Described {
    describing { $0.environmentEdits.append { $0[keyPath: path] = value } }
  }
}
