internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

// Controls shown above a text during selection by touch: handles, magnifier, menu. Frame loop.

extension Text {
  /// Moves handles and magnifier to the ends of the selection, and hides the menu of an earlier selection.
  static func trackSelection(_ node: Node<Text>) {
    let (kept, known) = (node.storage.interaction, node.storage.controls)
    let memory = kept?.selecting
    guard known != nil || memory?.showsHandles == true else { return }
    let controls = known ?? node.storage.makeControls()
    let value = node.oriented
    let box = node.contentRect
    let (layout, origin) = value.lines(in: box.size, scale: 1, node.storage)
    var look = SelectionControls.Look()
    look.handles = value.handles(in: layout, kept).map { $0.offset(by: origin + box.origin) }
    look.setColor(ofSelection: value.selectionColor)
    if let memory, memory.showsLoupe, memory.belongs(to: value) {
      look.loupe = layout.caret(at: value.selected.caret, affinity: value.selected.affinity).offset(by: origin + box.origin)
    }
    if look.handles.isEmpty, !(memory?.hasMenu == true && memory?.belongs(to: value) == true) { controls.hideMenu() }
    controls.show(look, on: node)
  }

  /// Shows the menu above the selection.
  /// - Parameter place: Point of the node's box at which to show the menu instead, logical units.
  static func showMenu(_ node: Node<Text>, at place: Point? = nil) {
    let value = node.oriented
    let commands = EditCommand.applicable(to: value.selection, of: value.string.utf8.count, isEditable: false)
    let box = node.contentRect
    let (layout, origin) = value.lines(in: box.size, scale: 1, node.storage)
    guard value.isSelectable, let area = layout.frame(of: value.selection.clamped(to: layout.visibleRange)) else { return }
    let shown = place.map { Rect($0.x, $0.y, 0, 0) } ?? area.offset(by: origin + box.origin)
    node.storage.makeControls().showMenu(commands, titles: value.menuTitles, at: shown, on: node) {
      [weak node] command in
      guard let node else { return }
      perform(command, node)
      if command == .selectAll { showMenu(node) }
    }
  }

  /// Performs a command of the menu or of a key.
  static func perform(_ command: EditCommand, _ node: Node<Text>) {
    switch command {
    case .copy:
      let text = node.selectedText
      if !text.isEmpty { Clipboard.shared.string = text }
    case .selectAll:
      change(node) { value, state in
        value.select { $0.selectAll() }
        state.selecting.showsHandles = true
      }
    case .cut, .paste: break
    }
  }
}

extension Node where Value == Text {
  /// Returns whether a point of the content box is on a selection with handles.
  func isHandled(at point: Point) -> Bool {
    let value = oriented
    let (layout, origin) = value.lines(in: contentRect.size, scale: 1, storage)
    guard !value.handles(in: layout, storage.interaction).isEmpty else { return false }
    return layout.selectionRects(value.selection).contains { $0.offset(by: origin).contains(point) }
  }
}
