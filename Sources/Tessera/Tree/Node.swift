internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// A node of one type: a thread-safe reference that holds a value of that type.
///
/// The members of the value are the node's own: `node.string = "Toucan"` writes through the lock, compares old and new, and invalidates
/// only what changed. Any thread.
@dynamicMemberLookup
public final class Node<Value: NodeType>: AnyNode, @unchecked Sendable {
  // @unchecked: `stored` and `measurements` are only touched with `lock` held, which is why exclusive access needs no check when the program runs.
  @exclusivity(unchecked) private var stored: Value
  @exclusivity(unchecked) private var measurements = MeasureCache()

  /// What the node keeps beside its value: made with the node and kept as long as it. Any thread.
  public let storage: Value.Storage

  /// Makes a node that shows `value`.
  public init(_ value: Value = Value()) {
    stored = value
    storage = Value.Storage()
    super.init()
    if let properties = Value.initialProperties { state.properties = SharedProperties(properties) }
  }

  /// What the node shows. Setting compares and invalidates only what changed. Any thread.
  public var value: Value {
    get { lock.withLock { stored } }
    set { update { $0 = newValue } }
  }

  /// Changes the value under the lock, so that read and write are one step; invalidates only what changed.
  ///
  /// Any thread. `change` must not touch this node.
  /// - Returns: What `change` returns.
  @discardableResult
  public func update<R>(_ change: (inout Value) -> R) -> R {
    lock.lock()
    var new = stored
    let result = change(&new)
    let link = store(new, allowing: [.layout, .display, .composite, .scroll])
    lock.unlock()
    link?.nodeDidChange(self)
    return result
  }

  /// Gives a subnode that a spec names the value named there; layout is running already, so only drawing is asked for.
  func updateDuringLayout(_ value: Value) {
    lock.lock()
    let link = store(value, allowing: [.display, .composite, .scroll])
    lock.unlock()
    link?.nodeDidChange(self)
  }

  /// - Parameter isOther: whether `new` is known to be another value than the one before.
  private func store(_ new: Value, allowing mask: Invalidation, isOther: Bool = false) -> StageLink? {
    if isOther, state.link == nil, measurements.isUnused {
      // Nobody has looked at it yet, as while its members are set one after the other: what follows from each is not to be found out.
      stored = new
      state.styleGeneration &+= 1
      return markPending(mask)
    }
    let old = stored
    guard new != old else { return nil }
    let what = Value.invalidation(from: old, to: new)
    // Where no stage knows the node, nobody has its style yet to compare with.
    let style = what.contains(.layout) && state.link != nil ? adjustedStyle() : nil
    stored = new
    if what.contains(.layout) {
      if style == nil || adjustedStyle() != style { state.styleGeneration &+= 1 }
      state.measureGeneration &+= 1
      measurements.removeAll()
    }
    return markPending(what.intersection(mask))
  }

  /// Reads or writes one member of the value. Any thread.
  public subscript<Member: Equatable>(dynamicMember path: WritableKeyPath<Value, Member>) -> Member {
    get { lock.withLock { reading { $0[keyPath: path] } } }
    set {
      lock.lock()
      var link: StageLink?
      if reading({ $0[keyPath: path] }) != newValue {
        var new = stored
        new[keyPath: path] = newValue
        link = store(new, allowing: [.layout, .display, .composite, .scroll], isOther: true)
      }
      lock.unlock()
      link?.nodeDidChange(self)
    }
  }

  /// Reads one member of the value. Any thread.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { lock.withLock { reading { $0[keyPath: path] } } }

  /// Reads from the value where it lies; lock held, and `body` changes nothing.
  ///
  /// What an object holds is copied as a whole for each call whose body is not known here, since that might change it; an argument is not.
  private func reading<R>(_ body: (inout Value) -> R) -> R {
    #if DEBUG
      // The thread sanitizer takes `&stored` for a change of the object's first word, which whoever calls a method reads without a lock: in builds that it
      // looks at, here and in programs that use this, there is none.
      var copy = stored
      return body(&copy)
    #else
      return body(&stored)
    #endif
  }

  public override var typeName: String { Value.typeName }
  override var acceptsChildren: Bool { Value.acceptsChildren }
  /// The ids of subnodes that the value gives a place, in order. Any thread.
  public override var namedSubnodes: [String] { value.namedSubnodes }
  override func takeChild(_ child: AnyNode) -> Bool { Value.takeChild(child, node: self) }
  public override var sceneChildren: [AnyNode] { Value.sceneChildren(of: self) }
  override var isFocusable: Bool { Value.isFocusable(self) }
  override var focusArea: RoundedRect? { Value.focusArea(in: self) }
  override func focusArrives(_ arrival: FocusArrival) { Value.focusArrives(arrival, at: self) }
  override var revealsSubnodes: Bool { Value.revealsSubnodes }
  override func reveal(_ area: Rect) -> Rect { Value.reveal(area, in: self) }
  override func scrollOn(_ direction: FocusDirection) -> Bool { Value.scrollOn(direction, in: self) }
  override var ownAccessibility: Accessibility { value.accessibility }
  override var ownAccessibilityElements: [AccessibilityElement] { Value.accessibilityElements(of: self) }
  override func activateOwnAccessibilityElement(_ index: Int) -> Bool { Value.activateAccessibilityElement(index, of: self) }
  override func makeSpec(in context: LayoutContext) -> (any LayoutElement)? {
    // No tuple of a generic type, which would be looked up each time.
    var own: (@Sendable (LayoutContext) -> (any LayoutElement)?)?
    var generation: UInt64 = 0
    var isEndless = false
    let value = lock.withLock { () -> Value in
      own = state.layoutSpec
      generation = state.measureGeneration
      isEndless = state.endlessGeneration == generation
      return stored
    }
    guard !isEndless else { return nil }
    context.steps?.begin(.layout, self, generation)
    // What is found so late is asked for again with the next value.
    defer { _ = context.steps?.end() }
    if let own { return own(context) }
    guard !Value.Storage.isEmpty else { return value.layout(in: context) }
    var context = context
    context.storage = StorageReference(storage)
    return value.layout(in: context)
  }

  override func makeDrawing() -> (any NodeDrawing)? { Value.drawsContent ? ValueDrawing(value: value, storage: storage) : nil }

  override func makePreparation() -> (any NodeDrawing)? { Value.preparesDraws ? ValueDrawing(value: value, storage: storage) : nil }

  override var measuresContent: Bool { Value.measuresContent }
  override func makeMeasuring() -> (any NodeMeasuring)? {
    guard Value.measuresContent else { return nil }
    return lock.withLock { ValueMeasuring(node: self, value: stored, generation: state.measureGeneration) }
  }

  override func forgetMeasurements() { measurements.removeAll() }

  override var measureQuestions: [MeasureCache.Question] { lock.withLock { measurements.questions } }

  override func answer(_ questions: [MeasureCache.Question], _ steps: JobSteps?) {
    guard Value.measuresContent, !questions.isEmpty else { return }
    let (value, generation) = lock.withLock { (stored, state.measureGeneration) }
    for question in questions {
      let context = MeasureContext(environment: question.environment, steps: steps)
      _ = measure(value, generation: generation, within: question.range, in: context)
    }
  }

  override func interfaceStateDidChange(from old: InterfaceState, to new: InterfaceState) {
    Value.interfaceStateDidChange(self, from: old, to: new)
  }

  override func handle(_ event: Event) -> EventResponse { Value.handle(event, node: self) }
  override func tick(at time: Double) -> Double? { Value.tick(self, at: time) }
  override func layoutDidFinish() { Value.layoutDidFinish(self) }
  override func drawDidFinish() { Value.drawDidFinish(self) }
  override var drawsOverSubnodes: Bool { Value.drawsOverSubnodes }
  override var scrollsSubnodes: Bool { Value.scrollsSubnodes }
  override var scrollOffset: Point { Value.scrollOffset(of: self) }
  override var virtualizesSubnodes: Bool { Value.virtualizesSubnodes }
  override func nameOfItem(where isWanted: (AnyNode) -> Bool) -> String? { Value.nameOfItem(of: self, where: isWanted) }
  override var watchesFrames: Bool { Value.watchesFrames }
  override var subnodesAppearTogether: Bool { Value.subnodesAppearTogether }
  override var subnodePlacements: [SubnodePlacement] { Value.subnodePlacements(of: self) }
  override func makeRanging() -> (any SubnodeRanging)? { Value.makeRanging(for: self) }
  // The type is asked first: each node that leaves a list is asked, and looking up what a value conforms to would take longest.
  override var keptState: AttributeValue? { Value.self is any StatePreserving.Type ? value.keptState : nil }
  override func takeState(_ state: AttributeValue) {
    if Value.self is any StatePreserving.Type { update { $0.takeState(state) } }
  }

  override func adjustedStyle() -> LayoutStyle {
    var style = state.style
    reading { $0.adjust(&style) }
    return style
  }

  override func makeRecognizers() -> [GestureRecognizer] { Value.recognizers }

  public override func setAttribute(_ name: String, to value: AttributeValue) throws {
    guard let attribute = Value.attributes.first(where: { $0.name == name }) else {
      return try super.setAttribute(name, to: value)
    }
    var new = self.value
    try attribute.set(&new, value)
    self.value = new
  }

  public override func attribute(_ name: String) -> AttributeValue? {
    Value.attributes.first { $0.name == name }?.get(value) ?? super.attribute(name)
  }

  /// Measures `value` within `range`, or answers from the node's cache while its value is that of `generation`. Any thread.
  func measure(_ value: Value, generation: UInt64, within range: SizeRange, in context: MeasureContext) -> Measurement {
    lock.lock()
    let cached = state.measureGeneration == generation ? measurements.find(range, context.environment) : nil
    let isEndless = state.endlessGeneration == generation
    lock.unlock()
    if let cached { return cached }
    if isEndless || context.steps?.flag.isCancelled ?? false { return sizeInstead(within: range) }
    context.steps?.begin(.measure, self, generation)
    defer { if let steps = context.steps, steps.end() { answerIsThere() } }
    var context = context
    if !Value.Storage.isEmpty { context.storage = StorageReference(storage) }
    let size = value.size(thatFits: range, in: context)
    if !(size.width >= 0 && size.height >= 0) { lock.withLock { state.unusableSize = generation } }
    // Not clamped: a maximum of 0 asks for the smallest size that content can have, and the engine limits the rest.
    let result = Measurement(size: size, baselines: value.baselines(for: size, in: context))
    lock.lock()
    if state.measureGeneration == generation { measurements.insert(result, range, context.environment) }
    lock.unlock()
    return result
  }
}
