internal import Tessera
internal import TesseraGeometry
internal import TesseraRender
internal import TextPlugin

// What is shown above a field while a finger selects: handles, glass, menu. Frame loop.

extension EditableText {
  /// The carets that have handles, in the node's box: those at the ends of what is selected, or the caret; without those that are scrolled out of the box.
  static func handles(of node: Node<EditableText>) -> [Rect] {
    let (value, interaction) = (node.value, node.storage.interaction)
    let hold = interaction.hold
    guard hold.showsHandles, interaction.isFocused, hold.editing == value.editing, !value.string.isEmpty else { return [] }
    let ends = value.editing.isCaretOnly ? [value.editing.caretPosition] : selectionEnds(of: value)
    guard value.isEditable || ends.count == 2 else { return [] }
    return ends.map { caret(at: $0, of: node) }
  }

  /// The start and the end of what is selected, at the letters that are.
  private static func selectionEnds(of value: EditableText) -> [CaretPosition] {
    [
      CaretPosition(value.selection.lowerBound),
      CaretPosition(value.selection.upperBound, value.editing.isCaretOnly ? .downstream : .upstream),
    ]
  }

  /// A caret in the node's box, logical units.
  private static func caret(at position: CaretPosition, of node: Node<EditableText>) -> Rect {
    let box = node.contentRect
    let field = EditingField(node)
    let layout = field.textLayout(width: box.width)
    let scroll = field.scroll(in: box.size)
    let place = Point(box.minX - scroll.x, box.minY - scroll.y + field.top(of: layout, in: box.size))
    return field.caretRect(at: position, in: layout, width: box.width).offset(by: place)
  }

  /// Shows handles and glass where the text is now; takes all away that belongs to another text.
  static func followSelection(_ node: Node<EditableText>) {
    let controls = node.storage.controls
    let (hold, editing) = (node.storage.interaction.hold, node.value.editing)
    if controls.isEmpty, !hold.showsHandles { return }
    var look = SelectionControls.Look()
    let box = node.contentRect.inset(by: -1)
    let carets = handles(of: node)
    // Of two that are scrolled out of sight the one that is held stays with the finger.
    look.handles = carets.filter { box.contains(Point($0.midX, $0.midY)) }
    let color = node.value.selectionColor
    look.color = color.opacity(1 / max(color.alpha, 1e-3))
    if hold.showsLoupe, hold.editing == editing { look.loupe = caret(at: editing.caretPosition, of: node) }
    if hold.editing != editing { controls.hideMenu() }
    controls.show(look, on: node)
  }

  /// The right button of a mouse: the menu is shown there. What is selected stays where the pointer is on it; else the caret goes there.
  static func openMenu(at location: Point, _ node: Node<EditableText>) -> EventResponse {
    let box = node.contentRect
    node.becomeFocused()
    _ = node.storage.controls.takeClosed()
    edit(node) { field in
      let place = field.position(at: location - box.origin, in: box.size)
      if !field.text.editing.selection.contains(place.offset) { field.text.editing.moveCaret(to: place) }
      // A mouse needs no handles; the menu belongs to what is selected now.
      field.interaction.hold = .init()
      field.interaction.hold.editing = field.text.editing
    }
    followSelection(node)
    showMenu(node, at: location)
    return .handled
  }

  /// Shows the menu above what is selected, or above the caret.
  /// - Parameter place: a point of the node's box to show it at in place of that, logical units.
  static func showMenu(_ node: Node<EditableText>, at place: Point? = nil) {
    let value = node.value
    let commands = EditCommand.applicable(
      to: value.selection, of: value.editing.end, isEditable: value.isEditable, isSecure: value.isSecure,
      canPaste: !Clipboard.shared.string.isEmpty)
    let carets = selectionEnds(of: value).map { caret(at: $0, of: node) }
    let ends = carets[0].union(carets[1])
    let box = node.contentRect
    // Of several lines all may be selected; what is scrolled out of the box is not pointed at.
    let isWrapped = ends.height > carets[0].height * 1.5
    let area = isWrapped ? Rect(box.minX, ends.minY, box.width, ends.height) : ends
    let left = min(max(area.minX, box.minX), box.maxX)
    let top = min(max(area.minY, box.minY), box.maxY)
    let shown = Rect(left: left, top: top, right: max(left, min(area.maxX, box.maxX)), bottom: max(top, min(area.maxY, box.maxY)))
    let seen = place.map { Rect($0.x, $0.y, 0, 0) } ?? shown
    node.storage.controls.showMenu(commands, titles: value.menuTitles, at: seen, on: node) { [weak node] command in
      guard let node else { return }
      perform(command, node)
      if command == .selectAll {
        node.updateKeeping { value, state in
          state.interaction.hold.showsHandles = true
          state.interaction.hold.editing = value.editing
        }
        followSelection(node)
        showMenu(node)
      }
    }
  }

  /// Does what a command of the menu, or a key, says. What is secure is neither cut nor copied.
  static func perform(_ command: EditCommand, _ node: Node<EditableText>) {
    let value = node.value
    switch command {
    case .selectAll: edit(node) { $0.text.editing.selectAll() }
    case .copy, .cut:
      guard !value.isSecure, !value.editing.isCaretOnly else { return }
      Clipboard.shared.string = value.editing.selectedText
      if command == .cut, value.isEditable { edit(node) { $0.text.editing.delete(.backward) } }
    case .paste:
      let pasted = Clipboard.shared.string
      guard value.isEditable, !pasted.isEmpty else { return }
      edit(node) { $0.text.editing.insert(pasted) }
    }
  }
}
