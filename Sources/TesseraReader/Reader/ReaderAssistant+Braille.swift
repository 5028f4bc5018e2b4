public import Tessera

// The braille display of a reader.

extension ReaderAssistant {
  /// State of the stage from which a line is made.
  struct LineSource: Hashable {
    let generation: UInt64
    let cursor: SemanticsID?
    let hasFocus: Bool
    let text: TextInputState?

    static func == (a: Self, b: Self) -> Bool {
      (a.generation, a.cursor, a.hasFocus) == (b.generation, b.cursor, b.hasFocus) && a.text == b.text
    }
    func hash(into hasher: inout Hasher) { hasher.combine(generation) }
  }

  func connectBraille() {
    guard let braille else { return }
    braille.onKey = { [weak self] key in
      guard let self, let stage = self.stage else { return }
      self.press(key, in: stage)
    }
    braille.onResize = { [weak self] in
      guard let self, let stage = self.stage else { return }
      guard braille.columns > 0 else { return self.shown = nil }
      self.line.columns = braille.columns
      self.refreshBraille(in: stage)
    }
    braille.onProblem = { [weak self] reason in
      guard let self, let stage = self.stage else { return }
      self.onEvent?(.problem(reason), stage.now)
    }
  }

  /// Takes a key of the braille display.
  public func press(_ key: BrailleKey, in stage: Stage) {
    self.stage = stage
    for action in line.press(key) {
      switch action {
      case .perform(let command): perform(command, in: stage)
      case .moveCaret(let offset):
        let tree = stage.semanticsTree
        if let focus = tree.focus { stage.edit(.select(offset..<offset), of: focus) }
      case .type(let press): type(press, in: stage)
      }
    }
    updateLine(stage.semanticsTree, in: stage)
  }

  /// Sends a key of the braille keyboard to the stage, as a keyboard would.
  private func type(_ press: KeyPress, in stage: Stage) {
    stage.send(.key(press))
    if press.modifiers.isDisjoint(with: [.control, .alt, .meta]) {
      switch press.key {
      case .character(let character): stage.send(.text(String(character)))
      case .space: stage.send(.text(" "))
      default: break
      }
    }
    var release = press
    release.isDown = false
    stage.send(.key(release))
  }

  /// Makes the line of the element at the cursor again if it has changed.
  func updateLine(_ tree: SemanticsTree, in stage: Stage) {
    guard braille != nil else { return }
    let cursor = reader.cursor
    let hasFocus = cursor != nil && tree.focus == cursor
    let source = LineSource(
      generation: tree.generation, cursor: cursor, hasFocus: hasFocus, text: hasFocus ? stage.focusedText : nil)
    if source != lineSource {
      lineSource = source
      let element = cursor.flatMap { tree[$0] }
      let words = BrailleText(language: element?.semantics.language ?? reader.settings.language)
      line.show(element.map { words.line(for: $0, text: source.text) } ?? BrailleLine(), of: cursor)
    }
    refreshBraille(in: stage)
  }

  /// Shows the current content.
  func refreshBraille(in stage: Stage) {
    guard let braille else { return }
    let frame = line.frame
    // Without a display, a new content tries the connection again.
    if frame == shown, braille.columns > 0 { return }
    let isNew = frame != shown
    shown = frame
    if isNew || braille.columns > 0 { braille.show(frame, in: stage) }
    if isNew, braille.columns > 0 { onEvent?(.shows(frame), stage.now) }
  }
}
