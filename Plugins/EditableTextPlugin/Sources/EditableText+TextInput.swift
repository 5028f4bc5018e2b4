public import Tessera
public import TesseraGeometry
internal import TesseraRender
internal import TextPlugin

// Input methods: the text that they read and change. Frame loop.

extension EditableText: TextInputType {
  /// Returns the text around the selection; nil for a field that the user cannot change. Secure text is not disclosed.
  public static func textInput(of node: Node<EditableText>) -> TextInputState? {
    let value = node.value
    guard value.isEditable, node.environmentValues.isEnabled else { return nil }
    var state = TextInputState(
      purpose: value.isSecure && value.purpose == .text ? .password : value.purpose, action: value.isMultiline ? nil : value.enterAction)
    state.isSecret = value.isSecure
    state.set(value.string, selection: value.selection)
    state.preedit = EditingField(node).preedit?.range
    return state
  }

  /// Returns the rectangles of a range, one per line, or of the caret.
  public static func textInputRects(of range: Range<Int>, in node: Node<EditableText>) -> [Rect] {
    let editing = node.value.editing
    let (low, high) = (editing.boundary(at: range.lowerBound), editing.boundary(at: range.upperBound))
    guard low < high else { return [caret(at: low == editing.caret ? editing.caretPosition : CaretPosition(low), of: node)] }
    let (box, field) = (node.contentRect, EditingField(node))
    let layout = field.textLayout(width: box.width)
    let scroll = field.scroll(in: box.size)
    let origin = Point(box.minX - scroll.x, box.minY - scroll.y + field.top(of: layout, in: box.size))
    let shown = Rect(scroll.x, scroll.y, box.width, box.height)
    return layout.selectionRects(field.shownOffset(low)..<field.shownOffset(high), in: shown).map { $0.offset(by: origin) }
  }

  /// Changes the text as keys would: `change` is sent, and the edit can be undone. Uncommitted text is undone as one edit.
  public static func performTextInput(_ edit: TextInputEdit, in node: Node<EditableText>) -> Bool {
    guard node.isEditable else { return false }
    endTouching(node)
    switch edit {
    case .insert(let text):
      // Replaced and committed text is one edit of the history.
      if EditingField(node).preedit != nil {
        compose(TextPreedit(text), node)
        self.edit(node) { _ in }
      } else {
        self.edit(node) { $0.text.type(text) }
      }
      suggestCompletions(node)
    case .delete(let part):
      self.edit(node) { field in
        let byWord = part == .wordBackward || part == .wordForward
        field.text.editing.delete(field.text.deletion(backwards: part == .backward || part == .wordBackward, byWord: byWord))
      }
    case .replace(let range, let text):
      self.edit(node) { field in
        field.text.editing.select(range)
        if text.isEmpty {
          if !field.text.editing.isCaretOnly { field.text.editing.delete(.backward) }
        } else {
          field.text.type(text)
        }
      }
    case .select(let range): self.edit(node) { $0.text.editing.select(range) }
    case .compose(let text): compose(text, node)
    case .commit: self.edit(node) { _ in }
    case .enter: return enter(node)
    }
    return true
  }

  /// Shows uncommitted text. The undo history gets it when it is committed.
  private static func compose(_ text: TextPreedit, _ node: Node<EditableText>) {
    let isOther = node.edit { field, history in
      let before = field.text.string
      let former = field.preedit
      field.compose(text)
      // The selection that discarded text had replaced can be brought back.
      if text.text.isEmpty, let former { history.record(former.base, field.text.editing) }
      return !before.utf8.elementsEqual(field.text.string.utf8)
    }
    trackSelection(node)
    if isOther { node.send(change, node.value.string) }
  }
}
