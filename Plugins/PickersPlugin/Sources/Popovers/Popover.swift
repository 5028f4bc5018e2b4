public import ControlsPlugin
public import Tessera
internal import TesseraGeometry

/// Panel with any nodes and an arrow to its container.
///
/// ```swift
/// let button = BoxNode()
/// button.addSubnode(ButtonNode("Details"))
/// button.addSubnode(PopoverNode(Popover($isOpen, contents: [TextNode("Filter: 80 %")])))
/// ```
///
/// The node has no size: its container is the anchor. A touch outside and Escape close the popover, and `change` is sent.
public struct Popover: PanelOpener, SceneContainerType {
  public typealias Storage = PanelStorage

  /// Side of the container on which the panel is shown if there is room.
  public enum Side: String, Sendable, CaseIterable, Hashable { case below, above, start, end }

  public static let typeName = "popover"
  public static let summary = "Panel with any nodes and an arrow to its container."
  public static let traits: NodeTraits = .drawsNothing
  /// The popover was closed; the payload is false.
  public static let change = Signal<Bool>("change")

  public var isOpen = false
  /// Preferred side.
  public var side = Side.below
  /// Nodes of the panel, in a column.
  public var contents: [AnyNode] = []
  public private(set) var openBinding: Binding<Bool>?

  /// Creates a closed popover without nodes.
  public init() {}

  /// Creates a popover.
  public init(_ isOpen: Bool, side: Side = .below, contents: [AnyNode]) {
    (self.isOpen, self.side, self.contents) = (isOpen, side, contents)
  }

  /// Creates a popover that is open while a value of the program is true.
  public init(_ isOpen: Binding<Bool>, side: Side = .below, contents: [AnyNode]) {
    self.init(isOpen.wrappedValue, side: side, contents: contents)
    openBinding = isOpen
  }

  public static var attributes: [NodeAttribute<Popover>] {
    [
      .boolean("open", \.isOpen, affects: .display, help: "Whether the popover is shown."),
      .choice("side", \.side, affects: .display, help: "Side of the container on which it is shown if there is room."),
    ]
  }

  public static var signals: [NodeSignal] {
    [NodeSignal(change, payload: .boolean, sets: "open", help: "The popover was closed; false.") { .boolean($0) }]
  }

  /// By hand: a panel above the screen shows the value; the node draws nothing.
  public static func invalidation(from old: Popover, to new: Popover) -> Invalidation { [] }

  public static func acceptChild(_ child: AnyNode, node: Node<Popover>) -> Bool {
    node.contents.append(child)
    return true
  }

  public static func sceneChildren(of node: Node<Popover>) -> [AnyNode] { node.contents }

  /// Sides in order of preference.
  private var sides: [OverlayPlacement.Side] {
    switch side {
    case .below: [.below, .above, .trailing, .leading]
    case .above: [.above, .below, .trailing, .leading]
    case .start: [.leading, .trailing, .below, .above]
    case .end: [.trailing, .leading, .below, .above]
    }
  }

  public static func show(_ node: Node<Popover>) {
    let value = node.value
    var content = PopoverPanel()
    content.contents = value.contents
    if let shown = node.storage.overlay.withLock({ $0 }), let panel = shown.node as? Node<PopoverPanel> {
      return panel.update { $0 = content }
    }
    guard let anchor = node.supernode, !value.contents.isEmpty else { return }
    let panel = Node(content)
    panel.focusScope = .trap
    let placement = OverlayPlacement(value.sides, spacing: PopoverPanel.arrowHeight + 2, margin: 8)
    let overlay = anchor.present(overlay: panel, placement: placement, options: [.dismissesOnOutsideTouch, .blocksOutsideTouches])
    guard overlay.isPresented else { return }
    panel.storage.overlay.withLock { $0 = WeakOverlay(overlay) }
    node.storage.overlay.withLock { $0 = overlay }
    overlay.onDismiss { [weak node, weak overlay] in
      guard let node else { return }
      node.storage.overlay.withLock { if $0 === overlay { $0 = nil } }
      node.close()
    }
    panel.on(PopoverPanel.leave) { [weak node] in node?.close() }
  }

  public static func hide(_ node: Node<Popover>) { node.storage.overlay.withLock { $0 }?.dismiss() }
}

/// Node of a popover.
public typealias PopoverNode = Node<Popover>

extension Node where Value == Popover {
  /// Creates a popover that is open while a value of the program is true. Any thread.
  public convenience init(_ isOpen: Binding<Bool>, side: Popover.Side = .below, contents: [AnyNode]) {
    self.init(Popover(isOpen, side: side, contents: contents))
    bind(\.isOpen) { isOpen.wrappedValue }
  }
}
