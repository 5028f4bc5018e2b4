public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

extension AnyNode {
  /// A name by which scene files and tests find the node. Any thread.
  public var id: String {
    get { lock.withLock { state.id } }
    set { lock.withLock { state.id = newValue } }
  }

  /// Layout style of the node: the CSS flexbox properties. Any thread.
  public var style: LayoutStyle {
    get { lock.withLock { state.style } }
    set {
      lock.lock()
      let changed = state.style != newValue
      state.style = newValue
      let link = changed ? markStyle() : nil
      lock.unlock()
      link?.nodeDidChange(self)
    }
  }

  /// Direction of lines in this node and all below it; nil: inherited. Any thread.
  ///
  /// The default is the stage's (``Stage/direction``). The same as `style.writingDirection`; the contexts of layout, measuring and drawing have it in
  /// their environment.
  public var direction: LayoutDirection? {
    get {
      switch style.writingDirection {
      case .inherit: nil
      case .leftToRight: .ltr
      case .rightToLeft: .rtl
      }
    }
    set {
      lock.lock()
      let wanted = WritingDirection(newValue)
      let changed = state.style.writingDirection != wanted
      state.style.writingDirection = wanted
      let link = changed ? markStyle() : nil
      lock.unlock()
      link?.nodeDidChange(self)
    }
  }

  /// Direction of lines in effect: the node's ``direction``, or else the inherited one, from the latest adopted layout. Any thread.
  public var effectiveDirection: LayoutDirection { lock.withLock { state.effectiveDirection } }

  /// A spec for this node that replaces the `layout(in:)` of its type. Any thread; called by layout, on a worker.
  ///
  /// The nodes that it names become the subnodes, as with a type's own spec; added subnodes are not shown. It must return the same result for the
  /// same context until ``setNeedsLayout()`` is called or another spec is set. Use ``ManualLayout`` to place nodes by code.
  public var layoutSpec: (@Sendable (LayoutContext) -> (any LayoutElement)?)? {
    get { lock.withLock { state.layoutSpec } }
    set {
      // Objects of the former closure are released after the lock.
      let (former, link) = lock.withLock {
        let former = state.layoutSpec
        state.layoutSpec = newValue
        return (former, markPending(.layout))
      }
      withExtendedLifetime(former) {}
      link?.nodeDidChange(self)
    }
  }

  /// All properties common to nodes of every type, as one value. Any thread.
  public var properties: NodeProperties {
    get { lock.withLock { state.properties.given } }
    set { updateProperties { $0 = newValue } }
  }

  /// Changes several properties together. Any thread; `change` runs with the node's lock held and must not access this node.
  public func updateProperties(_ change: (inout NodeProperties) throws -> Void) rethrows {
    let (isOther, link) = try lock.withLock { () throws -> (Bool, StageLink?) in
      let old = state.properties.given
      var new = old
      try change(&new)
      guard new != old else { return (false, nil) }
      setProperties(new)
      return (true, markPending(NodeProperties.invalidation(from: old, to: new).union(recordBox(from: old, to: new))))
    }
    guard isOther else { return }
    (adjustProperties() ?? link)?.nodeDidChange(self)
  }

  private func property<V: Equatable>(_ path: WritableKeyPath<NodeProperties, V>) -> V {
    lock.withLock { state.properties.given[keyPath: path] }
  }

  /// Opacity of the node and all below it, composited as one picture, 0...1. Any thread.
  public var opacity: Double {
    get { property(\.opacity) }
    set { updateProperties { $0.opacity = newValue.isNaN ? 1 : min(1, max(0, newValue)) } }
  }

  /// Transform of the node and all below it about ``transformAnchor``. One that is not finite is reported through ``Stage/onError``, and the former
  /// one stays. Any thread.
  public var transform: Transform {
    get { property(\.transform) }
    set {
      guard newValue.isFinite else { return reportMisuse("\(description) cannot have a transform that is not finite, \(newValue)") }
      updateProperties { $0.transform = newValue }
    }
  }

  /// Whether the node is laid out but not shown. Any thread.
  public var isHidden: Bool {
    get { property(\.isHidden) }
    set { updateProperties { $0.isHidden = newValue } }
  }

  /// Fill of the box, below the content. Any thread.
  public var background: Paint? {
    get { property(\.background) }
    set { updateProperties { $0.background = newValue } }
  }

  /// Corner radius of background, border and shadow, and with ``clipsToBounds`` of everything below. Any thread.
  public var cornerRadius: Double {
    get { property(\.cornerRadii).topLeft }
    set { updateProperties { $0.cornerRadii = CornerRadii(newValue.isFinite ? max(0, newValue) : 0) } }
  }

  /// The radius of each corner. Any thread.
  public var cornerRadii: CornerRadii {
    get { property(\.cornerRadii) }
    set { updateProperties { $0.cornerRadii = newValue } }
  }

  /// Border inside the edge of the box. Any thread.
  public var border: Border? {
    get { property(\.border) }
    set { updateProperties { $0.border = newValue } }
  }

  /// Shadow outside of the box. Any thread.
  public var shadow: Shadow? {
    get { property(\.shadow) }
    set { updateProperties { $0.shadow = newValue } }
  }

  /// Whether content and subnodes are clipped to the (rounded) edge of the box. Any thread.
  public var clipsToBounds: Bool {
    get { property(\.clipsToBounds) }
    set { updateProperties { $0.clipsToBounds = newValue } }
  }

  /// Whether keys can focus the node. Any thread.
  public var focusability: Focusability {
    get { property(\.focusability) }
    set { updateProperties { $0.focusability = newValue } }
  }

  /// Role of the node for the focus of nodes below it. Any thread.
  public var focusScope: FocusScope {
    get { property(\.focusScope) }
    set { updateProperties { $0.focusScope = newValue } }
  }

  /// Whether the node takes the first focus by keys if nothing is focused. Any thread.
  public var takesInitialFocus: Bool {
    get { property(\.takesInitialFocus) }
    set { updateProperties { $0.takesInitialFocus = newValue } }
  }

  /// Focus ring of the node and of nodes below it; nil: inherited. Any thread.
  public var focusRing: FocusRing? {
    get { property(\.focusRing) }
    set { updateProperties { $0.focusRing = newValue } }
  }

  /// Distance outside of the box within which touches hit the node. Any thread.
  public var hitTestSlop: Insets {
    get { property(\.hitTestSlop) }
    set { updateProperties { $0.hitTestSlop = newValue } }
  }

  /// Stacking order among the subnodes of the node above, 0 by default: higher ones are painted and hit above the others; of equal ones, the later.
  /// Layout, focus and reading order stay. A change only composites. Any thread.
  public var zIndex: Int {
    get { property(\.zIndex) }
    set { updateProperties { $0.zIndex = newValue } }
  }

  /// Whether touches can hit the node or anything below it. Any thread.
  public var isInteractive: Bool {
    get { property(\.isInteractive) }
    set { updateProperties { $0.isInteractive = newValue } }
  }

  /// Whether the node and all below it are drawn on a worker into one buffer. Any thread.
  public var rasterizesSubtree: Bool {
    get { property(\.rasterizesSubtree) }
    set { updateProperties { $0.rasterizesSubtree = newValue } }
  }

  /// Whether the content is drawn during compositing without a buffer. Any thread.
  public var drawsDirectly: Bool {
    get { property(\.drawsDirectly) }
    set { updateProperties { $0.drawsDirectly = newValue } }
  }

  /// Whether visible content of the node is drawn by the frame loop, within the frame that needs it, into a buffer. The frame shows no placeholder and
  /// no former content, and is as much later as the draw takes. For small content that must change together with its box. Any thread.
  public var drawsSynchronously: Bool {
    get { property(\.drawsSynchronously) }
    set { updateProperties { $0.drawsSynchronously = newValue } }
  }

  /// Placeholder shown until the content of the node and all below it is drawn. Any thread.
  public var placeholder: Placeholder? {
    get { property(\.placeholder) }
    set { updateProperties { $0.placeholder = newValue } }
  }

  /// Whether the content of the node and all below it appears together, when its last draw finishes. Subnodes of lists always do. Any thread.
  public var appearsTogether: Bool {
    get { property(\.appearsTogether) }
    set { updateProperties { $0.appearsTogether = newValue } }
  }

  /// Whether the frame that shows the node waits until its content, and that of all below it, is drawn. For content that is drawn quickly and must
  /// not flash. Other content is not waited for. Any thread.
  public var neverShowsPlaceholder: Bool {
    get { property(\.neverShowsPlaceholder) }
    set { updateProperties { $0.neverShowsPlaceholder = newValue } }
  }

  /// The node's box in its parent's coordinates, logical units, from the latest adopted layout. Any thread.
  public var frame: Rect { lock.withLock { state.frame } }

  /// Sides on which the node is padded by the part of its box under the stage's safe-area insets. Any thread. See ``SafeArea``.
  public var safeAreaPadding: SafeAreaEdges {
    get { property(\.safeAreaPadding) }
    set { updateProperties { $0.safeAreaPadding = newValue } }
  }

  /// Safe-area insets of the node and those below it, in addition to the stage's. Any thread. See ``SafeArea``.
  public var additionalSafeAreaInsets: Insets {
    get { property(\.additionalSafeAreaInsets) }
    set { updateProperties { $0.additionalSafeAreaInsets = newValue } }
  }

  /// Depth at each side of the box of the area under the stage's safe-area insets or outside of the stage: 0 to the size of the box. No transform is
  /// applied. From the latest adopted layout; zero outside of a stage. Any thread.
  public var safeAreaInsets: Insets { lock.withLock { state.safeAreaInsets } }

  /// Content rectangle of the node, in its own coordinates: its box without the padding and border of its style. Any thread.
  public var contentRect: Rect { lock.withLock { Rect(size: state.frame.size).inset(by: state.insets) } }

  /// Distance of the node from the screen. Any thread.
  public var interfaceState: InterfaceState { lock.withLock { state.interfaceState } }
}
