internal import ControlsPlugin
public import Tessera
internal import TesseraGeometry
public import TesseraLayout

/// Node with a short help, which is shown while a pointer or the focus rests on it.
///
/// ```swift
/// Tooltip("Mute all rooms", content: ButtonNode("Mute"))
/// ```
///
/// The help is shown after half a second, for 6 seconds at most. It is the hint of the node for screen readers.
public struct Tooltip: LifecycleType, AccessibleType, SceneContainerType {
  public typealias Storage = TooltipStorage

  public static let typeName = "tooltip"
  public static let summary = "Short help for a node, shown while a pointer or the focus rests on it."
  public static let traits: NodeTraits = .drawsNothing

  /// Words of the help; empty means none.
  public var text = ""
  /// Node that is explained.
  public var content: AnyNode?

  /// Creates an empty tooltip.
  public init() {}

  /// Creates a tooltip for a node.
  public init(_ text: String, content: AnyNode) { (self.text, self.content) = (text, content) }

  public static let attributes: [NodeAttribute<Tooltip>] = [.text("text", \.text, affects: [], help: "Words of the help.")]

  /// Seconds until the help is shown, and for which it is.
  private static let (delay, time) = (0.5, 6.0)

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    content.map { content in Column { content.style { $0.flexGrow = 1 } } }
  }

  public static func acceptChild(_ child: AnyNode, node: Node<Tooltip>) -> Bool {
    node.content = child
    return true
  }

  public static func sceneChildren(of node: Node<Tooltip>) -> [AnyNode] { node.content.map { [$0] } ?? [] }

  // MARK: showing

  public static func interfaceStateDidChange(_ node: Node<Tooltip>, from old: InterfaceState, to new: InterfaceState) {
    guard new == .visible else { return hide(node) }
    let isFirst = node.storage.state.withLock { state in
      defer { state.isWatching = true }
      return !state.isWatching
    }
    guard isFirst else { return }
    node.onHoverChange { [weak node] isHovered in if let node { change(node) { $0.isHovered = isHovered } } }
    node.value.content?.onFocusChange { [weak node] isFocused in if let node { change(node) { $0.isFocused = isFocused } } }
  }

  private static func change(_ node: Node<Tooltip>, _ body: (inout TooltipStorage.State) -> Void) {
    let (isWanted, isChanged) = node.storage.state.withLock { state in
      let before = state.isHovered || state.isFocused
      body(&state)
      let isWanted = state.isHovered || state.isFocused
      return (isWanted, isWanted != before)
    }
    guard isChanged else { return }
    hide(node)
    guard isWanted else { return }
    let task = node.after(delay) { show($0) }
    node.storage.state.withLock { $0.task = task }
  }

  private static func show(_ node: Node<Tooltip>) {
    let text = node.value.text
    guard !text.isEmpty, node.storage.state.withLock({ $0.overlay == nil && ($0.isHovered || $0.isFocused) }) else { return }
    let overlay = node.present(
      overlay: Node(TooltipPanel(text)), placement: OverlayPlacement([.above, .below], spacing: 8, margin: 8),
      options: [.dismissesOnOutsideTouch, .dismissesWhenAnchorMoves])
    guard overlay.isPresented else { return }
    let task = node.after(time) { hide($0) }
    node.storage.state.withLock { ($0.overlay, $0.task) = (overlay, task) }
    overlay.onDismiss { [weak node, weak overlay] in
      node?.storage.state.withLock { if $0.overlay === overlay { $0.overlay = nil } }
    }
  }

  private static func hide(_ node: Node<Tooltip>) {
    let (overlay, task) = node.storage.state.withLock { state in
      defer { (state.overlay, state.task) = (nil, nil) }
      return (state.overlay, state.task)
    }
    task?.cancel()
    overlay?.dismiss()
  }

  /// The help is the hint of the content.
  public static func semantics(ofSubnode subnode: AnyNode, in node: Node<Tooltip>) -> NodeSemantics {
    var semantics = NodeSemantics()
    if subnode === node.value.content, !node.value.text.isEmpty { semantics.hint = node.value.text }
    return semantics
  }
}

/// Help that a tooltip shows, and the timer of it. Any thread.
public final class TooltipStorage: NodeStorage {
  struct State: Sendable {
    var isWatching = false
    var isHovered = false
    var isFocused = false
    var overlay: StageOverlay?
    var task: NodeTask?
  }

  let state = Locked(State())

  /// Creates the state of a tooltip that is not shown.
  public init() {}
}

/// Node of a tooltip.
public typealias TooltipNode = Node<Tooltip>
