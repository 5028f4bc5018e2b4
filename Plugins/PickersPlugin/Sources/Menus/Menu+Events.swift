internal import ControlsPlugin
public import Tessera
public import TesseraGeometry
internal import TesseraLayout
public import TesseraRender

extension Menu {
  /// Part of a touch that slides into the menu; `ControlStorage.part` has it while the touch lasts.
  private static let sliding = 1

  public static func handle(_ event: Event, node: Node<Menu>) -> EventResponse {
    guard node.value.content == nil else {
      guard case .contextMenu(let location) = event, node.canBeUsed else { return .ignored }
      return open(node, at: location) == nil ? .ignored : .handled
    }
    switch event {
    case .key(let press) where press.key == .down || press.key == .up:
      guard press.isDown, press.modifiers.isEmpty || press.modifiers == .alt, node.canBeUsed else { return .ignored }
      return open(node) == nil ? .ignored : .handled
    case .touch(let touch): return handle(touch, node)
    default: return node.interact(with: event)
    }
  }

  public static func hover(_ node: Node<Menu>, at location: Point?) -> EventResponse {
    node.value.content == nil ? node.interact(.hover(location != nil)) : .ignored
  }

  /// Opens the menu below a finger that leaves the button, and chooses the row at which the finger is released.
  private static func handle(_ touch: Touch, _ node: Node<Menu>) -> EventResponse {
    let (panel, part, held) = node.storage.state.withLock { ($0.overlay?.node as? Node<MenuPanel>, $0.part, $0.interaction.touch) }
    guard touch.phase != .began, held == touch.id, touch.location.isFinite else { return node.interact(node.input(touch)) }
    let isOutside = !Rect(size: node.frame.size).inset(by: -4).contains(touch.location)
    if touch.phase == .moved {
      if panel == nil, isOutside, open(node) != nil { node.storage.state.withLock { $0.part = sliding } }
      if let panel, let place = place(of: touch.location, in: panel, node) { _ = MenuPanel.slide(panel, at: place) }
      return node.interact(node.input(touch))
    }
    guard part == sliding else { return node.interact(node.input(touch)) }
    node.storage.state.withLock { $0.part = nil }
    _ = node.step(.release)
    let isChosen =
      touch.phase == .ended
      && panel.map { panel in place(of: touch.location, in: panel, node).map { MenuPanel.release(panel, at: $0) } ?? false }
        ?? false
    if !isChosen, touch.phase == .cancelled || isOutside { close(node) }
    return .handled
  }

  /// Converts a point of the button's box to that of the menu below or above it.
  private static func place(of location: Point, in panel: Node<MenuPanel>, _ node: Node<Menu>) -> Point? {
    guard let overlay = node.storage.state.withLock({ $0.overlay }), panel.frame.height > 0 else { return nil }
    let screen = Rect(size: node.treeRoot.frame.size).inset(by: node.treeRoot.safeAreaInsets)
    guard let anchor = node.convert(Rect(size: node.frame.size), to: nil), let point = node.convert(location, to: nil) else { return nil }
    let origin = overlay.placement.origin(of: panel.frame.size, at: anchor, in: screen, direction: node.effectiveDirection)
    return Point(point.x - origin.x, point.y - origin.y)
  }

  /// Opens the menu, or closes it.
  public static func activate(_ node: Node<Menu>) {
    guard node.value.content == nil else { return }
    if node.isOpen { close(node) } else { open(node) }
  }

  /// Adds the gesture that opens a context menu.
  public static func interfaceStateDidChange(_ node: Node<Menu>, from old: InterfaceState, to new: InterfaceState) {
    if old == .visible { _ = node.interact(.release) }
    let isFirst =
      new == .visible && node.value.content != nil
      && node.storage.state.withLock { state in
        defer { state.part = 0 }
        return state.part == nil
      }
    if isFirst { node.onContextMenu { [weak node] location in if let node, node.canBeUsed { open(node, at: location) } } }
  }

  /// Shows the rows next to the button, or at a point of the node. Returns their node; nil without rows or if the menu is already shown.
  @discardableResult
  private static func open(_ node: Node<Menu>, at location: Point? = nil) -> Node<MenuPanel>? {
    let value = node.value
    guard !value.entries.isEmpty, !node.isOpen else { return nil }
    var content = MenuPanel()
    (content.entries, content.spokenLabel) = (value.entries, value.spokenLabel ?? (value.title.isEmpty ? nil : value.title))
    let panel = Node(content)
    let isByKeys = location == nil && node.storage.interaction.touch == nil && node.storage.interaction.isFocused
    if isByKeys { panel.storage.state.withLock { $0.highlighted = value.entries.firstIndex(where: \.isUsable) } }
    panel.storage.screenWidth.withLock { $0 = node.treeRoot.frame.width }
    panel.focusScope = .trap
    let overlay = node.present(
      overlay: panel, at: location.map { Rect($0.x, $0.y, 0, 0) },
      placement: OverlayPlacement([.below, .above], alignment: .start, spacing: 4, margin: 8),
      options: [.dismissesOnOutsideTouch, .blocksOutsideTouches, .dismissesWhenAnchorMoves])
    guard overlay.isPresented else { return nil }
    node.storage.state.withLock { $0.overlay = overlay }
    node.setNeedsDisplay()
    overlay.onDismiss { [weak node, weak panel] in
      if let panel { MenuPanel.closeSubmenu(panel) }
      guard let node else { return }
      node.storage.state.withLock { $0.overlay = nil }
      node.setNeedsDisplay()
    }
    panel.on(MenuPanel.choose) { [weak node] chosen in
      guard let node else { return }
      close(node)
      if node.canBeUsed { node.send(choose, chosen) }
    }
    panel.on(MenuPanel.leave) { [weak node] in if let node { close(node) } }
    return panel
  }

  private static func close(_ node: Node<Menu>) { node.storage.state.withLock { $0.overlay }?.dismiss() }

  // MARK: focus and semantics

  /// Returns whether the button can be focused; a context menu has no button.
  public static func isFocusable(_ node: Node<Menu>) -> Bool { node.canBeUsed && node.value.content == nil }

  /// Returns the whole button.
  public static func focusArea(in node: Node<Menu>) -> RoundedRect? {
    RoundedRect(Rect(size: node.frame.size), radius: node.environmentValues.theme[.radius3])
  }

  /// Action that opens a context menu.
  private static func menuAction(_ node: Node<Menu>) -> SemanticsAction { .custom(node.environmentValues.word(.menu)) }

  public static func semantics(of node: Node<Menu>) -> NodeSemantics {
    let value = node.value
    guard value.content == nil else {
      var semantics = NodeSemantics()
      semantics.actions = [menuAction(node)]
      return semantics
    }
    var semantics = NodeSemantics(.button, label: value.spokenLabel ?? (value.title.isEmpty ? nil : value.title))
    semantics.isExpanded = node.isOpen
    if !value.isEnabled { semantics.isDisabled = true }
    semantics.actions = [.activate, node.isOpen ? .collapse : .expand]
    return semantics
  }

  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Menu>) -> Bool {
    guard part == nil, node.canBeUsed else { return false }
    switch action {
    case .activate where node.value.content == nil: activate(node)
    case .expand where !node.isOpen, menuAction(node): open(node, at: node.value.content.map { _ in Rect(size: node.frame.size).center })
    case .collapse where node.isOpen: close(node)
    default: return false
    }
    return true
  }
}
