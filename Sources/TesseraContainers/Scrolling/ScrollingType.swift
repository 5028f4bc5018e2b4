public import Tessera
public import TesseraGeometry
internal import TesseraLayout
public import TesseraRender

/// Node type that shows its subnodes through a viewport and scrolls them by touch, wheel and program.
///
/// It has a ``Scrolling`` and its nodes have a ``ScrollStorage``. These provide movement, gestures and indicators. A conforming type only
/// has to set the content after each layout.
public protocol ScrollingType: ScrollContainerType, RevealingType, SceneContainerType, LifecycleType, TickingType, GestureRecognizingType,
  InitialPropertiesType, AccessibleType
where Storage: ScrollingStorage {
  /// Scroll settings.
  var scrolling: Scrolling { get set }
}

extension ScrollingType {
  /// Additional scroll range beyond the edges of the content, for parts of the viewport that are covered, for example by a bar. Logical
  /// units.
  ///
  /// Content begins after them. When they change, content at its start stays at its start; other content moves only as far as it would
  /// exceed the bounds.
  public var contentInsets: Insets {
    get { scrolling.contentInsets }
    set { scrolling.contentInsets = newValue }
  }
  /// Whether content rubber-bands beyond its bounds and springs back.
  public var bounces: Bool {
    get { scrolling.bounces }
    set { scrolling.bounces = newValue }
  }
  /// Whether content also bounces along an axis without anything to scroll.
  public var alwaysBounces: Bool {
    get { scrolling.alwaysBounces }
    set { scrolling.alwaysBounces = newValue }
  }
  /// Whether content snaps to multiples of the viewport's size.
  public var isPaging: Bool {
    get { scrolling.isPaging }
    set { scrolling.isPaging = newValue }
  }
  /// Snap position of content without paging.
  public var snap: Scrolling.Snap {
    get { scrolling.snap }
    set { scrolling.snap = newValue }
  }
  /// Deceleration of flings.
  public var deceleration: Deceleration {
    get { scrolling.deceleration }
    set { scrolling.deceleration = newValue }
  }
  /// Whether a drag that is mainly along one axis scrolls only along that axis.
  public var isDirectionalLocked: Bool {
    get { scrolling.isDirectionalLocked }
    set { scrolling.isDirectionalLocked = newValue }
  }
  /// Whether the user can scroll; the program always can.
  public var isScrollEnabled: Bool {
    get { scrolling.isScrollEnabled }
    set { scrolling.isScrollEnabled = newValue }
  }
  /// Whether scroll bars are shown while content moves.
  public var showsIndicators: Bool {
    get { scrolling.showsIndicators }
    set { scrolling.showsIndicators = newValue }
  }
  /// Colour of the scroll bars.
  public var indicatorColor: Color {
    get { scrolling.indicatorColor }
    set { scrolling.indicatorColor = newValue }
  }
  /// Amount of content to keep ready.
  public var ready: Scrolling.Ready {
    get { scrolling.ready }
    set { scrolling.ready = newValue }
  }
  /// Extents of the ranges.
  public var tuning: RangeTuning {
    get { scrolling.tuning }
    set { scrolling.tuning = newValue }
  }
  /// Settings of pull-to-refresh; nil disables it.
  public var pullToRefresh: PullToRefresh? {
    get { scrolling.pullToRefresh }
    set { scrolling.pullToRefresh = newValue }
  }
  // Requirements of the core.

  public static var traits: NodeTraits { .drawsOverSubnodes }
  public static func scrollOffset(of node: Node<Self>) -> Point { node.physics.state.offset }

  public static var initialProperties: NodeProperties {
    var properties = NodeProperties()
    properties.clipsToBounds = true
    return properties
  }

  /// By hand: the scrolling of the value decides, for all types that scroll.
  public static func invalidation(from old: Self, to new: Self) -> Invalidation {
    Scrolling.invalidation(from: old.scrolling, to: new.scrolling)
  }

  public static func makeRanging(for node: Node<Self>) -> (any SubnodeRanging)? { ScrollRanging(node.physics) }
  public static var recognizers: [GestureRecognizer] { [ScrollEvents.dragRecognizer] }
  public static func handle(_ event: Event, node: Node<Self>) -> EventResponse { ScrollEvents.handle(event, node) }
  public static func tick(_ node: Node<Self>, at time: Double) -> Double? { ScrollEvents.tick(node, at: time) }

  public static func isSettling(_ node: Node<Self>) -> Bool { node.physics.isSettling }

  /// Returns whether the user can scroll the content.
  public static func delaysPresses(in node: Node<Self>) -> Bool {
    let physics = node.physics
    return physics.isScrollEnabled && physics.axisSet.contains(where: physics.canMove)
  }

  public static func interfaceStateDidChange(_ node: Node<Self>, from old: InterfaceState, to new: InterfaceState) {
    // Ticks end when the node leaves the stage, so movements would never end.
    if new == .idle { node.updateScrolling { $0.end() } }
    guard new == .visible else { return }
    node.send(appear)
    if node.isRefreshing { node.requestTick(after: 0) }
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    scrollBars(in: context).plan
  }

  /// Returns the scroll bars and the spinner.
  func scrollBars(in context: DrawContext) -> ScrollPhysics.Indicators {
    // Read-only: the settings of this draw may be older than those that the content uses now.
    let state = context.storage(of: Self.self).scroll.state.withLock { $0 }
    return ScrollPhysics(scrolling, state).indicators(width: context.size.width, isRightToLeft: context.environment.direction == .rtl)
      .resolved(in: context.environment)
  }
}

/// Node of any scrolling type.
protocol ScrollingNode: AnyNode {
  /// Settings and state of the content. Any thread.
  var physics: ScrollPhysics { get }
  /// Changes the state and invalidates the node. Any thread; `change` must not access this node.
  @discardableResult func updateScrolling<R>(_ change: (inout ScrollPhysics) -> R) -> R
}

/// Node with special behavior when the user begins to scroll it. Loop.
protocol ScrollBeginning: AnyNode {
  func scrollDidBegin()
}

extension ScrollingNode {
  /// Sets the layout direction. Loop.
  func setDirection(_ direction: LayoutDirection) {
    let isRightToLeft = direction == .rtl
    if physics.state.isRightToLeft != isRightToLeft { updateScrolling { $0.state.isRightToLeft = isRightToLeft } }
  }

  /// Applies the result of a layout and signals changed sizes. Loop.
  func setMetrics(_ metrics: ScrollState.Metrics, origin: Point? = nil) {
    if updateMetrics(metrics, origin: origin) { send(Scroll.contentResize) }
  }

  /// Applies the result of a layout. Returns whether the size of content or viewport changed. Loop.
  func updateMetrics(_ metrics: ScrollState.Metrics, origin: Point? = nil) -> Bool {
    updateScrolling { scroll in
      let before = scroll.state.metrics
      if let origin { scroll.state.origin = origin }
      scroll.apply(metrics)
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
