internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// A node of one type: a thread-safe reference that holds a value of that type.
///
/// The members of the value are the node's own: `node.string = "Toucan"` writes through the lock, compares old and new, and invalidates
/// only what changed. Any thread.
@dynamicMemberLookup
public final class Node<Value: NodeType>: AnyNode, @unchecked Sendable {
  // @unchecked: `content` is only touched with `lock` held.
  private let content: Cell<Content>

  /// What the lock guards beside what every node has.
  private struct Content {
    var value: Value
    /// What is drawn in place of the value while attributes of it are in motion.
    var presented: Value?
    var measurements = MeasureCache()
  }

  /// What the node keeps beside its value: made with the node and kept as long as it. Any thread.
  public let storage: Value.Storage

  /// Makes a node that shows `value`.
  public convenience init(_ value: Value = Value()) { self.init(value, descriptor: .of(Value.self)) }

  /// Makes a node of the type that `descriptor` describes, whose Swift type is `Value`.
  init(_ value: Value, descriptor: NodeTypeDescriptor) {
    content = Cell(Content(value: value))
    storage = Value.Storage()
    super.init(descriptor)
    if hooks.propertyAdjusting != nil { _ = adjustProperties() }
    hooks.valueObserving?.valueDidChange(erased: self)
  }

  /// What the node shows. Setting compares and invalidates only what changed. Any thread.
  public var value: Value {
    get { lock.withLock { content.value.value } }
    set { update { $0 = newValue } }
  }

  /// Changes the value under the lock, so that read and write are one step; invalidates only what changed.
  ///
  /// Any thread. `change` must not touch this node.
  /// - Returns: What `change` returns.
  @discardableResult
  public func update<R>(_ change: (inout Value) -> R) -> R {
    lock.lock()
    var new = content.value.value
    let result = change(&new)
    let link = store(new, allowing: [.layout, .display, .composite, .scroll])
    lock.unlock()
    link?.nodeDidChange(self)
    hooks.valueObserving?.valueDidChange(erased: self)
    return result
  }

  /// Gives a subnode that a spec names the value named there; layout is running already, so only drawing is asked for.
  func updateDuringLayout(_ value: Value) {
    lock.lock()
    let link = store(value, allowing: [.display, .composite, .scroll])
    lock.unlock()
    link?.nodeDidChange(self)
    hooks.valueObserving?.valueDidChange(erased: self)
  }

  /// Puts `new` in the place of the value where it is another one; lock held.
  private func store(_ new: Value, allowing mask: Invalidation) -> StageLink? {
    guard readLocked({ $0 != new }) else { return nil }
    return change(allowing: mask) {
      $0 = new
      return true
    }
  }

  /// Whether somebody has looked at the value; lock held.
  private var isWatched: Bool { state.link != nil || !content.value.measurements.isUnused }

  /// Changes the value and marks what follows from it; lock held. Where `change` returns false the value stays as it was.
  /// - Parameter affects: work that the change needs, if that is declared.
  private func change(allowing mask: Invalidation, affects: Invalidation? = nil, _ change: (inout Value) -> Bool) -> StageLink? {
    guard isWatched else {
      // Nobody has looked at it yet, as while its members are set one after the other: what follows from each is not to be found out.
      guard change(&content.value.value) else { return nil }
      state.styleGeneration &+= 1
      _ = adjustProperties()
      return markPending(mask)
    }
    let old = content.value.value
    // Where no stage knows the node, nobody has its style yet to compare with.
    let style = hooks.styleAdjusting != nil && state.link != nil ? adjustedStyle() : nil
    guard change(&content.value.value) else {
      // An observer of the member may have changed others.
      content.value.value = old
      return nil
    }
    let own = hooks.stateMotion?.stateMotion(from: old, erased: self)
    // One after the other: a tuple of the two would be looked up by the runtime each time.
    let what = affects ?? readLocked { effects(from: old, to: $0) }
    let isMoving = readLocked { noteMotion(from: old, to: $0, own) }
    if isMoving, content.value.presented == nil { content.value.presented = old }
    if what.contains(.layout) {
      let isStyleSame = style.map { $0 == adjustedStyle() } ?? (state.link != nil)
      if !isStyleSame { state.styleGeneration &+= 1 }
      state.measureGeneration &+= 1
      content.value.measurements.removeAll()
    }
    // Only the first to mark something learns whom to tell.
    let link = what.contains(.properties) ? adjustProperties(own) : nil
    return markPending(what.intersection(mask).union(state.link?.readsSemantics ?? false ? .semantics : [])) ?? link
  }

  /// Returns the work that a change from `old` to `new`, which differ, needs.
  private func effects(from old: Value, to new: Value) -> Invalidation {
    let what = Value.invalidation(from: old, to: new)
    // A type that looks at its members itself need not say whether it adjusts properties.
    guard what.contains(.byAttributes) else { return what.union(.properties) }
    return what.subtracting(.byAttributes).union(table.invalidation(from: old, to: new))
  }

  /// Reads or writes one member of the value. Any thread.
  public subscript<Member: Equatable>(dynamicMember path: WritableKeyPath<Value, Member>) -> Member {
    get { lock.withLock { readLocked { $0[keyPath: path] } } }
    set {
      lock.lock()
      var link: StageLink?
      if isWatched || readLocked({ $0[keyPath: path] }) != newValue {
        // Attributes are read only if the change needs work.
        let affects = isWatched ? table.effect(of: path) : nil
        // Read and set in one access: each follows the path.
        link = change(allowing: [.layout, .display, .composite, .scroll], affects: affects) {
          Self.replace(&$0[keyPath: path], newValue)
        }
      }
      lock.unlock()
      link?.nodeDidChange(self)
      hooks.valueObserving?.valueDidChange(erased: self)
    }
  }

  /// Sets a member. Returns whether it was another.
  private static func replace<Member: Equatable>(_ member: inout Member, _ new: Member) -> Bool {
    guard member != new else { return false }
    member = new
    return true
  }

  /// Reads or writes a state of the node that the value declares (``NodeState``). Any thread.
  public subscript<Member: Equatable>(dynamicMember path: ReferenceWritableKeyPath<Value, Member>) -> Member {
    get {
      let value = self.value
      return StateOwners.with(self) { value[keyPath: path] }
    }
    set {
      let value = self.value
      StateOwners.with(self) { value[keyPath: path] = newValue }
    }
  }

  /// Refers to a state of the node that the value declares: `node.$isOpen`. Any thread.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Binding<Member>>) -> Binding<Member> {
    let value = self.value
    return StateOwners.with(self) { value[keyPath: path] }
  }

  /// Reads one member of the value, which may read states and the environment of the node. Any thread.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member {
    let value = self.value
    return StateOwners.with(self) { value[keyPath: path] }
  }

  /// Reads from the value where it lies, which copies nothing; lock held, and `body` changes nothing.
  func readLocked<R>(_ body: (inout Value) -> R) -> R { body(&content.value.value) }

  override func makeSpec(in context: LayoutContext) -> (any LayoutElement)? {
    // No tuple of a generic type, which would be looked up each time.
    var own: (@Sendable (LayoutContext) -> (any LayoutElement)?)?
    var generation: UInt64 = 0
    var isEndless = false
    var environment: EnvironmentStorage?
    let value = lock.withLock { () -> Value in
      environment = state.environment
      own = state.layoutSpec
      generation = state.measureGeneration
      isEndless = state.endlessGeneration == generation
      return content.value.value
    }
    guard !isEndless else { return nil }
    // What is found too late is asked for again with the next value.
    return Watchdog.run(self, .layout, generation: generation) {
      tracking(.layout, generation, environment) {
        let context = context.inheriting(environment)
        ChangeTracking.current?.pointee.surroundings = context.environment
        if let own { return own(context) }
        return HookResult.spec(value.layout(in: context.with(storage)), of: typeName)
      }
    }
  }

  override func makeDrawing() -> (any NodeDrawing)? {
    guard !descriptor.traits.contains(.drawsNothing) else { return nil }
    return lock.withLock {
      ValueDrawing(
        node: self, value: content.value.presented ?? content.value.value, generation: state.displayGeneration,
        environment: state.environment)
    }
  }

  override func makeMeasuring() -> (any NodeMeasuring)? {
    guard measuresContent else { return nil }
    return lock.withLock { ValueMeasuring(node: self, value: content.value.value, generation: state.measureGeneration) }
  }

  override func forgetMeasurements() { content.value.measurements.removeAll() }

  override var measureQuestions: [MeasureCache.Question] { lock.withLock { content.value.measurements.questions } }

  override func answer(_ questions: [MeasureCache.Question]) {
    guard measuresContent, !questions.isEmpty else { return }
    let (value, generation) = lock.withLock { (content.value.value, state.measureGeneration) }
    for question in questions {
      let context = MeasureContext(environment: question.environment)
      _ = measure(value, generation: generation, within: question.range, in: context)
    }
  }

  override var declaredStates: [StatePlace] { StatePlace.all(in: value) }

  override func handle(_ event: Event) -> EventResponse { StateScope(self).run { Value.handle(event, node: self) } }

  /// The attributes of the node's type.
  private var table: TypedAttributeTable<Value> { descriptor.attributes(of: Value.self) }

  public override func setAttribute(_ name: String, to value: AttributeValue) throws {
    guard let attribute = table[name] else {
      return try super.setAttribute(name, to: value)
    }
    if let ofNode = attribute.ofNode { return try ofNode.set(self, value) }
    var new = self.value
    try StateOwners.with(self) { try attribute.set(&new, value) }
    self.value = new
  }

  public override func attribute(_ name: String) -> AttributeValue? {
    guard let attribute = table[name] else { return super.attribute(name) }
    let value = self.value
    return (attribute.ofNode.map { $0.get(self) } ?? StateOwners.with(self) { attribute.get(value) }) ?? super.attribute(name)
  }

  override func present(_ attributes: [(name: String, value: AttributeValue)]) -> Invalidation {
    let table = attributes.isEmpty ? nil : table
    return lock.withLock {
      let before = content.value.presented ?? content.value.value
      var shown = content.value.value
      for (name, value) in attributes {
        guard let attribute = table?[name] else { continue }
        try? attribute.set(&shown, attribute.kind.clamped(value))
      }
      content.value.presented = attributes.isEmpty ? nil : shown
      return shown == before ? [] : effects(from: before, to: shown).subtracting(.properties)
    }
  }

  override func movableAttribute(_ name: String) -> AttributeValue? {
    let value = attribute(name)
    guard let attribute = table[name] else { return value }
    return value.map(attribute.kind.movable)
  }

  override func shownAttribute(_ name: String) -> AttributeValue? {
    guard let attribute = table[name], attribute.ofNode == nil else { return attribute(name) }
    return attribute.get(lock.withLock { content.value.presented ?? content.value.value })
  }

  /// Measures `value` within `range`, or answers from the node's cache while its value is that of `generation`. Any thread.
  func measure(_ value: Value, generation: UInt64, within range: SizeRange, in context: MeasureContext) -> Measurement {
    lock.lock()
    let cached = state.measureGeneration == generation ? content.value.measurements.find(range, context.environment) : nil
    let isEndless = state.endlessGeneration == generation
    let environment = state.environment
    lock.unlock()
    if let cached { return cached }
    if isEndless || Watchdog.isCancelled { return sizeInstead(within: range) }
    return Watchdog.run(self, .measure, generation: generation, late: { answerIsThere() }) {
      let result = tracking(.layout, generation, environment) {
        let context = context.with(storage).inheriting(environment)
        ChangeTracking.current?.pointee.surroundings = context.environment
        let size = value.size(thatFits: range, in: context)
        // Not clamped: a maximum of 0 asks for the smallest size that content can have, and the engine limits the rest.
        return Measurement(size: size, baselines: HookResult.baselines(value.baselines(for: size, in: context), of: typeName))
      }
      if !(result.size.width >= 0 && result.size.height >= 0) { lock.withLock { state.unusableSize = generation } }
      lock.lock()
      if state.measureGeneration == generation { content.value.measurements.insert(result, range, context.environment) }
      lock.unlock()
      return result
    }
  }
}
