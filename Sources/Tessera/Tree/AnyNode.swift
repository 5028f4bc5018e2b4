internal import Synchronization
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// A node of any type: its place in the tree, the properties common to all nodes, and state kept for the stage.
///
/// A reference. All properties and methods can be used from any thread at any time, in or out of a tree; there is no thread affinity. Create nodes
/// through ``Node``.
public class AnyNode: @unchecked Sendable {
  // @unchecked: `state` and `above` are in cells that check the lock; `above` and `children` change only with `treeLock` held as well.
  // Functions that use them and do not take the lock are called with it held: debug builds check that.
  let lock: LockedCell<State>
  /// Serial number of the node in the process, from 1; never reused.
  public final let serial: UInt64
  /// The node's type: its name, attributes and signals, without a registry. Any thread.
  public final let descriptor: NodeTypeDescriptor
  private let aboveCell: GuardedCell<WeakNode>

  /// State guarded by the lock, accessed in place.
  final var state: State {
    @inline(__always) unsafeAddress { UnsafePointer(lock.pointer) }
    @inline(__always) unsafeMutableAddress { lock.pointer }
  }

  /// The node above.
  final var above: AnyNode? {
    @inline(__always) get { aboveCell.value.node }
    @inline(__always) set { aboveCell.value.node = newValue }
  }

  /// The node whose code created this one.
  final var maker: AnyNode? {
    @inline(__always) get { aboveCell.value.maker }
  }

  /// Not part of the state: reading a weak member of a value copies the whole value.
  private struct WeakNode {
    weak var node: AnyNode?
    weak var maker: AnyNode?
  }
  /// Observed events.
  final let observed = ObservedEventFlags()

  /// State guarded by the lock.
  struct State {
    var id = ""
    var style = LayoutStyle()
    /// Shared with snapshots and immutable; a change replaces the object.
    var properties = SharedProperties.initial
    var children: [AnyNode] = []
    /// Whether `children` come from a spec, so that only layout changes them.
    var childrenAreManaged = false
    /// Subnodes that a spec names by their values.
    var keyed: [SubnodeKey: AnyNode] = [:]
    /// Spec set by the program in place of that of the node's type.
    var layoutSpec: (@Sendable (LayoutContext) -> (any LayoutElement)?)?
    var frame = Rect.zero
    /// Padding and border of the latest layout.
    var insets = Insets.zero
    /// Direction of lines in the node, from the latest layout.
    var effectiveDirection = LayoutDirection.ltr
    /// Part of the box under the stage's safe-area insets.
    var safeAreaInsets = Insets.zero
    var interfaceState = InterfaceState.idle
    /// The stage that steps the node through its interface states: the latest that adopted it, until that stage releases it.
    var interfaceOwner: StageLink?
    var pending: Invalidation = []
    var link: StageLink?
    /// Whether the content changed without a stage to notify.
    var changedDetached = false
    /// Handlers of signals and data of the program; nil until there are any.
    var attachments: NodeAttachments?
    /// Running motions of the node; nil until there are any.
    var motion: NodeMotionState?
    var recognizers: [GestureRecognizer] = []
    /// Whether the recognizers of the node's type are among them.
    var hasTypeRecognizers = false
    /// Counts changes that make sizes stale, and those that make drawn content stale.
    var measureGeneration: UInt64 = 0
    var displayGeneration: UInt64 = 0
    /// Values that differ from the defaults; nil if none do. The masks have the keys that layout, drawing and the adjusting hooks read.
    var environment: EnvironmentStorage?
    var layoutReads = EnvironmentKeySet()
    var displayReads = EnvironmentKeySet()
    var propertyReads = EnvironmentKeySet()
    var styleReads = EnvironmentKeySet()
    /// Counts changes of the adjusting hooks' inputs: value, properties, style, environment, storage.
    var inputs: UInt64 = 0
    /// The generation for which the type did not return to a layout in time. Its code is skipped until the generation changes.
    var endlessGeneration = UInt64.max
    /// Generation whose measured size was invalid, or nil.
    var unusableSize: UInt64?
    /// Count changes of the style and of the subnodes, so that layout can tell which of them changed.
    var styleGeneration: UInt32 = 0
    var childrenGeneration: UInt32 = 0
    /// Counts how often the node left a stage, because the stage misses changes then.
    var departures: UInt32 = 0
  }

  private static let serials = Atomic<UInt64>(0)

  /// - Parameter holder: Holder of the node's lock, for the cells of a subclass too.
  init(_ descriptor: NodeTypeDescriptor, _ holder: LockHolder) {
    lock = LockedCell(State(), holder: holder)
    aboveCell = GuardedCell(WeakNode(), holder)
    self.descriptor = descriptor
    serial = Self.serials.add(1, ordering: .relaxed).newValue
    let initial = descriptor.hooks.initialProperties
    lock.unshared.pointee.properties = initial
    if initial !== SharedProperties.initial, initial.value.isDynamic { lock.withLock { state.properties = resolved(initial.value) } }
    if let maker = StateOwners.current as? AnyNode { aboveCell.unshared.pointee.maker = maker }
  }

  deinit {
    NodeLifetime.willRelease(descriptor, serial)
    // Long chains are released node by node: releasing subnodes from their parents would recurse as deep as they are nested.
    let state = lock.unshared
    var doomed = state.pointee.children
    state.pointee.children = []
    state.pointee.keyed = [:]
    while var node = doomed.popLast() {
      guard isKnownUniquelyReferenced(&node) else { continue }
      doomed.append(contentsOf: node.detachChildren())
    }
  }

  /// Returns and removes the subnodes of a node that is being released. Code that reaches the node through a subnode's weak reference at this moment
  /// finds it empty: its tree no longer exists.
  private func detachChildren() -> [AnyNode] {
    lock.withLock {
      let children = state.children
      state.children = []
      state.keyed = [:]
      return children
    }
  }

  // Members that need the node's value, overridden by `Node`.

  func makeSpec(in context: LayoutContext) -> (any LayoutElement)? { nil }
  func makeMeasuring() -> (any NodeMeasuring)? { nil }
  /// Measurements that layouts requested for the latest value, or for the previous one if there are none yet. Any thread, no lock held.
  var measureQuestions: [MeasureCache.Question] { [] }
  /// Measures the content for `questions` ahead of a layout. Any thread, no lock held.
  func answer(_ questions: [MeasureCache.Question]) {}
  /// Discards measured sizes of the content.
  func forgetMeasurements() {}
  /// Returns a copy that draws the current content; nil without content.
  func makeDrawing() -> (any NodeDrawing)? { nil }
  /// Draws the content with these attributes instead of the value's; an empty list restores the value. Returns the work that this needs.
  func present(_ attributes: [(name: String, value: AttributeValue)]) -> Invalidation { [] }
  /// Returns an attribute for motion: path data are an outline.
  func movableAttribute(_ name: String) -> AttributeValue? { attribute(name) }
  /// Returns an attribute as it is drawn.
  func shownAttribute(_ name: String) -> AttributeValue? { attribute(name) }
  /// Places of the states that the node's value declares.
  var declaredStates: [StatePlace] { [] }
  /// Handles an event; the node's type first.
  func handle(_ event: Event) -> EventResponse { .ignored }

  /// Sets an attribute that the node's type or every node has, by name. Any thread.
  ///
  /// - Throws: ``AttributeError`` if the name is unknown or the value has the wrong kind.
  public func setAttribute(_ name: String, to value: AttributeValue) throws {
    if name == EnvironmentNames.attribute { return try setEnvironment(value) }
    guard let attribute = NodeProperties.attribute(name) else {
      throw AttributeError(attribute: name, reason: "`\(typeName)` has no such attribute")
    }
    try updateProperties { try attribute.set(&$0, value) }
  }

  /// Returns the value of an attribute; nil if it is unset or unknown. Any thread.
  public func attribute(_ name: String) -> AttributeValue? {
    if name == EnvironmentNames.attribute { return environmentAttribute }
    return NodeProperties.attribute(name)?.get(properties)
  }

  /// Names of the stored members of the value.
  var memberNames: [String] { [] }

  /// The type and the id, for messages.
  var description: String {
    let id = self.id
    return typeName + (id.isEmpty ? "" : " `\(id)`")
  }

  // Invalidation.

  /// Requests a new layout and measurement of this node. Any thread.
  public func setNeedsLayout() {
    lock.lock()
    forgetMeasurements()
    let link = markPending(.layout)
    lock.unlock()
    link?.nodeDidChange(self)
  }

  /// Requests layout with the style as the node's type adjusts it now (``StyleAdjustingType``). Call it after a change of state outside the value.
  /// Any thread.
  public func setNeedsStyle() {
    let link = lock.withLock { markStyle() }
    link?.nodeDidChange(self)
  }

  /// Requests a redraw of the content. Any thread.
  public func setNeedsDisplay() { invalidate(.display) }

  /// Recomputes the interface states of the subnodes, if the node's type ranges them. Call it after a change of an input outside the value. Any
  /// thread.
  public func setNeedsRanging() {
    if scrollsSubnodes { invalidate(.scroll) }
  }

  /// Updates the scroll offset and the placements of the subnodes from the node's type. Call it after a change of state outside the value. Any
  /// thread.
  public func setNeedsScroll() {
    if scrollsSubnodes { invalidate(.scroll) }
  }

  /// The stage that the node is in. Any thread.
  final var stageLink: StageLink? { lock.withLock { state.link } }

  /// Whether the node is part of the tree of the stage behind `link`. Any thread.
  final func isIn(_ link: StageLink) -> Bool { lock.withLock { state.link === link } }

  func invalidate(_ what: Invalidation) {
    lock.lock()
    let link = markPending(what)
    lock.unlock()
    link?.nodeDidChange(self)
  }

  /// Records pending work. Returns the stage to notify; nil if it was notified already or there is none.
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
