public import TesseraGeometry
internal import TesseraLayout

/// What an overlay does when a person touches something else, and when its anchor moves.
public struct OverlayOptions: OptionSet, Sendable, Hashable {
  /// One bit an option.
  public let rawValue: UInt8
  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A touch that begins elsewhere dismisses it, and so does the escape key. Touches in an overlay that a node of this one presented do not count.
  public static let dismissesOnOutsideTouch = OverlayOptions(rawValue: 1)
  /// A touch that begins elsewhere reaches nothing else.
  public static let blocksOutsideTouches = OverlayOptions(rawValue: 2)
  /// It is dismissed where its anchor is seen in another place than at first: scrolled, or moved by a layout. What the program moves counts not.
  public static let dismissesWhenAnchorMoves = OverlayOptions(rawValue: 4)
  /// It is hidden while its anchor is not in view, and comes back with it; without this it is dismissed then.
  public static let hidesWithAnchor = OverlayOptions(rawValue: 8)
  /// Events that its nodes ignore, and touches for gestures, go on to the node that presented it.
  public static let forwardsEvents = OverlayOptions(rawValue: 16)
  /// It comes and goes at once. Without this it fades (``StandardMotion/overlay``, ``StandardMotion/overlayRemoval``), also where motion is reduced.
  public static let appearsAtOnce = OverlayOptions(rawValue: 32)
}

/// A tree of nodes that a stage shows above all others, beside a rectangle of one of its nodes: a menu, a tooltip, a handle.
///
/// Made by ``AnyNode/present(overlay:at:placement:options:magnification:)``. It is as large as its node wants to be, no ancestor of the presenting node
/// clips it, and touches reach it before what lies beneath. It inherits environment and writing direction of the presenting node. It is dismissed when
/// that node leaves the stage. Any thread.
public final class StageOverlay: Sendable {
  /// What it shows.
  public let node: AnyNode
  /// The node that presented it, and that its anchor belongs to; nil where that is gone.
  public weak let presenter: AnyNode?
  /// What it does by itself.
  public let options: OverlayOptions
  /// How many times larger the overlay's node shows what lies around the middle of the anchor, as a magnifying glass; 0: not.
  public let magnification: Double
  /// What holds the node in the stage's tree.
  let container = BoxNode()

  private struct State {
    var anchor: Rect?
    var placement: OverlayPlacement
    var isDismissed = false
    var perform: (@Sendable () -> Void)?
  }
  private let state: Locked<State>

  init(_ node: AnyNode, of presenter: AnyNode, at anchor: Rect?, _ placement: OverlayPlacement, _ options: OverlayOptions, _ factor: Double)
  {
    self.node = node
    self.presenter = presenter
    self.options = options
    magnification = factor.isFinite && factor > 0 ? factor : 0
    state = Locked(State(anchor: anchor, placement: placement))
    container.style.position = .absolute
    container.style.inset = LayoutEdges(top: .points(0), right: .auto, bottom: .auto, left: .points(0))
    container.style.width = .maxContent
    container.direction = presenter.effectiveDirection
    container.addSubnode(node)
  }

  /// What it lies beside, in the box of the presenting node, logical units; nil: all of the box. Setting moves the overlay without a layout.
  public var anchor: Rect? {
    get { state.withLock { $0.anchor } }
    set { change { $0.anchor = newValue } }
  }

  /// Where it lies beside its anchor. Setting moves it without a layout.
  public var placement: OverlayPlacement {
    get { state.withLock { $0.placement } }
    set { change { $0.placement = newValue } }
  }

  /// Whether it is shown, or will be with the next layout.
  public var isPresented: Bool { state.withLock { !$0.isDismissed } }

  /// Takes it away. Nothing of it gets touches, keys or the focus from the next frame on; its node leaves the stage when it has faded. Does nothing where that
  /// was done before.
  public func dismiss() { end(tellingStage: true) }

  /// Calls `perform` once, when it is dismissed, by whomever; at once where it is already. On the frame loop, or where ``dismiss()`` was called. Another
  /// closure takes the place of one that was given before.
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
    if isOther { presenter?.stageLink?.overlayDidChange(self) }
  }

  /// Has it take no more than `room`. Frame loop.
  func limit(to room: Size) {
    var style = container.style
    (style.maxWidth, style.maxHeight) = (.points(max(0, room.width)), .points(max(0, room.height)))
    container.style = style
  }

  /// Notes that it is dismissed, and tells the program. Any thread.
  /// - Parameters:
  ///   - tellingStage: whether the stage is to take it from the screen.
  ///   - keepsNode: whether the caller lets go of the node.
  func end(tellingStage: Bool, keepsNode: Bool = false) {
    let perform: (@Sendable () -> Void)?? = state.withLock { state in
      guard !state.isDismissed else { return nil }
      state.isDismissed = true
      defer { state.perform = nil }
      return .some(state.perform)
    }
    guard let perform else { return }
    let link = container.stageLink ?? presenter?.stageLink
    // Where it fades, the stage lets go of the node.
    if !keepsNode, !tellingStage || link == nil || options.contains(.appearsAtOnce) { letGo() }
    if tellingStage { link?.overlayDidChange(self) }
    perform?()
  }

  /// Lets go of the node. Any thread.
  func letGo() {
    // It may be in another overlay, or elsewhere, by now.
    if node.supernode === container { node.removeFromSupernode() }
  }
}

extension AnyNode {
  /// The stage that the node is in. Any thread.
  final var stageLink: StageLink? { lock.withLock { state.link } }

  /// Shows `node`, with all below it, above everything else on the stage, beside a rectangle of this node. Any thread.
  ///
  /// Where this node is in no stage, or `node` holds it, nothing is shown, which is reported, and the overlay is a dismissed one.
  ///
  /// ```swift
  /// let tip = field.present(overlay: TextNode("At least eight letters"), placement: .below)
  /// tip.dismiss()
  /// ```
  ///
  /// - Parameters:
  ///   - node: what is shown; it is taken from where it was.
  ///   - anchor: what it lies beside, in the box of this node, logical units; nil: all of the box.
  ///   - placement: on which side, and how near.
  ///   - options: what it does by itself.
  ///   - magnification: how many times larger the box of `node` shows what lies around the middle of the anchor, behind what `node` draws; 0: not.
  /// - Returns: what moves and dismisses it.
  @discardableResult
  public func present(
    overlay node: AnyNode, at anchor: Rect? = nil, placement: OverlayPlacement = .below,
    options: OverlayOptions = .dismissesOnOutsideTouch, magnification: Double = 0
  ) -> StageOverlay {
    let isCircle = holds(node)
    let overlay = StageOverlay(isCircle ? BoxNode() : node, of: self, at: anchor, placement, options, magnification)
    guard !isCircle, let link = stageLink else {
      reportMisuse("\(node.description) cannot be presented by \(ancestry), which is \(isCircle ? "in it" : "in no stage")")
      overlay.end(tellingStage: false)
      return overlay
    }
    link.overlayDidChange(overlay)
    return overlay
  }

  /// Whether this node is `node` or below it.
  private func holds(_ node: AnyNode) -> Bool { withTreeLock { isInside(node) } }

  /// Makes this node hold the root of the stage behind `link`, and above it `overlays`, none of which gets a node above it. Frame loop.
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

  /// Inherits what the stage behind `link` says, as its root does. Frame loop.
  func inheritAsHost(of link: StageLink) { changingTree { propagateEnvironment(link.environment, &$0) } }

  /// Lets go of the root and of what was above it. Frame loop.
  func dropOverlays(of link: StageLink) {
    changingTree { effects in
      let old = lock.withLock { () -> [AnyNode] in
        defer { (state.children, state.link) = ([], nil) }
        return state.children
      }
      for node in old.dropFirst() where node.isIn(link) { node.propagate(nil, &effects) }
    }
  }

  /// Has the node inherit what `presenter` hands on. Frame loop.
  func inherit(from presenter: AnyNode) {
    changingTree { propagateEnvironment(presenter.lock.withLock { presenter.state.environment }, &$0) }
    let direction = presenter.effectiveDirection
    if self.direction != direction { self.direction = direction }
  }
}
