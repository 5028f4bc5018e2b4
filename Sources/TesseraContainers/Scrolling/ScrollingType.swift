public import Tessera
public import TesseraGeometry
internal import TesseraLayout
public import TesseraRender

/// A node type that shows its subnodes through a viewport, and moves them in it by touch, wheel and program.
///
/// It holds a ``Scrolling`` and its nodes keep a ``ScrollStorage``: from these it has how it moves, its gestures and its indicators. What remains to be said is
/// what the content is: whoever conforms tells that after a layout.
public protocol ScrollingType: ScrollContainerType, RevealingType, SceneContainerType, LifecycleType, TickingType, GestureRecognizingType,
  InitialPropertiesType, AccessibleType
where Storage: ScrollingStorage {
  /// How it scrolls.
  var scrolling: Scrolling { get set }
}

extension ScrollingType {
  /// Room beyond the edges of the content, into which it scrolls, logical units: for what lies over the viewport there.
  ///
  /// Content begins behind it, and content at its start stays there when it changes; all other moves only as far as it would lie beyond an edge.
  public var contentInsets: Insets {
    get { scrolling.contentInsets }
    set { scrolling.contentInsets = newValue }
  }
  /// Whether content gives way beyond its edges, and springs back.
  public var bounces: Bool {
    get { scrolling.bounces }
    set { scrolling.bounces = newValue }
  }
  /// Whether content bounces along an axis along which there is nothing to scroll.
  public var alwaysBounces: Bool {
    get { scrolling.alwaysBounces }
    set { scrolling.alwaysBounces = newValue }
  }
  /// Whether content comes to rest at multiples of the viewport's size.
  public var isPaging: Bool {
    get { scrolling.isPaging }
    set { scrolling.isPaging = newValue }
  }
  /// Where content comes to rest otherwise.
  public var snap: Scrolling.Snap {
    get { scrolling.snap }
    set { scrolling.snap = newValue }
  }
  /// How soon a throw comes to rest.
  public var deceleration: Deceleration {
    get { scrolling.deceleration }
    set { scrolling.deceleration = newValue }
  }
  /// Whether a finger that moves mainly along one axis moves content along that axis alone.
  public var isDirectionalLocked: Bool {
    get { scrolling.isDirectionalLocked }
    set { scrolling.isDirectionalLocked = newValue }
  }
  /// Whether people can scroll; the program always can.
  public var isScrollEnabled: Bool {
    get { scrolling.isScrollEnabled }
    set { scrolling.isScrollEnabled = newValue }
  }
  /// Whether a bar shows, while content moves, how much of it is seen.
  public var showsIndicators: Bool {
    get { scrolling.showsIndicators }
    set { scrolling.showsIndicators = newValue }
  }
  /// The colour of these bars.
  public var indicatorColor: Color {
    get { scrolling.indicatorColor }
    set { scrolling.indicatorColor = newValue }
  }
  /// How much is kept ready.
  public var ready: Scrolling.Ready {
    get { scrolling.ready }
    set { scrolling.ready = newValue }
  }
  /// How far what is kept ready extends.
  public var tuning: RangeTuning {
    get { scrolling.tuning }
    set { scrolling.tuning = newValue }
  }
  /// Whether content that is pulled down beyond its head is asked for anew, and how that is shown; nil: not.
  public var pullToRefresh: PullToRefresh? {
    get { scrolling.pullToRefresh }
    set { scrolling.pullToRefresh = newValue }
  }
  // What the core asks.

  public static var traits: NodeTraits { .drawsOverSubnodes }
  public static func scrollOffset(of node: Node<Self>) -> Point { node.physics.state.offset }

  public static var initialProperties: NodeProperties {
    var properties = NodeProperties()
    properties.clipsToBounds = true
    return properties
  }

  public static func invalidation(from old: Self, to new: Self) -> Invalidation {
    Scrolling.invalidation(from: old.scrolling, to: new.scrolling)
  }

  public static func makeRanging(for node: Node<Self>) -> (any SubnodeRanging)? { ScrollRanging(node.physics) }
  public static var recognizers: [GestureRecognizer] { [ScrollEvents.dragRecognizer] }
  public static func handle(_ event: Event, node: Node<Self>) -> EventResponse { ScrollEvents.handle(event, node) }
  public static func tick(_ node: Node<Self>, at time: Double) -> Double? { ScrollEvents.tick(node, at: time) }

  public static func isSettling(_ node: Node<Self>) -> Bool { node.physics.isSettling }

  /// Where people can move its content.
  public static func delaysPresses(in node: Node<Self>) -> Bool {
    let physics = node.physics
    return physics.isScrollEnabled && physics.axisSet.contains(where: physics.canMove)
  }

  public static func interfaceStateDidChange(_ node: Node<Self>, from old: InterfaceState, to new: InterfaceState) {
    // Ticks end with the stage: what was under way would be so for ever.
    if new == .idle { node.updateScrolling { $0.end() } }
    guard new == .visible else { return }
    node.send(appear)
    if node.isRefreshing { node.requestTick(after: 0) }
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    scrollBars(in: context).plan
  }

  /// What shows how far the content is scrolled.
  func scrollBars(in context: DrawContext) -> ScrollPhysics.Indicators {
    // Looked at only: the settings of a drawing may be older than what the content follows by now.
    let state = context.storage(of: Self.self).scroll.state.withLock { $0 }
    return ScrollPhysics(scrolling, state).indicators(width: context.size.width, isRightToLeft: context.environment.direction == .rtl)
  }
}

/// A node of any type that scrolls.
protocol ScrollingNode: AnyNode {
  /// How it scrolls, and where it is now. Any thread.
  var physics: ScrollPhysics { get }
  /// Changes where it is, and asks for what follows. Any thread; `change` must not touch this node.
  @discardableResult func updateScrolling<R>(_ change: (inout ScrollPhysics) -> R) -> R
}

/// A node that does something of its own when a person begins to scroll it. Loop.
protocol ScrollBeginning: AnyNode {
  func scrollDidBegin()
}

extension ScrollingNode {
  /// Takes where lines begin. Loop.
  func setDirection(_ direction: LayoutDirection) {
    let isRightToLeft = direction == .rtl
    if physics.state.isRightToLeft != isRightToLeft { updateScrolling { $0.state.isRightToLeft = isRightToLeft } }
  }

  /// Takes what a layout gave, and tells where that is of another size. Loop.
  func setMetrics(_ metrics: ScrollState.Metrics, origin: Point? = nil) {
    if takeMetrics(metrics, origin: origin) { send(Scroll.contentResize) }
  }

  /// Takes the outcome of a layout. Returns whether content or viewport have another size. Loop.
  func takeMetrics(_ metrics: ScrollState.Metrics, origin: Point? = nil) -> Bool {
    updateScrolling { scroll in
      let before = scroll.state.metrics
      if let origin { scroll.state.origin = origin }
      scroll.take(metrics)
      return before?.size != metrics.size || before?.content != metrics.content || before?.extent != metrics.extent
    }
  }
}

extension Node: ScrollingNode where Value: ScrollingType {
  var physics: ScrollPhysics { storage.scroll.physics(with: value.scrolling) }

  func updateScrolling<R>(_ change: (inout ScrollPhysics) -> R) -> R {
    let (result, what) = storage.scroll.update(with: value.scrolling, change)
    if what.contains(.scroll) { setNeedsScroll() }
    if what.contains(.display) { setNeedsDisplay() }
    return result
  }
}
