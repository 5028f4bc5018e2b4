internal import Tessera
internal import TesseraGeometry
internal import TesseraRender
internal import TextPlugin

// Controls shown above a field during selection by touch: handles, magnifier, menu. Frame loop.

extension EditableText {
  /// Returns the carets that have handles, in the node's box: at the ends of the selection, or the caret itself.
  static func handles(of node: Node<EditableText>) -> [Rect] {
    let (value, interaction) = (node.value, node.storage.interaction)
    let hold = interaction.hold
    guard hold.showsHandles, interaction.isFocused, hold.editing == value.editing, !value.string.isEmpty else { return [] }
    let ends = value.editing.isCaretOnly ? [value.editing.caretPosition] : selectionEnds(of: value)
    guard value.isEditable || ends.count == 2 else { return [] }
    return ends.map { caret(at: $0, of: node) }
  }

  /// Returns the start and the end of the selection, each on the side of the selected letters.
  private static func selectionEnds(of value: EditableText) -> [CaretPosition] {
    [
      CaretPosition(value.selection.lowerBound),
      CaretPosition(value.selection.upperBound, value.editing.isCaretOnly ? .downstream : .upstream),
    ]
  }

  /// Returns a caret in the node's box, logical units.
  static func caret(at position: CaretPosition, of node: Node<EditableText>) -> Rect {
    let box = node.contentRect
    let field = EditingField(node)
    let layout = field.textLayout(width: box.width)
    let scroll = field.scroll(in: box.size)
    let place = Point(box.minX - scroll.x, box.minY - scroll.y + field.top(of: layout, in: box.size))
    return field.caretRect(at: position, in: layout, width: box.width).offset(by: place)
  }

  /// Moves handles and magnifier with the text; hides the controls of another text.
  static func trackSelection(_ node: Node<EditableText>) {
    let controls = node.storage.controls
    let (hold, editing) = (node.storage.interaction.hold, node.value.editing)
    if controls.isEmpty, !hold.showsHandles { return }
    var look = SelectionControls.Look()
    let box = node.contentRect.inset(by: -1)
    let carets = handles(of: node)
    // Hide handles that are scrolled out of the box. A held one stays with the finger, even if both are out.
    look.handles = carets.filter { box.contains(Point($0.midX, $0.midY)) }
    look.setColor(ofSelection: node.value.selectionColor)
    if hold.showsLoupe, hold.editing == editing { look.loupe = caret(at: editing.caretPosition, of: node) }
    if hold.editing != editing { controls.hideMenu() }
    controls.show(look, on: node)
  }

  /// Opens the menu at a right click of a mouse. A selection under the pointer is kept; otherwise the caret is placed there.
  static func openMenu(at location: Point, _ node: Node<EditableText>) -> EventResponse {
    let box = node.contentRect
    node.becomeFocused()
    _ = node.storage.controls.consumeClosed()
    edit(node) { field in
      let place = field.position(at: location - box.origin, in: box.size)
      if !field.text.editing.selection.contains(place.offset) { field.text.editing.moveCaret(to: place) }
      // A mouse needs no handles. The menu belongs to the current selection.
      field.interaction.hold = .init()
      field.interaction.hold.editing = field.text.editing
    }
    trackSelection(node)
    showMenu(node, at: location)
    return .handled
  }

  /// Shows the menu above the selection or the caret.
  /// - Parameter place: Point of the node's box at which to show the menu instead, logical units.
  static func showMenu(_ node: Node<EditableText>, at place: Point? = nil) {
    let value = node.value
    let commands = EditCommand.applicable(
      to: value.selection, of: value.editing.end, isEditable: value.isEditable, isSecure: value.isSecure,
      canPaste: !Clipboard.shared.string.isEmpty)
    let carets = selectionEnds(of: value).map { caret(at: $0, of: node) }
    let ends = carets[0].union(carets[1])
    let box = node.contentRect
    // A selection of several lines may extend beyond the box: the menu is placed at its visible part.
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
        trackSelection(node)
        showMenu(node)
      }
    }
  }

  /// Performs a command of the menu or of a key. Secure text is neither cut nor copied.
  static func perform(_ command: EditCommand, _ node: Node<EditableText>) {
    let value = node.value
    switch command {
    case .selectAll: edit(node) { $0.text.editing.selectAll() }
    case .copy, .cut:
      guard !value.isSecure, !value.editing.isCaretOnly else { return }
      Clipboard.shared.string = value.editing.selectedText
      if command == .cut, node.canBeEdited { edit(node) { $0.text.editing.delete(.backward) } }
    case .paste:
      let pasted = Clipboard.shared.string
      guard node.canBeEdited, !pasted.isEmpty else { return }
      edit(node) { $0.text.type(pasted) }
    }
  }
}
