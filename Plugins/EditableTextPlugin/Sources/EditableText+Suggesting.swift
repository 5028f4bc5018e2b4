internal import Tessera
internal import TesseraGeometry
internal import TesseraRender
internal import TextPlugin

// List of completions or corrections below the word of a field. Frame loop.

/// Shown list. A value.
struct SuggestionPanel: Sendable {
  var node: Node<SuggestionList>?
  var overlay: StageOverlay?
  /// Range that a chosen text replaces, UTF-8 bytes.
  var range = 0..<0
  /// Text of the field that the range belongs to.
  var string = ""
}

extension EditableText {
  /// Word before the caret: from the last white space on; nil without letters, and with a selection.
  var typedWord: Range<Int>? {
    guard editing.isCaretOnly else { return nil }
    let caret = string.utf8.index(string.startIndex, offsetBy: editing.caret)
    let head = string[..<caret]
    let start = head.lastIndex(where: \.isWhitespace).map(head.index(after:)) ?? head.startIndex
    guard start < caret else { return nil }
    return string.utf8.distance(from: string.startIndex, to: start)..<editing.caret
  }

  /// Returns the completions of the word before the caret, in the order of ``completions``.
  func completions(of word: Range<Int>) -> [String] {
    let (start, end) = (
      string.utf8.index(string.startIndex, offsetBy: word.lowerBound), string.utf8.index(string.startIndex, offsetBy: word.upperBound)
    )
    let prefix = string[start..<end].lowercased()
    return Array(
      completions.lazy.filter { $0.lowercased().hasPrefix(prefix) && !$0.utf8.elementsEqual(string[start..<end].utf8) }
        .prefix(SuggestionList.limit))
  }

  /// Shows the completions of the word before the caret, or hides the list. Called after the user typed.
  static func suggestCompletions(_ node: Node<EditableText>) {
    let value = node.value
    guard !value.completions.isEmpty, !value.isSecure, node.storage.interaction.isFocused, let word = value.typedWord else {
      hideSuggestions(node)
      return
    }
    suggest(value.completions(of: word), for: word, node)
  }

  /// Shows texts that replace a range, or hides the list if there are none.
  static func suggest(_ texts: [String], for range: Range<Int>, _ node: Node<EditableText>) {
    guard !texts.isEmpty else {
      hideSuggestions(node)
      return
    }
    let string = node.value.string
    var anchor = EditableText.caret(at: CaretPosition(range.lowerBound), of: node)
    // Below the frame of a single line.
    if !node.isMultiline { anchor = Rect(anchor.minX, 0, anchor.width, node.frame.height) }
    let shown = node.storage.suggestions.withLock { panel -> Node<SuggestionList>? in
      guard panel.overlay?.isPresented ?? false, let list = panel.node else { return nil }
      (panel.range, panel.string) = (range, string)
      panel.overlay?.anchor = anchor
      return list
    }
    if let shown {
      SuggestionList.highlight(nil, shown)
      shown.texts = texts
      return
    }
    var content = SuggestionList()
    content.texts = texts
    let list = Node(content)
    // The field keeps the focus.
    list.focusability = .never
    list.cornerRadii = CornerRadii(node.environmentValues.theme[.radius3])
    if node.environmentValues.textAntialiasing != .bilevel {
      list.shadow = Shadow(color: .theme(.shadow), offset: Point(0, 4), radius: 12)
    }
    let overlay = node.present(
      overlay: list, at: anchor, placement: OverlayPlacement([.below, .above], alignment: .start, spacing: 6, margin: 8),
      options: [.dismissesOnOutsideTouch, .hidesWithAnchor])
    guard overlay.isPresented else { return }
    node.storage.suggestions.withLock { $0 = SuggestionPanel(node: list, overlay: overlay, range: range, string: string) }
    overlay.onDismiss { [weak node, weak overlay] in
      node?.storage.suggestions.withLock { panel in if panel.overlay === overlay { panel = SuggestionPanel() } }
    }
    list.on(SuggestionList.choose) { [weak node] text in if let node { choose(text, node) } }
  }

  /// Hides the list.
  static func hideSuggestions(_ node: Node<EditableText>) {
    let overlay = node.storage.suggestions.withLock { panel in
      defer { panel = SuggestionPanel() }
      return panel.overlay
    }
    overlay?.dismiss()
  }

  /// Replaces the word by a chosen text, as one edit.
  private static func choose(_ text: String, _ node: Node<EditableText>) {
    let panel = node.storage.suggestions.withLock { $0 }
    hideSuggestions(node)
    guard node.canBeEdited, panel.string.utf8.elementsEqual(node.value.string.utf8) else { return }
    edit(node) { field in
      field.text.editing.select(panel.range)
      field.text.type(text)
    }
    hideSuggestions(node)
  }

  /// Handles a key while the list is shown: arrows choose, Enter and Tab take the chosen text, Escape hides the list. Returns whether it did.
  static func moveInSuggestions(_ press: KeyPress, _ node: Node<EditableText>) -> Bool {
    let panel = node.storage.suggestions.withLock { $0 }
    guard press.modifiers.isEmpty, let list = panel.node, panel.overlay?.isPresented ?? false else { return false }
    switch press.key {
    case .up: _ = SuggestionList.move(-1, list)
    case .down: _ = SuggestionList.move(1, list)
    case .enter, .tab:
      // Tab takes the first text if none is chosen; Enter then belongs to the field.
      let row = list.storage.highlighted.withLock { $0 } ?? (press.key == .tab ? 0 : nil)
      guard let row, list.texts.indices.contains(row) else { return false }
      choose(list.texts[row], node)
    case .escape: hideSuggestions(node)
    default: return false
    }
    return true
  }
}
