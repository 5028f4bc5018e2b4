internal import Synchronization
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// A node of any type: its place in the tree, what every node has, and what the stage keeps for it.
///
/// A reference. Every property and method can be used from any thread at any time, in or out of a tree; there is no thread affinity.
/// Make nodes through ``Node``.
public class AnyNode: @unchecked Sendable {
  // @unchecked: `state` and `above` are only touched with `lock` held; `above` and `children` change only with `treeLock` held as well.
  let lock = Lock()
  /// Serial number of the node in the process, from 1; never reused.
  public final let serial: UInt64
  /// The node's type: its name, attributes and signals, without a registry. Any thread.
  public final let descriptor: NodeTypeDescriptor
  private let stateCell = Cell(State())
  private let aboveCell = Cell(WeakNode())

  /// What the lock guards, in place; lock held.
  final var state: State {
    @inline(__always) unsafeAddress { UnsafePointer(stateCell.pointer) }
    @inline(__always) unsafeMutableAddress { stateCell.pointer }
  }

  /// The node above; lock held.
  final var above: AnyNode? {
    @inline(__always) get { aboveCell.value.node }
    @inline(__always) set { aboveCell.value.node = newValue }
  }

  /// The node whose code made this one; lock held.
  final var maker: AnyNode? {
    @inline(__always) get { aboveCell.value.maker }
  }

  /// Not part of the state: whoever reads a weak member of a value copies all of it.
  private struct WeakNode {
    weak var node: AnyNode?
    weak var maker: AnyNode?
  }
  /// Which events somebody listens to.
  final let observed = ObservedEventFlags()

  /// What the lock guards.
  struct State {
    var id = ""
    var style = LayoutStyle()
    /// Shared with snapshots and never changed; a change puts another one here.
    var properties = SharedProperties.initial
    var children: [AnyNode] = []
    /// Whether `children` come from a spec, so that only layout changes them.
    var childrenAreManaged = false
    /// Subnodes that a spec names by their values.
    var keyed: [SubnodeKey: AnyNode] = [:]
    /// What the program wants in place of the spec of the node's type.
    var layoutSpec: (@Sendable (LayoutContext) -> (any LayoutElement)?)?
    var frame = Rect.zero
    /// Padding and border of the newest layout.
    var insets = Insets.zero
    /// Where lines start in the node, as it was laid out.
    var effectiveDirection = LayoutDirection.ltr
    /// How much of the box lies under the stage's safe-area insets.
    var safeAreaInsets = Insets.zero
    var interfaceState = InterfaceState.idle
    /// The stage that moves the node through its interface states: the newest that adopted it, until it lets go of it.
    var interfaceOwner: StageLink?
    var pending: Invalidation = []
    var link: StageLink?
    /// Whether the content changed while there was no stage to tell.
    var changedDetached = false
    /// Handlers of signals and data of the program, once there are any.
    var attachments: NodeAttachments?
    /// What is in motion of the node, once something is.
    var motion: NodeMotionState?
    var recognizers: [GestureRecognizer] = []
    /// Whether those that come with the node's type are among them.
    var hasTypeRecognizers = false
    /// Counts changes that make sizes stale, and those that make drawn content stale.
    var measureGeneration: UInt64 = 0
    var displayGeneration: UInt64 = 0
    /// Values that differ from the defaults; nil: none. The masks have the keys that layout, drawing and the adjusting hooks read.
    var environment: EnvironmentStorage?
    var layoutReads = EnvironmentKeySet()
    var displayReads = EnvironmentKeySet()
    var propertyReads = EnvironmentKeySet()
    var styleReads = EnvironmentKeySet()
    /// Counts changes of what the adjusting hooks read: value, properties, style, environment, storage.
    var inputs: UInt64 = 0
    /// The generation for which the type has not answered a layout in time: it is asked no more until it is another.
    var endlessGeneration = UInt64.max
    /// Generation whose measured size was invalid; nil: none was.
    var unusableSize: UInt64?
    /// Count changes of the style and of the subnodes, so that layout knows which of them changed.
    var styleGeneration: UInt32 = 0
    var childrenGeneration: UInt32 = 0
    /// Counts how often the node left a stage, which is told of nothing then.
    var departures: UInt32 = 0
  }

  private static let serials = Atomic<UInt64>(0)

  init(_ descriptor: NodeTypeDescriptor) {
    self.descriptor = descriptor
    serial = Self.serials.add(1, ordering: .relaxed).newValue
    state.properties = descriptor.hooks.initialProperties
    let initial = state.properties
    if initial !== SharedProperties.initial, initial.value.isDynamic { state.properties = resolved(initial.value) }
    if let maker = StateOwners.current as? AnyNode { aboveCell.value.maker = maker }
  }

  deinit {
    // Long chains are taken apart one by one: each node dropping its own subnodes would recurse as deep as they are nested.
    var doomed = state.children
    state.children = []
    state.keyed = [:]
    while var node = doomed.popLast() {
      guard isKnownUniquelyReferenced(&node) else { continue }
      doomed.append(contentsOf: node.giveUpChildren())
    }
  }

  /// Returns the subnodes of a node that goes with the return and holds them no more. (Somebody who reaches it through a subnode's weak
  /// reference in this very moment finds it empty: the tree that it stood in is gone.)
  private func giveUpChildren() -> [AnyNode] {
    lock.withLock {
      let children = state.children
      state.children = []
      state.keyed = [:]
      return children
    }
  }

  // What needs the node's value, which `Node` has.

  func makeSpec(in context: LayoutContext) -> (any LayoutElement)? { nil }
  func makeMeasuring() -> (any NodeMeasuring)? { nil }
  /// What layouts asked of the content, of the newest value or where that was not asked yet of the one before. Any thread, no lock held.
  var measureQuestions: [MeasureCache.Question] { [] }
  /// Measures the content as `questions` ask, before a layout does. Any thread, no lock held.
  func answer(_ questions: [MeasureCache.Question]) {}
  /// Forgets how large the content was found to be; lock held.
  func forgetMeasurements() {}
  /// What draws the content that the node has now; nil where there is none.
  func makeDrawing() -> (any NodeDrawing)? { nil }
  /// Has the content drawn with these attributes in place of those that the value has; none: as it is. Returns what has to be done again.
  func present(_ attributes: [(name: String, value: AttributeValue)]) -> Invalidation { [] }
  /// Returns an attribute as it moves: path data are an outline.
  func movableAttribute(_ name: String) -> AttributeValue? { attribute(name) }
  /// Returns an attribute as it is drawn.
  func shownAttribute(_ name: String) -> AttributeValue? { attribute(name) }
  /// Places of the states that the node's value has.
  var declaredStates: [StatePlace] { [] }
  /// Gives the node an event; the type of the node first.
  func handle(_ event: Event) -> EventResponse { .ignored }

  /// Sets an attribute that the node's type or every node has, by name. Any thread.
  ///
  /// - Throws: ``AttributeError`` where the name is not known or the value is not of its kind.
  public func setAttribute(_ name: String, to value: AttributeValue) throws {
    if name == Self.environmentName { return try setEnvironment(value) }
    guard let attribute = AnyNode.commonAttributes.first(where: { $0.name == name }) else {
      throw AttributeError(attribute: name, reason: "`\(typeName)` has no such attribute")
    }
    try updateProperties { try attribute.set(&$0, value) }
  }

  /// Returns the value of an attribute, or nil where it is unset or not known. Any thread.
  public func attribute(_ name: String) -> AttributeValue? {
    if name == Self.environmentName { return environmentAttribute }
    return AnyNode.commonAttributes.first { $0.name == name }?.get(properties)
  }

  /// The type and the id, for messages.
  var description: String {
    let id = self.id
    return typeName + (id.isEmpty ? "" : " `\(id)`")
  }

  // Invalidation.

  /// Asks for layout of this node again, and for what its content wants to be measured anew. Any thread.
  public func setNeedsLayout() {
    lock.lock()
    forgetMeasurements()
    let link = markPending(.layout)
    lock.unlock()
    link?.nodeDidChange(self)
  }

  /// Asks for layout with the style as the node's type adjusts it now (``StyleAdjustingType``): what it keeps beside its value is another. Any thread.
  public func setNeedsStyle() {
    let link = lock.withLock { markStyle() }
    link?.nodeDidChange(self)
  }

  /// Asks for the content to be drawn again. Any thread.
  public func setNeedsDisplay() { invalidate(.display) }

  /// Has the states of the subnodes found again, where the node's type ranges them: something that they depend on beside the node's value
  /// is another. Any thread.
  public func setNeedsRanging() {
    if scrollsSubnodes { invalidate(.scroll) }
  }

  /// Has the subnodes shown where the node's type scrolls them now: what it keeps beside its value says another offset or other placements. Any thread.
  public func setNeedsScroll() {
    if scrollsSubnodes { invalidate(.scroll) }
  }

  /// Whether the node is part of the tree of the stage behind `link`. Any thread.
  final func isIn(_ link: StageLink) -> Bool { lock.withLock { state.link === link } }

  func invalidate(_ what: Invalidation) {
    lock.lock()
    let link = markPending(what)
    lock.unlock()
    link?.nodeDidChange(self)
  }

  /// Notes what is to be done; lock held. Returns the stage to tell, or nil where it knows already or there is none.
  final func markPending(_ what: Invalidation) -> StageLink? {
    if what.contains(.layout) {
      state.measureGeneration &+= 1
      state.layoutReads = EnvironmentKeySet()
    }
    if what.contains(.display) {
      state.displayGeneration &+= 1
      state.displayReads = EnvironmentKeySet()
    }
    guard let link = state.link else {
      if what.contains(.display) { state.changedDetached = true }
      return nil
    }
    let wasClean = state.pending.isEmpty
    state.pending.formUnion(what)
    if what.contains(.layout) { MotionTransaction.current?.include(link) }
    return wasClean && !what.isEmpty ? link : nil
  }
}

extension AnyNode: Hashable {
  /// Nodes are equal when they are the same node.
  public static func == (a: AnyNode, b: AnyNode) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
