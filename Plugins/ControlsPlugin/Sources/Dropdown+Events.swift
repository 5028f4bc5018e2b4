public import Tessera
internal import TesseraGeometry
internal import TesseraLayout
public import TesseraRender

extension Dropdown {
  public static func handle(_ event: Event, node: Node<Dropdown>) -> EventResponse {
    switch event {
    case .key(let press) where press.key == .down || press.key == .up:
      guard press.isDown, press.modifiers.isEmpty || press.modifiers == .alt, node.canBeChanged, !node.value.options.isEmpty else {
        return .ignored
      }
      open(node)
      return .handled
    case .text(let text):
      guard let first = text.first, !first.isWhitespace, node.canBeChanged, let menu = open(node) else { return .ignored }
      return OptionMenu.handle(event, node: menu)
    default: return node.interact(with: event)
    }
  }

  /// Distance of the menu from the edges of the screen, logical units.
  private static let menuMargin = 8.0

  /// Opens the menu, or closes it.
  public static func activate(_ node: Node<Dropdown>) {
    if node.isOpen { close(node) } else { open(node) }
  }

  /// Shows the options next to the field. Returns their node; nil without options or if the menu is already shown. Frame loop.
  @discardableResult
  private static func open(_ node: Node<Dropdown>) -> Node<OptionMenu>? {
    let value = node.value
    guard !value.options.isEmpty, !node.isOpen else { return nil }
    var content = OptionMenu()
    (content.options, content.selected, content.spokenLabel) = (value.options, value.selectedIndex, value.spokenLabel)
    // A small screen has a sheet with rows of its own width.
    let screen = node.treeRoot.frame.size
    let edge = node.convert(Rect(0, screen.height, screen.width, 0), from: node.treeRoot)
    content.isSheet = edge != nil && node.environmentValues.density == .compact
    let menu = Node(content)
    menu.focusScope = .trap
    let widest = min(320 * max(1, node.environmentValues.textScale), screen.width - 2 * Self.menuMargin)
    let width = max(120, node.frame.width, min(content.width(node.environmentValues), widest))
    menu.style.width = .points(content.isSheet ? screen.width : width)
    menu.style.minHeight = .points(0)
    let placement =
      content.isSheet
      ? OverlayPlacement([.above], alignment: .start, spacing: 0, margin: 0)
      : OverlayPlacement([.below, .above], alignment: .start, spacing: 4, margin: Self.menuMargin)
    let overlay = node.present(
      overlay: menu, at: content.isSheet ? edge : nil, placement: placement,
      options: [.dismissesOnOutsideTouch, .blocksOutsideTouches, .dismissesWhenAnchorMoves])
    guard overlay.isPresented else { return nil }
    node.storage.state.withLock { $0.overlay = overlay }
    node.setNeedsDisplay()
    overlay.onDismiss { [weak node] in
      guard let node else { return }
      node.storage.state.withLock { $0.overlay = nil }
      node.setNeedsDisplay()
    }
    menu.on(OptionMenu.choose) { [weak node] chosen in
      guard let node else { return }
      close(node)
      if node.canBeChanged, let index = node.value.options.firstIndex(where: { $0.value == chosen }) { choose(index, node) }
    }
    return menu
  }

  private static func close(_ node: Node<Dropdown>) { node.storage.state.withLock { $0.overlay }?.dismiss() }

  // MARK: focus and semantics

  /// Returns the whole field, or the frame of the form field around it.
  public static func focusArea(in node: Node<Dropdown>) -> RoundedRect? {
    let frame = (node.supernode as? Node<FieldFrame>).flatMap { node.convert(Rect(size: $0.frame.size), from: $0) }
    return RoundedRect(frame ?? Rect(size: node.frame.size), radius: node.environmentValues.theme[.radius3])
  }

  public static func semantics(of node: Node<Dropdown>) -> NodeSemantics {
    let value = node.value
    var semantics = NodeSemantics(.comboBox, label: value.spokenLabel, value: value.selectedTitle)
    semantics.isExpanded = node.isOpen
    if !value.isEnabled { semantics.isDisabled = true }
    semantics.actions = [.activate, node.isOpen ? .collapse : .expand]
    return semantics
  }

  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Dropdown>) -> Bool {
    guard part == nil, node.canBeChanged else { return false }
    switch action {
    case .activate: activate(node)
    case .expand where !node.isOpen: open(node)
    case .collapse where node.isOpen: close(node)
    default: return false
    }
    return true
  }
}
