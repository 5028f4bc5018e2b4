public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

extension AnyNode {
  /// A name for finding the node again, in scene files and tests. Any thread.
  public var id: String {
    get { lock.withLock { state.id } }
    set { lock.withLock { state.id = newValue } }
  }

  /// How the node takes part in layout: the CSS flexbox properties. Any thread.
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

  /// Where lines start in this node and all below it; nil: as around it. Any thread.
  ///
  /// The outermost say is the stage's (``Stage/direction``). The same as `style.writingDirection`; the contexts of layout, measuring and drawing
  /// have it in their environment.
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

  /// Where lines start in the node: its own ``direction``, else that of what is around it, from the newest adopted layout. Any thread.
  public var effectiveDirection: LayoutDirection { lock.withLock { state.effectiveDirection } }

  /// The spec of this one node, in place of what its type's `layout(in:)` gives. Any thread; it is called by layout, on a worker.
  ///
  /// The nodes that it names become the subnodes, as with a type's own spec; nodes that were added are not shown. It must give the same for the
  /// same context until ``setNeedsLayout()`` is called or another one is set. ``ManualLayout`` is the spec that places by hand.
  public var layoutSpec: (@Sendable (LayoutContext) -> (any LayoutElement)?)? {
    get { lock.withLock { state.layoutSpec } }
    set {
      // What the former closure holds is let go of after the lock.
      let (former, link) = lock.withLock {
        let former = state.layoutSpec
        state.layoutSpec = newValue
        return (former, markPending(.layout))
      }
      withExtendedLifetime(former) {}
      link?.nodeDidChange(self)
    }
  }

  /// What every node has, as one value. Any thread.
  public var properties: NodeProperties {
    get { lock.withLock { state.properties.given } }
    set { updateProperties { $0 = newValue } }
  }

  /// Changes several properties at once. Any thread; `change` runs with the node's lock held and must not touch this node.
  public func updateProperties(_ change: (inout NodeProperties) throws -> Void) rethrows {
    let (isOther, link) = try lock.withLock { () throws -> (Bool, StageLink?) in
      let old = state.properties.given
      var new = old
      try change(&new)
      guard new != old else { return (false, nil) }
      giveProperties(new)
      return (true, markPending(NodeProperties.invalidation(from: old, to: new)))
    }
    guard isOther else { return }
    (adjustProperties() ?? link)?.nodeDidChange(self)
  }

  private func property<V: Equatable>(_ path: WritableKeyPath<NodeProperties, V>) -> V {
    lock.withLock { state.properties.given[keyPath: path] }
  }

  /// Opacity of the node and all below it as one picture, 0...1. Any thread.
  public var opacity: Double {
    get { property(\.opacity) }
    set { updateProperties { $0.opacity = newValue.isNaN ? 1 : min(1, max(0, newValue)) } }
  }

  /// Applied about ``transformAnchor`` to the node and all below it. One that is not finite is ignored. Any thread.
  public var transform: Transform {
    get { property(\.transform) }
    set { if newValue.isFinite { updateProperties { $0.transform = newValue } } }
  }

  /// Laid out but not shown. Any thread.
  public var isHidden: Bool {
    get { property(\.isHidden) }
    set { updateProperties { $0.isHidden = newValue } }
  }

  /// Fills the box beneath the content. Any thread.
  public var background: Paint? {
    get { property(\.background) }
    set { updateProperties { $0.background = newValue } }
  }

  /// Rounds background, border, shadow and, with ``clipsToBounds``, everything below. Any thread.
  public var cornerRadius: Double {
    get { property(\.cornerRadii).topLeft }
    set { updateProperties { $0.cornerRadii = CornerRadii(newValue.isFinite ? max(0, newValue) : 0) } }
  }

  /// The radius of each corner. Any thread.
  public var cornerRadii: CornerRadii {
    get { property(\.cornerRadii) }
    set { updateProperties { $0.cornerRadii = newValue } }
  }

  /// Drawn inside the edge of the box. Any thread.
  public var border: Border? {
    get { property(\.border) }
    set { updateProperties { $0.border = newValue } }
  }

  /// Drawn outside of the box. Any thread.
  public var shadow: Shadow? {
    get { property(\.shadow) }
    set { updateProperties { $0.shadow = newValue } }
  }

  /// Cuts content and subnodes at the (rounded) edge of the box. Any thread.
  public var clipsToBounds: Bool {
    get { property(\.clipsToBounds) }
    set { updateProperties { $0.clipsToBounds = newValue } }
  }

  /// Whether keys can give the node the focus. Any thread.
  public var focusability: Focusability {
    get { property(\.focusability) }
    set { updateProperties { $0.focusability = newValue } }
  }

  /// What the node is to the focus of what is below it. Any thread.
  public var focusScope: FocusScope {
    get { property(\.focusScope) }
    set { updateProperties { $0.focusScope = newValue } }
  }

  /// Whether keys that find nothing focused come here first. Any thread.
  public var takesInitialFocus: Bool {
    get { property(\.takesInitialFocus) }
    set { updateProperties { $0.takesInitialFocus = newValue } }
  }

  /// The ring around the node, or what is below it, that has the focus; nil: as the node above says. Any thread.
  public var focusRing: FocusRing? {
    get { property(\.focusRing) }
    set { updateProperties { $0.focusRing = newValue } }
  }

  /// How far outside of its box a touch still hits. Any thread.
  public var hitTestSlop: Insets {
    get { property(\.hitTestSlop) }
    set { updateProperties { $0.hitTestSlop = newValue } }
  }

  /// Whether touches can hit the node or anything below it. Any thread.
  public var isInteractive: Bool {
    get { property(\.isInteractive) }
    set { updateProperties { $0.isInteractive = newValue } }
  }

  /// Draws the node and all below it on a worker into one buffer. Any thread.
  public var rasterizesSubtree: Bool {
    get { property(\.rasterizesSubtree) }
    set { updateProperties { $0.rasterizesSubtree = newValue } }
  }

  /// Draws the content at composite time without a buffer. Any thread.
  public var drawsDirectly: Bool {
    get { property(\.drawsDirectly) }
    set { updateProperties { $0.drawsDirectly = newValue } }
  }

  /// Stands in until the content of the node and of all below it is drawn. Any thread.
  public var placeholder: Placeholder? {
    get { property(\.placeholder) }
    set { updateProperties { $0.placeholder = newValue } }
  }

  /// Whether the content of the node and of all below it appears at once, when the last of it is drawn. Subnodes of lists do so anyway. Any
  /// thread.
  public var appearsTogether: Bool {
    get { property(\.appearsTogether) }
    set { updateProperties { $0.appearsTogether = newValue } }
  }

  /// Whether the frame that brings the node to the screen waits until its content, and that of all below it, is drawn: for what is quick to draw
  /// and must not flash. Nothing else is waited for. Any thread.
  public var neverShowsPlaceholder: Bool {
    get { property(\.neverShowsPlaceholder) }
    set { updateProperties { $0.neverShowsPlaceholder = newValue } }
  }

  /// The node's box in its parent's coordinates, logical units, from the newest adopted layout. Any thread.
  public var frame: Rect { lock.withLock { state.frame } }

  /// Pads the node by as much of its box as lies under the stage's safe-area insets on these sides. Any thread. See ``SafeArea``.
  public var safeAreaPadding: SafeAreaEdges {
    get { property(\.safeAreaPadding) }
    set { updateProperties { $0.safeAreaPadding = newValue } }
  }

  /// How much of the node's box, from each of its own sides, lies under the stage's safe-area insets or outside of the stage: distances
  /// from 0 to the size of the box, no transform applied, from the newest adopted layout. Zero outside of a stage. Any thread.
  public var safeAreaInsets: Insets { lock.withLock { state.safeAreaInsets } }

  /// Where the node's content goes, in its own coordinates: its box without the padding and border of its style. Any thread.
  public var contentRect: Rect { lock.withLock { Rect(size: state.frame.size).inset(by: state.insets) } }

  /// How close the node is to the screen. Any thread.
  public var interfaceState: InterfaceState { lock.withLock { state.interfaceState } }
}
