internal import ControlsPlugin
internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

extension MenuPanel: FocusableType, HoverableType, TickingType {
  /// Seconds for which a pointer rests on a row before its submenu opens.
  private static let submenuDelay = 0.2
  /// Width of a screen from which on submenus open next to their rows, logical units.
  private static let wideScreen = 480.0

  static func handle(_ event: Event, node: Node<MenuPanel>) -> EventResponse {
    switch event {
    case .touch(let touch): handle(touch, node)
    case .key(let press): return handle(press, node)
    case .text(let text): return jump(to: text, node)
    case .wheel(_, let delta):
      guard delta.y.isFinite else { return .handled }
      change(node) { _, scroll, rows in scroll.jump(to: min(rows.limits.upperBound, max(0, scroll.offset + delta.y))) }
    case .focus, .contextMenu, .pointerButton, .composition: return .ignored
    }
    return .handled
  }

  private static func rows(_ node: Node<MenuPanel>) -> MenuRows {
    node.value.rows(in: node.frame.size, node.storage.state.withLock { $0 }, node.environmentValues)
  }

  /// Changes the state and draws the menu.
  private static func change(_ node: Node<MenuPanel>, _ body: (inout MenuPanelStorage.State, inout RowScroll, MenuRows) -> Void) {
    let rows = rows(node)
    let isMoving = node.storage.state.withLock { state in
      var scroll = state.scroll ?? RowScroll(rows.offset)
      body(&state, &scroll, rows)
      state.scroll = scroll
      return scroll.isMoving
    }
    node.setNeedsDisplay()
    if isMoving { node.requestTick(after: 0) }
  }

  // MARK: fingers and pointers

  private static func handle(_ touch: Touch, _ node: Node<MenuPanel>) {
    var chosen: Int?
    change(node) { state, scroll, rows in
      let found = rows.index(at: touch.location)
      // One finger at a time: others change and choose nothing.
      let isHeld = touch.phase == .began || state.interaction.touch == touch.id
      let outcome = state.interaction.step(.touch(touch, isInside: found != nil, delaysPress: false), isEnabled: true)
      guard isHeld, outcome.response == .handled else { return }
      switch touch.phase {
      case .began: if scroll.begin(touch) { state.pressed = found }
      case .moved:
        if rows.scrolls { scroll.move(touch, within: rows.limits) }
        state.pressed = scroll.isDragged ? nil : found
      case .ended, .cancelled:
        let hasScrolled = scroll.end(touch, within: rows.limits)
        if outcome.action == .activate, !hasScrolled { chosen = found }
        state.pressed = nil
      }
    }
    if let chosen { choose(chosen, node) }
  }

  /// Highlights the row below a finger that slides into the menu from its button. Returns whether the finger is in the menu.
  static func slide(_ node: Node<MenuPanel>, at location: Point) -> Bool {
    change(node) { state, _, rows in state.pressed = rows.index(at: location) }
    return Rect(size: node.frame.size).contains(location)
  }

  /// Chooses the row below a finger that was released in the menu. Returns whether there is one that can be chosen.
  static func release(_ node: Node<MenuPanel>, at location: Point) -> Bool {
    let index = rows(node).index(at: location)
    change(node) { state, _, _ in state.pressed = nil }
    guard let index, node.value.rows[index].isUsable else { return false }
    choose(index, node)
    return true
  }

  static func hover(_ node: Node<MenuPanel>, at location: Point?) -> EventResponse {
    let found = location.flatMap { rows(node).index(at: $0) }
    let (highlighted, open) = node.storage.state.withLock { ($0.highlighted, $0.open) }
    guard let found, found != highlighted else { return .handled }
    let entries = node.value.rows
    guard entries.indices.contains(found) else { return .handled }
    if open != nil, open != found { closeSubmenu(node) }
    let opens = !entries[found].entries.isEmpty && entries[found].isUsable && opensBeside(node) && open != found
    change(node) { state, _, _ in
      state.highlighted = found
      (state.resting, state.opensAt) = (opens ? found : nil, nil)
    }
    if opens { node.requestTick(after: 0) }
    return .handled
  }

  static func tick(_ node: Node<MenuPanel>, at time: Double) -> Double? {
    let (continues, opening, wait) = node.storage.state.withLock { state -> (Bool, Int?, Double?) in
      let continues = state.scroll?.pass(time) ?? false
      guard let resting = state.resting, resting == state.highlighted else { return (continues, nil, nil) }
      let due = state.opensAt ?? time + submenuDelay
      state.opensAt = due
      guard due <= time + 1e-6 else { return (continues, nil, due - time) }
      (state.resting, state.opensAt) = (nil, nil)
      return (continues, resting, nil)
    }
    node.setNeedsDisplay()
    if let opening { openSubmenu(opening, node, focuses: false) }
    return continues ? 0 : wait
  }

  static func isSettling(_ node: Node<MenuPanel>) -> Bool { node.storage.state.withLock { $0.scroll?.isMoving ?? false } }

  // MARK: keys

  private static func handle(_ press: KeyPress, _ node: Node<MenuPanel>) -> EventResponse {
    guard press.isDown, press.modifiers.isEmpty else { return .ignored }
    let entries = node.value.rows
    let usable = entries.indices.filter { entries[$0].isUsable }
    let current = node.storage.state.withLock { $0.highlighted }
    let at = current.flatMap { current in usable.firstIndex(of: current) }
    let isMirrored = node.environmentValues.direction == .rtl
    func show(_ index: Int?) { if let index { highlight(index, node) } }
    switch press.key {
    case .down, .next: show(at.map { usable[($0 + 1) % usable.count] } ?? usable.first)
    case .up, .previous: show(at.map { usable[($0 + usable.count - 1) % usable.count] } ?? usable.last)
    case .home: show(usable.first)
    case .end: show(usable.last)
    case .pageDown: show(at.map { usable[min(usable.count - 1, $0 + 7)] } ?? usable.first)
    case .pageUp: show(at.map { usable[max(0, $0 - 7)] } ?? usable.first)
    case .enter, .space: if !press.isRepeat, let current { choose(current, node) }
    case .right, .left:
      let opens = (press.key == .right) != isMirrored
      if opens, let current, entries.indices.contains(current), !entries[current].entries.isEmpty { choose(current, node) }
      if !opens { _ = leaveLevel(node) }
    case .escape: return leaveLevel(node) ? .handled : .ignored
    case .tab: node.send(leave, ())
    default: return .ignored
    }
    return .handled
  }

  /// Returns to the menu above. Returns false in the outermost menu.
  private static func leaveLevel(_ node: Node<MenuPanel>) -> Bool {
    let value = node.value
    if let last = value.path.last {
      show(Array(value.path.dropLast()), highlighted: value.path.count == 1 ? last : last + 1, node)
      return true
    }
    guard value.isSubmenu else { return false }
    node.send(leave, ())
    return true
  }

  /// Highlights the next row whose title starts with the typed letters.
  private static func jump(to text: String, _ node: Node<MenuPanel>) -> EventResponse {
    let entries = node.value.rows
    guard !entries.isEmpty, let first = text.first, !first.isWhitespace else { return .ignored }
    let (typed, count) = (text.lowercased(), text.count)
    let current = node.storage.state.withLock { $0.highlighted } ?? -1
    let found = (1...entries.count).lazy.map { (current + $0) % entries.count }
      .first { entries[$0].isUsable && entries[$0].title.prefix(count).lowercased() == typed }
    if let found { highlight(found, node) }
    return .handled
  }

  static func highlight(_ index: Int, _ node: Node<MenuPanel>) {
    closeSubmenu(node)
    change(node) { state, scroll, rows in
      guard index < rows.count else { return }
      (state.highlighted, state.resting) = (index, nil)
      scroll.jump(to: rows.offset(showing: index))
    }
  }

  // MARK: choosing and submenus

  static func choose(_ index: Int, _ node: Node<MenuPanel>) {
    let (value, entries) = (node.value, node.value.rows)
    guard entries.indices.contains(index), entries[index].isUsable else { return }
    if value.isBack(index) { return _ = leaveLevel(node) }
    guard !entries[index].entries.isEmpty else { return node.send(choose, entries[index].value) }
    guard !opensBeside(node) else { return openSubmenu(index, node, focuses: true) }
    let inMenu = value.path.isEmpty ? index : index - 1
    show(value.path + [inMenu], highlighted: nil, node)
  }

  /// Shows another level in place.
  private static func show(_ path: [Int], highlighted: Int?, _ node: Node<MenuPanel>) {
    node.storage.state.withLock { $0 = MenuPanelStorage.State(highlighted: highlighted ?? 0) }
    node.update { $0.path = path }
  }

  private static func opensBeside(_ node: Node<MenuPanel>) -> Bool {
    guard node.value.path.isEmpty, let presenter = node.storage.screenWidth.withLock({ $0 }) else { return false }
    return presenter >= wideScreen
  }

  private static func openSubmenu(_ index: Int, _ node: Node<MenuPanel>, focuses: Bool) {
    let entries = node.value.rows
    guard entries.indices.contains(index), node.storage.state.withLock({ $0.open }) != index else { return }
    closeSubmenu(node)
    var content = MenuPanel()
    (content.entries, content.isSubmenu, content.spokenLabel) = (entries[index].entries, true, entries[index].title)
    let panel = Node(content)
    panel.storage.screenWidth.withLock { $0 = node.storage.screenWidth.withLock { $0 } }
    if focuses { panel.storage.state.withLock { $0.highlighted = content.rows.firstIndex(where: \.isUsable) } }
    panel.focusScope = .trap
    let overlay = node.present(
      overlay: panel, at: rows(node).frame(index),
      placement: OverlayPlacement([.trailing, .leading], alignment: .start, spacing: 4, margin: 8),
      options: [])
    guard overlay.isPresented else { return }
    node.storage.state.withLock { ($0.open, $0.submenu) = (index, overlay) }
    node.setNeedsDisplay()
    overlay.onDismiss { [weak node, weak overlay] in
      guard let node else { return }
      node.storage.state.withLock { if $0.submenu === overlay { ($0.open, $0.submenu) = (nil, nil) } }
      node.setNeedsDisplay()
    }
    panel.on(MenuPanel.choose) { [weak node] value in node?.send(choose, value) }
    panel.on(MenuPanel.leave) { [weak node] in if let node { closeSubmenu(node) } }
  }

  static func closeSubmenu(_ node: Node<MenuPanel>) { node.storage.state.withLock { $0.submenu }?.dismiss() }

  // MARK: focus

  /// Returns the row that keys choose.
  static func focusArea(in node: Node<MenuPanel>) -> RoundedRect? {
    let rows = rows(node)
    guard let index = node.storage.state.withLock({ $0.highlighted }), rows.visible.contains(index) else { return nil }
    let view = Rect(size: node.frame.size).inset(by: MenuRows.padding)
    return RoundedRect(rows.frame(index).intersection(view).inset(by: 2), radius: node.environmentValues.theme[.radius2])
  }

  static func focusRingReach(in node: Node<MenuPanel>) -> Double? { 0 }
}

extension MenuPanel: AccessibleType {
  static func semantics(of node: Node<MenuPanel>) -> NodeSemantics {
    var semantics = NodeSemantics(.menu, label: node.value.spokenLabel)
    semantics.isModal = true
    semantics.actions = [.dismiss]
    return semantics
  }

  static func semanticsParts(of node: Node<MenuPanel>) -> [SemanticsPart] {
    let (entries, rows) = (node.value.rows, rows(node))
    let open = node.storage.state.withLock { $0.open }
    let count = entries.count { $0.kind == .action }
    var number = 0
    return entries.indices.compactMap { index in
      let entry = entries[index]
      if entry.kind == .separator { return nil }
      var semantics = NodeSemantics(entry.kind == .heading ? .text : .menuItem, label: entry.title)
      if entry.kind == .action {
        if let isChecked = entry.isChecked { semantics.checked = isChecked ? .on : .off }
        if !entry.shortcut.isEmpty { semantics.hint = entry.shortcut }
        if !entry.isEnabled { semantics.isDisabled = true }
        if !entry.entries.isEmpty { semantics.isExpanded = index == open }
        number += 1
        semantics.position = SemanticsPosition(number, of: count)
        semantics.actions = [.activate]
      }
      return SemanticsPart(index, semantics, frame: rows.frame(index))
    }
  }

  static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<MenuPanel>) -> Bool {
    switch (action, part) {
    case (.activate, let part?):
      guard node.value.rows.indices.contains(part), node.value.rows[part].isUsable else { return false }
      choose(part, node)
    case (.dismiss, nil): node.send(leave, ())
    default: return false
    }
    return true
  }
}
