public import TesseraGeometry
internal import TesseraLayout

/// A tree of nodes shown above the stage's content, next to a rectangle of one of its nodes: a menu, a tooltip, a handle.
///
/// Made by ``AnyNode/present(overlay:at:placement:options:magnification:)``. Its size is the preferred size of its node. No ancestor of the
/// presenting node clips it, and touches reach it before content below it. It inherits environment and writing direction of the presenting node. It
/// is dismissed when that node leaves the stage. Any thread.
public final class StageOverlay: StageRequest {
  /// Root of the shown nodes.
  public let node: AnyNode
  /// The presenting node, whose box contains the anchor; nil after its release.
  public weak let presenter: AnyNode?
  /// Reactions of the overlay.
  public let options: OverlayOptions
  /// Magnification of the content around the centre of the anchor, shown in the overlay's node like a magnifying glass; 0 disables it.
  public let magnification: Double
  /// Whether it is a panel at the lower edge of the screen, as wide as the screen.
  let isDocked: Bool
  /// Parent of the node in the stage's tree.
  let container = BoxNode()

  private struct State {
    var anchor: Rect?
    var placement: OverlayPlacement
    var isDismissed = false
    var perform: (@Sendable () -> Void)?
  }
  private let state: Locked<State>

  init(
    _ node: AnyNode, of presenter: AnyNode, at anchor: Rect?, _ placement: OverlayPlacement, _ options: OverlayOptions, _ factor: Double,
    isDocked: Bool = false
  ) {
    self.isDocked = isDocked
    self.node = node
    self.presenter = presenter
    self.options = options
    magnification = factor.isFinite && factor > 0 ? factor : 0
    state = Locked(State(anchor: anchor, placement: placement))
    container.style.position = .absolute
    container.style.inset = LayoutEdges(top: .points(0), right: .auto, bottom: .auto, left: .points(0))
    if isDocked { container.style.inset.right = .points(0) } else { container.style.width = .maxContent }
    container.direction = presenter.effectiveDirection
    container.addSubnode(node)
  }

  /// Rectangle next to which the overlay is placed, in the box of the presenting node, logical units; nil: the whole box. Setting it moves the
  /// overlay without a layout.
  public var anchor: Rect? {
    get { state.withLock { $0.anchor } }
    set { change { $0.anchor = newValue } }
  }

  /// Position next to the anchor. Setting it moves the overlay without a layout.
  public var placement: OverlayPlacement {
    get { state.withLock { $0.placement } }
    set { change { $0.placement = newValue } }
  }

  /// Whether the overlay is shown, or will be after the next layout.
  public var isPresented: Bool { state.withLock { !$0.isDismissed } }

  /// Dismisses the overlay. From the next frame on it gets no touches, keys or focus; its node leaves the stage after the fade. Does nothing if the
  /// overlay is already dismissed.
  public func dismiss() { end(tellingStage: true) }

  /// Calls `perform` once, after any dismissal; immediately if it is already dismissed. On the frame loop, or on the thread that calls ``dismiss()``.
  /// Replaces an earlier closure.
  public func onDismiss(_ perform: @escaping @Sendable () -> Void) {
    let perform = StateScope.bound(perform)
    let isOver = state.withLock { state in
      if !state.isDismissed { state.perform = perform }
      return state.isDismissed
    }
    if isOver { perform() }
  }

  private func change(_ body: (inout State) -> Void) {
    let isOther = state.withLock { state in
      let before = (state.anchor, state.placement)
      body(&state)
      return !state.isDismissed && before != (state.anchor, state.placement)
    }
    if isOther { presenter?.stageLink?.request(self) }
  }

  /// Returns whether `node` is shown in this overlay. Any thread.
  func holds(_ node: AnyNode) -> Bool {
    var current: AnyNode? = node
    while let at = current, at !== container { current = at.supernode }
    return current != nil
  }

  /// Limits the overlay's size to `room`. Frame loop.
  func limit(to room: Size) {
    var style = container.style
    (style.maxWidth, style.maxHeight) = (.points(max(0, room.width)), .points(max(0, room.height)))
    container.style = style
  }

  /// Marks the overlay as dismissed, and notifies the program. Any thread.
  /// - Parameters:
  ///   - tellingStage: whether the stage must remove it from the screen.
  ///   - keepsNode: whether the caller releases the node.
  func end(tellingStage: Bool, keepsNode: Bool = false) {
    let perform: (@Sendable () -> Void)?? = state.withLock { state in
      guard !state.isDismissed else { return nil }
      state.isDismissed = true
      defer { state.perform = nil }
      return .some(state.perform)
    }
    guard let perform else { return }
    let link = container.stageLink ?? presenter?.stageLink
    // If the overlay fades, the stage releases the node.
    if !keepsNode, !tellingStage || link == nil || options.contains(.appearsAtOnce) { letGo() }
    if tellingStage { link?.request(self) }
    perform?()
  }

  /// Releases the node. Any thread.
  func letGo() {
    // The node may have moved to another overlay or parent.
    if node.supernode === container { node.removeFromSupernode() }
  }
}

extension AnyNode {
  /// Shows `node`, with all below it, above everything else on the stage, next to a rectangle of this node. Any thread.
  ///
  /// If this node is in no stage or is inside `node`, nothing is shown, an error is reported, and the returned overlay is already dismissed.
  ///
  /// ```swift
  /// let tip = field.present(overlay: TextNode("At least eight letters"), placement: .below)
  /// tip.dismiss()
  /// ```
  ///
  /// - Parameters:
  ///   - node: the node to show; removed from its former parent.
  ///   - anchor: rectangle next to which it is placed, in the box of this node, logical units; nil: the whole box.
  ///   - placement: side and distance.
  ///   - options: reactions of the overlay.
  ///   - magnification: magnification of the content around the centre of the anchor, shown behind the content of `node`; 0 disables it.
  /// - Returns: the overlay, to move and dismiss it.
  @discardableResult
  public func present(
    overlay node: AnyNode, at anchor: Rect? = nil, placement: OverlayPlacement = .below,
    options: OverlayOptions = .dismissesOnOutsideTouch, magnification: Double = 0
  ) -> StageOverlay {
    let isCircle = holds(node)
    let overlay = StageOverlay(isCircle ? BoxNode() : node, of: self, at: anchor, placement, options, magnification)
    guard !isCircle, let link = stageLink else {
      reportMisuse("\(node.description) cannot be presented by \(ancestry), which is \(isCircle ? "in it" : "not in a stage")")
      overlay.end(tellingStage: false)
      return overlay
    }
    link.request(overlay)
    return overlay
  }

  /// Returns whether this node is `node` or below it.
  private func holds(_ node: AnyNode) -> Bool { withTreeLock { isInside(node) } }

  /// Makes this node the holder of the stage's root and, above it, of `overlays`, whose parent stays nil. Frame loop.
  func holdOverlays(_ overlays: [AnyNode], over root: AnyNode, of link: StageLink) {
    let nodes = [root] + overlays
    let isOther = changingTree { effects -> Bool in
      let old = lock.withLock { state.children }
      guard old != nodes else { return false }
      for node in old.dropFirst() where !nodes.contains(node) && node.isIn(link) { node.propagate(nil, &effects) }
      lock.withLock {
        state.link = link
        state.children = nodes
        state.childrenGeneration &+= 1
      }
      for node in overlays { node.propagate(link, &effects) }
      return true
    }
    if isOther { invalidate(.layout) }
  }

  /// Inherits the environment of the stage behind `link`, as its root does. Frame loop.
  func inheritAsHost(of link: StageLink) { changingTree { propagateEnvironment(link.environment, &$0) } }

  /// Releases the root and the overlays. Frame loop.
  func dropOverlays(of link: StageLink) {
    changingTree { effects in
      let old = lock.withLock { () -> [AnyNode] in
        defer { (state.children, state.link) = ([], nil) }
        return state.children
      }
      for node in old.dropFirst() where node.isIn(link) { node.propagate(nil, &effects) }
    }
  }

  /// Inherits the environment of `presenter`. Frame loop.
  func inherit(from presenter: AnyNode) {
    changingTree { propagateEnvironment(presenter.lock.withLock { presenter.state.environment }, &$0) }
    let direction = presenter.effectiveDirection
    if self.direction != direction { self.direction = direction }
  }
}
