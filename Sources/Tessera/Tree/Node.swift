internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// A node of one type: a thread-safe reference that holds a value of that type.
///
/// The members of the value are members of the node: `node.string = "Toucan"` writes through the lock, compares old and new, and invalidates only the
/// changed part. Any thread.
@dynamicMemberLookup
public final class Node<Value: NodeType>: AnyNode, @unchecked Sendable {
  // @unchecked: `content` checks the lock.
  let content: GuardedCell<Content>

  /// State guarded by the lock, in addition to that of every node.
  struct Content {
    var value: Value
    /// Counts writes of the value.
    var generation: UInt64 = 0
    /// Value drawn in place of `value` while attributes are in motion.
    var presented: Value?
    /// The write that set `presented`, until it is decided whether it is animated; nil if that is decided.
    var undecided: UInt64?
    var measurements = MeasureCache()
  }

  /// State outside the value: created with the node and kept as long as the node. Any thread.
  public let storage: Value.Storage

  /// Makes a node that shows `value`.
  public convenience init(_ value: Value = Value()) { self.init(value, descriptor: .of(Value.self)) }

  /// Makes a node of the type that `descriptor` describes, whose Swift type is `Value`.
  init(_ value: Value, descriptor: NodeTypeDescriptor) {
    let holder = LockHolder()
    content = GuardedCell(Content(value: value), holder)
    storage = Value.Storage()
    super.init(descriptor, holder)
    _ = adjustProperties()
    hooks.valueObserving?.valueDidChange(erased: self)
    NodeLifetime.didCreate(self)
  }

  /// The node's value. Setting compares and invalidates only the changed part. Any thread.
  public var value: Value {
    get { lock.withLock { content.value.value } }
    set {
      replaceValue(newValue, allowing: .anyChange)
      hooks.valueObserving?.valueDidChange(erased: self)
    }
  }

  /// Value as shown by the latest frame: attributes in motion are between their old and new values. Any thread.
  ///
  /// ``ScrollContainerType/scrollOffset(of:)`` and ``ScrollContainerType/subnodePlacements(of:)`` read it, so that `animate` moves the subnodes.
  public var presentedValue: Value { lock.withLock { content.value.presented ?? content.value.value } }

  /// Changes the value, so that read and write are one step; invalidates only the changed part.
  ///
  /// Any thread. `change` gets a copy, without the lock: it and setters of the type may access this node. If the value is written meanwhile, it runs
  /// again with the new value, so it should change nothing but the value.
  /// - Returns: The result of the last run of `change`.
  @discardableResult
  public func update<R>(_ change: (inout Value) -> R) -> R {
    var result: R?
    var isSame = false
    changeValue(affects: { isSame ? [] : nil }) { value in
      let old = value
      result = change(&value)
      isSame = value == old
      return true
    }
    hooks.valueObserving?.valueDidChange(erased: self)
    guard let result else { preconditionFailure("changeValue calls its closure") }
    return result
  }

  /// Sets the value of a subnode that a spec names. Layout is already running, so only drawing is requested.
  func updateDuringLayout(_ value: Value) {
    let mask: Invalidation = [.display, .composite, .scroll]
    if let hook = hooks.reconciling {
      changeValue(allowing: mask) { current in
        let new = hook.reconciled(erased: value, with: current)
        guard new != current else { return false }
        current = new
        return true
      }
    } else {
      replaceValue(value, allowing: mask)
    }
    hooks.valueObserving?.valueDidChange(erased: self)
  }

  /// Reads or writes one member of the value. Any thread.
  public subscript<Member: Equatable>(dynamicMember path: WritableKeyPath<Value, Member>) -> Member {
    get {
      // A computed member is code of the type, which reads a copy without the lock.
      guard Self.isStored(path) else { return value[keyPath: path] }
      return lock.withLock { content.value.value[keyPath: path] }
    }
    set {
      setMember(path, newValue)
      hooks.valueObserving?.valueDidChange(erased: self)
    }
  }

  /// Reads or writes a state that the value declares (``NodeState``). Any thread.
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

  /// Returns a binding to a state that the value declares: `node.$isOpen`. Any thread.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Binding<Member>>) -> Binding<Member> {
    let value = self.value
    return StateOwners.with(self) { value[keyPath: path] }
  }

  /// Reads a member of the value, which may read states and the environment of the node. Any thread.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member {
    let value = self.value
    return StateOwners.with(self) { value[keyPath: path] }
  }

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
    context.beginEvaluation()
    guard !isEndless else { return nil }
    // A late result is requested again with the next value.
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
    let drawsNothing = descriptor.traits.contains(.drawsNothing)
    return lock.withLock { () -> (any NodeDrawing)? in
      let surrounding = state.attachments?.contentDrawing
      guard !drawsNothing || surrounding != nil else { return nil }
      let own = ValueDrawing(
        node: self, value: content.value.presented ?? content.value.value, generation: state.displayGeneration,
        environment: state.environment)
      return surrounding.map { SurroundedDrawing(base: own, drawing: $0) } ?? own
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

  override func handle(_ event: Event) -> EventResponse {
    let response = StateScope(self).run { Value.handle(event, node: self) }
    return response == .handled ? response : handlePress(event)
  }

  /// The attributes of the node's type.
  var table: TypedAttributeTable<Value> { descriptor.attributes(of: Value.self) }

  public override func setAttribute(_ name: String, to value: AttributeValue) throws {
    guard let attribute = table[name] else {
      return try super.setAttribute(name, to: value)
    }
    if let ofNode = attribute.ofNode { return try ofNode.set(self, value) }
    try changeValue { new in
      let old = new
      try StateOwners.with(self) { try attribute.set(&new, value) }
      return new != old
    }
    hooks.valueObserving?.valueDidChange(erased: self)
  }

  public override func attribute(_ name: String) -> AttributeValue? {
    guard let attribute = table[name] else { return super.attribute(name) }
    let value = self.value
    return (attribute.ofNode.map { $0.get(self) } ?? StateOwners.with(self) { attribute.get(value) }) ?? super.attribute(name)
  }

  override var memberNames: [String] { Mirror(reflecting: value).children.compactMap(\.label) }

  override func present(_ attributes: [(name: String, value: AttributeValue)]) -> Invalidation { showing(attributes) }

  override func movableAttribute(_ name: String) -> AttributeValue? {
    let value = attribute(name)
    guard let attribute = table[name] else { return value }
    return value.map(attribute.kind.movable)
  }

  override func shownAttribute(_ name: String) -> AttributeValue? {
    guard let attribute = table[name], attribute.ofNode == nil else { return attribute(name) }
    return attribute.get(lock.withLock { content.value.presented ?? content.value.value })
  }

  /// Measures `value` within `range`, or returns the node's cached result while its value is that of `generation`. Any thread.
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
        // Not clamped: a maximum of 0 requests the smallest possible size of the content, and the engine limits the rest.
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
