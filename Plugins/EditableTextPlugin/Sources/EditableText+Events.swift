public import Tessera
internal import TesseraGeometry
internal import TesseraRender
internal import TextPlugin

extension EditableText: FocusableType, LifecycleType, TickingType {
  /// Half a period of the caret's blinking, seconds.
  static let blinkInterval = 0.53
  /// Maximum time between two touches that count as a double touch, seconds.
  static let doubleTouchInterval = 0.4
  /// Distance at which a touch starts to select, logical units.
  static let dragThreshold = 6.0

  /// Whether keys may focus the field: ``Tessera/Node/shouldBegin``.
  public static func isFocusable(_ node: Node<EditableText>) -> Bool { node.shouldBegin?() ?? true }

  /// Edits, moves the caret, or selects.
  public static func handle(_ event: Event, node: Node<EditableText>) -> EventResponse {
    switch event {
    case .focus(let isFocused):
      node.updateKeeping { value, state in
        state.interaction.isFocused = isFocused
        state.interaction.isCaretLit = true
        if !isFocused {
          state.interaction.commitPreedit(value.editing, &state.history)
          state.interaction.hold = .init()
        }
        state.history.endTyping()
      }
      startBlinking(node)
      node.setNeedsProperties(StandardMotion.focusRing.motion)
      if !isFocused {
        node.storage.controls.hideAll()
        hideSuggestions(node)
      }
      node.send(isFocused ? begin : end, node.value.string)
      return .handled
    case .touch(let touch): return node.environmentValues.isEnabled ? handle(touch, node: node) : .ignored
    case .key(let press):
      if press.isDown, moveInSuggestions(press, node) { return .handled }
      if press.isDown { endTouching(node) }
      return press.isDown ? handle(press, node: node) : .ignored
    case .text(let text):
      guard node.canBeEdited else { return .ignored }
      endTouching(node)
      edit(node) { $0.text.type(text) }
      suggestCompletions(node)
      return .handled
    case .contextMenu(let location): return openMenu(at: location, node)
    case .wheel, .composition, .pointerButton: return .ignored
    }
  }

  /// Blinks the caret while the node is focused and visible; otherwise ends the timer.
  public static func tick(_ node: Node<EditableText>, at time: Double) -> Double? {
    node.updateKeeping { value, state in
      guard state.interaction.blinks(value) else {
        state.interaction.isCaretLit = true
        state.interaction.hasTimer = false
        return nil
      }
      state.interaction.isCaretLit = state.interaction.holdsCaret || !state.interaction.isCaretLit
      state.interaction.holdsCaret = false
      return blinkInterval
    }
  }

  /// Starts blinking when a focused node becomes visible. With `autofocus`, takes the focus when first visible.
  public static func interfaceStateDidChange(_ node: Node<EditableText>, from old: InterfaceState, to new: InterfaceState) {
    let takesFocus = node.updateKeeping { value, state in
      state.interaction.isVisible = new == .visible
      // The stage removes the timers of a node that leaves it.
      if new == .idle { (state.interaction.hasTimer, state.interaction.isRevealed) = (false, false) }
      guard new == .visible, !state.interaction.wasSeen else { return false }
      state.interaction.wasSeen = true
      if value.autofocus, let selection = value.initialSelection { value.editing.select(selection) }
      return value.autofocus
    }
    if takesFocus { node.becomeFocused() }
    startBlinking(node)
  }

  private static func startBlinking(_ node: Node<EditableText>) {
    let starts = node.updateKeeping { value, state in
      guard state.interaction.blinks(value), !state.interaction.hasTimer else { return false }
      state.interaction.hasTimer = true
      return true
    }
    if starts { node.requestTick(after: blinkInterval) }
  }

  /// Runs an undoable edit, and sends `change` if the string has changed.
  static func edit(_ node: Node<EditableText>, keepsX: Bool = false, _ change: @escaping (inout EditingField) -> Void) {
    guard let change = node.decided(change) else { return }
    let (isOther, selects) = node.edit { field, history in
      field.interaction.commitPreedit(field.text.editing, &history)
      let before = field.text.editing
      change(&field)
      if !keepsX { field.interaction.preferredX = nil }
      history.record(before, field.text.editing)
      let isOther = !before.string.utf8.elementsEqual(field.text.string.utf8)
      if isOther, field.text.binding != nil { field.text.isAhead = true }
      return (isOther, before.selection != field.text.editing.selection)
    }
    trackSelection(node)
    if isOther { didChange(node) }
    if selects { node.send(selectionChange, node.value.selection) }
  }

  /// Gives a changed text to the binding and to handlers.
  static func didChange(_ node: Node<EditableText>) {
    let value = node.value
    if let binding = value.binding {
      binding.wrappedValue = value.string
      node.isAhead = false
    }
    node.send(change, value.string)
  }

  private static func handle(_ press: KeyPress, node: Node<EditableText>) -> EventResponse {
    let extending = press.modifiers.contains(.shift)
    let control = press.modifiers.contains(.control) || press.modifiers.contains(.meta)
    let size = node.contentRect.size
    func move(_ side: HorizontalSide) -> EventResponse {
      // At its edges the text ignores the key, which then moves the focus.
      var copy = EditingField(node)
      if !copy.step(side, by: .grapheme, extending: extending, in: size), !extending { return .ignored }
      edit(node) { _ = $0.step(side, by: control ? .word : .grapheme, extending: extending, in: size) }
      return .handled
    }
    switch press.key {
    case .left: return move(.left)
    case .right: return move(.right)
    case .home, .end: return moveToLineEdge(press, control: control, extending: extending, node: node)
    case .up: return moveLines(-1, extending: extending, node: node)
    case .down: return moveLines(1, extending: extending, node: node)
    case .pageUp, .pageDown:
      let page = max(1, Int((size.height / max(1, EditingField(node).lineHeight)).rounded(.down)) - 1)
      return moveLines(press.key == .pageUp ? -page : page, extending: extending, node: node)
    case .backspace, .delete:
      guard node.canBeEdited else { return .ignored }
      let backwards = press.key == .backspace
      edit(node) { $0.text.editing.delete($0.text.deletion(backwards: backwards, byWord: control)) }
      suggestCompletions(node)
      return .handled
    case .enter: return enter(node) ? .handled : .ignored
    case .character(let character): return control ? command(character, extending: extending, node: node) : typed(node)
    case .space: return control ? .ignored : typed(node)
    case .function(3): return node.selectNextMatch(backwards: extending) ? .handled : .ignored
    case .tab, .escape, .next, .previous, .function: return .ignored
    }
  }

  /// Ends a line: sends `submit`, or inserts a line break. Returns whether the field uses the key.
  static func enter(_ node: Node<EditableText>) -> Bool {
    let value = node.value
    guard value.isMultiline else {
      node.send(submit, value.string)
      if value.enterAction == .next { node.moveFocusOn() }
      return true
    }
    guard node.canBeEdited else { return false }
    edit(node) { $0.text.editing.insert("\n") }
    return true
  }

  /// A typing key is also delivered as text. Handling it here only keeps it from the supernodes.
  private static func typed(_ node: Node<EditableText>) -> EventResponse { node.canBeEdited ? .handled : .ignored }

  func deletion(backwards: Bool, byWord: Bool) -> EditingState.Movement {
    if !byWord { return backwards ? .backward : .forward }
    if isSecure { return backwards ? .start : .end }
    return backwards ? .wordBackward : .wordForward
  }

  private static func moveToLineEdge(
    _ press: KeyPress, control: Bool, extending: Bool, node: Node<EditableText>
  ) -> EventResponse {
    let size = node.contentRect.size
    edit(node) { field in
      if control || !field.text.isMultiline {
        field.text.editing.move(press.key == .home ? .start : .end, extending: extending)
      } else {
        field.select(in: size) { shown, layout in
          guard let row = shown.row(in: layout) else { return }
          shown.moveCaret(to: press.key == .home ? row.start : row.end, extending: extending)
        }
      }
    }
    return .handled
  }

  private static func moveLines(_ lines: Int, extending: Bool, node: Node<EditableText>) -> EventResponse {
    guard node.isMultiline else { return .ignored }
    let value = node.value
    if !extending, value.editing.isCaretOnly, value.editing.caret == (lines < 0 ? 0 : value.editing.end) { return .ignored }
    let size = node.contentRect.size
    edit(node, keepsX: true) { field in
      let caret = field.caretRect(in: field.textLayout(width: size.width), width: size.width)
      let x = field.interaction.preferredX ?? caret.minX
      field.interaction.preferredX = x
      if let target = field.position(movingLines: lines, x: x, in: size) {
        field.text.editing.moveCaret(to: target, extending: extending)
      } else {
        // Up from the first line moves to the start, down from the last line to the end.
        field.interaction.preferredX = nil
        field.text.editing.moveCaret(to: lines < 0 ? 0 : field.text.editing.end, extending: extending)
      }
    }
    return .handled
  }

  private static func command(_ character: Character, extending: Bool, node: Node<EditableText>) -> EventResponse {
    switch character.lowercased() {
    case "a": perform(.selectAll, node)
    case "c": perform(.copy, node)
    case "x": perform(.cut, node)
    case "v": perform(.paste, node)
    case "z":
      guard node.canBeEdited else { return .handled }
      if extending ? node.redo() : node.undo() { node.send(change, node.value.string) }
    case "y":
      guard node.canBeEdited else { return .handled }
      if node.redo() { node.send(change, node.value.string) }
    default: return style(character, node) ? .handled : .ignored
    }
    return .handled
  }
}

extension EditableTextState.Interaction {
  /// Whether the caret blinks.
  fileprivate func blinks(_ text: EditableText) -> Bool { isFocused && isVisible && text.isEditable }
}
