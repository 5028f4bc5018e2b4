package import Tessera
package import TesseraGeometry
package import TesseraRender

extension OptionMenu: FocusableType, HoverableType, TickingType {
  package static func handle(_ event: Event, node: Node<OptionMenu>) -> EventResponse {
    switch event {
    case .touch(let touch): handle(touch, node)
    case .key(let press): return handle(press, node)
    case .text(let text): return jump(to: text, node)
    case .wheel(_, let delta): scroll(by: delta.y, node)
    case .focus, .contextMenu, .pointerButton, .composition: return .ignored
    }
    return .handled
  }

  private static func rows(_ node: Node<OptionMenu>) -> Rows {
    node.value.rows(in: node.frame.size, node.storage.state.withLock { $0 }, node.environmentValues)
  }

  /// Changes the state and draws the menu. `scroll` is set before.
  private static func change(_ node: Node<OptionMenu>, _ body: (inout OptionMenuStorage.State, inout RowScroll, Rows) -> Void) {
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

  private static func handle(_ touch: Touch, _ node: Node<OptionMenu>) {
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

  private static func scroll(by distance: Double, _ node: Node<OptionMenu>) {
    guard distance.isFinite else { return }
    change(node) { _, scroll, rows in scroll.jump(to: min(rows.limits.upperBound, max(0, scroll.offset + distance))) }
  }

  package static func hover(_ node: Node<OptionMenu>, at location: Point?) -> EventResponse {
    let found = location.flatMap { rows(node).index(at: $0) }
    guard found != node.storage.state.withLock({ $0.highlighted }), found != nil else { return .handled }
    change(node) { state, _, _ in state.highlighted = found }
    return .handled
  }

  package static func tick(_ node: Node<OptionMenu>, at time: Double) -> Double? {
    let continues = node.storage.state.withLock { $0.scroll?.pass(time) ?? false }
    node.setNeedsDisplay()
    return continues ? 0 : nil
  }

  package static func isSettling(_ node: Node<OptionMenu>) -> Bool { node.storage.state.withLock { $0.scroll?.isMoving ?? false } }

  // MARK: keys

  private static func handle(_ press: KeyPress, _ node: Node<OptionMenu>) -> EventResponse {
    let state = node.storage.state.withLock { $0 }
    guard press.isDown, press.modifiers.isEmpty else { return .ignored }
    if !state.filter.isEmpty, press.key == .backspace || press.key == .escape {
      filter(press.key == .escape ? "" : String(state.filter.dropLast()), node)
      return .handled
    }
    let count = rows(node).count
    guard count > 0 else { return .ignored }
    let current = state.highlighted ?? node.value.selectedRow(state)
    let page = max(1, Int(rows(node).view / rowHeight(node.environmentValues)))
    switch press.key {
    case .down, .next: highlight(current.map { min(count - 1, $0 + 1) } ?? 0, node)
    case .up, .previous: highlight(current.map { max(0, $0 - 1) } ?? count - 1, node)
    case .home: highlight(0, node)
    case .end: highlight(count - 1, node)
    case .pageDown: highlight(min(count - 1, (current ?? 0) + page), node)
    case .pageUp: highlight(max(0, (current ?? 0) - page), node)
    // A space belongs to the letters of a search.
    case .space where !state.filter.isEmpty: return .ignored
    case .enter, .space, .tab: if !press.isRepeat { choose(current, node) }
    case .left, .right: break
    default: return .ignored
    }
    return .handled
  }

  /// Shows the options whose titles contain some letters.
  private static func filter(_ letters: String, _ node: Node<OptionMenu>) {
    let (options, wanted) = (node.value.options, Array(letters.lowercased().utf8))
    // Compares bytes: the standard library's search for text links the engine for regular expressions.
    func matches(_ title: String) -> Bool {
      let bytes = Array(title.lowercased().utf8)
      return bytes.indices.contains { bytes[$0...].starts(with: wanted) }
    }
    let shown = letters.isEmpty ? nil : options.indices.filter { matches(options[$0].title) }
    node.storage.state.withLock { state in
      (state.filter, state.shown, state.highlighted) = (letters, shown, shown?.indices.first)
      state.scroll = shown == nil ? nil : RowScroll()
    }
    node.setNeedsDisplay()
  }

  /// Filters many options by the typed letters; of few ones, highlights the next one whose title starts with them.
  private static func jump(to text: String, _ node: Node<OptionMenu>) -> EventResponse {
    let options = node.value.options
    guard !options.isEmpty, let first = text.first else { return .ignored }
    let before = node.storage.state.withLock { $0.filter }
    guard !first.isWhitespace || !before.isEmpty else { return .ignored }
    if node.value.hasSearch {
      let letters = before + text
      if letters.count <= 64 { filter(letters, node) }
      return .handled
    }
    let (typed, count) = (text.lowercased(), text.count)
    let current = node.storage.state.withLock { $0.highlighted } ?? node.value.selected ?? -1
    let found = (1...options.count).lazy.map { (current + $0) % options.count }
      .first { options[$0].title.prefix(count).lowercased() == typed }
    if let found { highlight(found, node) }
    return .handled
  }

  static func highlight(_ index: Int, _ node: Node<OptionMenu>) {
    change(node) { state, scroll, rows in
      state.highlighted = index
      scroll.jump(to: rows.offset(showing: index))
    }
  }

  private static func choose(_ row: Int?, _ node: Node<OptionMenu>) {
    let (value, state) = (node.value, node.storage.state.withLock { $0 })
    if let index = row.flatMap({ value.option(ofRow: $0, state) }) { node.send(choose, value.options[index].value) }
  }

  /// Returns the row that keys choose.
  package static func focusArea(in node: Node<OptionMenu>) -> RoundedRect? {
    let rows = rows(node)
    let state = node.storage.state.withLock { $0 }
    guard let index = state.highlighted ?? node.value.selectedRow(state), rows.visible.contains(index) else { return nil }
    let view = Rect(padding, padding + rows.top, max(0, node.frame.width - 2 * padding), rows.view)
    return RoundedRect(rows.frame(index).intersection(view).inset(by: 2), radius: node.environmentValues.theme[.radius2])
  }

  package static func focusRingReach(in node: Node<OptionMenu>) -> Double? { 0 }
}

extension OptionMenu: AccessibleType {
  package static func semantics(of node: Node<OptionMenu>) -> NodeSemantics {
    var semantics = NodeSemantics(.list, label: node.value.spokenLabel)
    semantics.isModal = true
    semantics.actions = [.dismiss]
    return semantics
  }

  package static func semanticsParts(of node: Node<OptionMenu>) -> [SemanticsPart] {
    let (value, rows, state) = (node.value, rows(node), node.storage.state.withLock { $0 })
    return (0..<rows.count).compactMap { row in
      guard let index = value.option(ofRow: row, state) else { return nil }
      var semantics = NodeSemantics(.option, label: value.options[index].title)
      semantics.isSelected = index == value.selected
      semantics.position = SemanticsPosition(row + 1, of: rows.count)
      semantics.actions = [.activate]
      return SemanticsPart(index, semantics, frame: rows.frame(row))
    }
  }

  package static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<OptionMenu>) -> Bool {
    let options = node.value.options
    guard action == .activate, let part, options.indices.contains(part) else { return false }
    node.send(choose, options[part].value)
    return true
  }
}
