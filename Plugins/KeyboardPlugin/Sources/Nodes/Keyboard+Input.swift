internal import Tessera
internal import TesseraGeometry

// The focused field: its purpose, its text, its suggestions. Frame loop.

extension Keyboard {
  /// Connects the keyboard to the focused field; nil if no field has the focus.
  static func attach(_ session: TextInputSession?, to node: Node<Keyboard>) {
    node.storage.input.withLock {
      ($0.session, $0.usesDevice, $0.shown) = (session, false, nil)
      if $0.screen != nil, let session { $0.screen = session.screen }
    }
    useLayouts(node)
    updateInput(node)
  }

  /// Follows the text of the focused field.
  static func updateInput(_ node: Node<Keyboard>) {
    let (session, shown, suggest) = node.storage.input.withLock { ($0.session, $0.shown, $0.suggest) }
    let text = session?.state ?? TextInputState(purpose: node.value.purpose ?? .text)
    let value = node.value
    let purpose = value.purpose ?? text.purpose
    if shown?.purpose != purpose || shown?.action != text.action || shown?.isSecret != text.isSecret { begin(text, purpose, node) }
    node.storage.input.withLock {
      $0.shown = text
      $0.shown?.purpose = purpose
    }
    // The user or the program ended the pre-edit, for example by a touch elsewhere in the field.
    let isElsewhere = session != nil && text.preedit == nil
    node.storage.state.withLock { state in
      if isElsewhere, state.isComposing, !node.storage.input.withLock({ $0.isComposing }) { state.cancelComposition() }
    }
    let isProse = purpose.isProse && !text.isSecret
    let hasStrip = isProse && (suggest != nil || !value.words.isEmpty)
    let words = hasStrip ? (suggest?(text) ?? matches(text, in: value.words)) : []
    node.storage.state.withLock { state in
      if state.query == nil { state.setSuggestions(Array(words.prefix(KeyboardState.stripPlaces)), isShown: hasStrip) }
      guard state.dead == nil, state.query == nil else { return }
      state.setCapital(isProse && value.capitalizes && session != nil && startsSentence(text.textBefore))
    }
    show(node)
  }

  private static func begin(_ text: TextInputState, _ purpose: TextInputPurpose, _ node: Node<Keyboard>) {
    let page: BoardPage =
      switch purpose {
      case .number, .oneTimeCode: .number
      case .decimal: .decimal
      case .phone: .phone
      default: .letters
      }
    let enter: BoardKind.Enter =
      switch text.action {
      case .done: .done
      case .next: .next
      case .search: .search
      case .send: .send
      case .go: .go
      case nil: .newLine
      }
    node.storage.state.withLock { $0.begin(page: page, address: purpose == .email ? .email : purpose == .url ? .url : .none, enter: enter) }
  }

  /// Uses the layouts of the value or the locale, and the rows that fit the width.
  static func useLayouts(_ node: Node<Keyboard>) {
    let (names, environment, value) = (node.value.languages, node.environmentValues, node.value)
    let locale = environment.locale
    let layouts = names.filter { $0 != emojiName }.compactMap { try? KeyboardLayout.find($0) }
    let local = KeyboardLayout.standard(locale.isEmpty ? "en-US" : locale) ?? KeyboardLayout.standard("en-US")
    let used = layouts.isEmpty ? [local].compactMap { $0 } : layouts
    let (hides, width) = node.storage.input.withLock { ($0.screen != nil, $0.screen?.width ?? node.frame.width) }
    node.storage.state.withLock { state in
      state.use(used)
      state.configure {
        $0.hasEmoji = names.contains(emojiName)
        $0.hides = hides
        $0.hasDigits = width >= 800
      }
    }
    let problem = used.lazy.compactMap(\.engine).compactMap(ComposingEngines.problem).first
    if let problem, let field = node.storage.input.withLock({ $0.consumeReport() }) { field.report(.data, problem) }
    // A keyboard in a screen shows the page of its purpose before a field has the focus.
    if node.storage.input.withLock({ $0.shown?.purpose }) != value.purpose || value.purpose == nil { updateInput(node) }
  }

  /// Returns whether a text ends a sentence or a line, so that a capital follows.
  static func startsSentence(_ text: Substring) -> Bool {
    guard let last = text.last else { return true }
    if last.isNewline { return true }
    guard last == " ", let end = text.dropLast().last(where: { $0 != " " }) else { return false }
    return end == "." || end == "!" || end == "?" || end == "…"
  }

  /// Returns words that begin with the letters before the caret.
  private static func matches(_ text: TextInputState, in words: [String]) -> [String] {
    let letters = currentWord(text).lowercased()
    guard !letters.isEmpty else { return [] }
    return Array(words.lazy.filter { $0.lowercased().hasPrefix(letters) && $0.lowercased() != letters }.prefix(KeyboardState.stripPlaces))
  }

  private static func currentWord(_ text: TextInputState) -> Substring {
    let before = text.textBefore
    return before[(before.lastIndex { !$0.isLetter && $0 != "'" && $0 != "-" }.map(before.index(after:)) ?? before.startIndex)...]
  }

  // MARK: effects

  /// Carries out the effect of a key.
  static func perform(_ output: KeyboardOutput, _ node: Node<Keyboard>) {
    if output == .hide { return node.send(close, ()) }
    guard let session = node.storage.input.withLock({ $0.session }), session.isActive else { return }
    switch output {
    case .insert(let text): session.perform(.insert(text))
    case .composition(let final, let preedit):
      // The field follows each edit; between the two it has no pre-edit, which must not cancel the composition.
      node.storage.input.withLock { $0.isComposing = true }
      defer { node.storage.input.withLock { $0.isComposing = false } }
      if !final.isEmpty { session.perform(.insert(final)) }
      if final.isEmpty || !preedit.isEmpty { session.perform(.compose(TextPreedit(preedit))) }
    case .compose(let sign): session.perform(.compose(TextPreedit(sign)))
    case .delete(let byWord): session.perform(.delete(byWord ? .wordBackward : .backward))
    case .enter:
      let action = session.state?.action
      session.perform(.enter)
      if let action, action != .next { node.send(close, ()) }
    case .moveCaret(let steps): moveCaret(by: steps, session)
    case .suggestion(let number): insertSuggestion(number, session, node)
    case .hide: break
    }
  }

  private static func moveCaret(by steps: Int, _ session: TextInputSession) {
    guard let text = session.state else { return }
    let at = steps < 0 ? text.selection.lowerBound : text.selection.upperBound
    // The letters of a secret are not known: each counts as one byte.
    let distance =
      text.isSecret
      ? abs(steps) : steps < 0 ? text.textBefore.suffix(-steps).utf8.count : text.textAfter.prefix(steps).utf8.count
    let place = max(0, min(text.length, steps < 0 ? at - distance : at + distance))
    session.perform(.select(place..<place))
  }

  private static func insertSuggestion(_ number: Int, _ session: TextInputSession, _ node: Node<Keyboard>) {
    let words = node.storage.state.withLock { $0.suggestions }
    guard words.indices.contains(number), let text = session.state else { return }
    let end = text.selection.lowerBound
    session.perform(.replace(end - currentWord(text).utf8.count..<text.selection.upperBound, with: words[number] + " "))
  }

  // MARK: keys of the device

  /// Handles keys and text of a device before the field. `open` shows the keyboard.
  static func handle(_ event: Event, in session: TextInputSession, _ node: Node<Keyboard>, open: () -> Void) -> EventResponse {
    let hasRing = node.storage.state.withLock { $0.ring != nil }
    switch event {
    case .key(let press):
      if !hasRing, composes(press, node) { return .handled }
      guard hasRing else {
        // Enter opens the keyboard of an encoder or a remote control. Whoever types on a device needs none.
        guard press.key == .enter, press.isDown, !press.isRepeat, press.modifiers.isEmpty,
          node.storage.input.withLock({ !$0.usesDevice })
        else { return .ignored }
        open()
        node.storage.state.withLock { $0.showRing() }
        show(node)
        return .handled
      }
      if press.isDown, press.key == .escape {
        node.storage.state.withLock { $0.hideRing() }
        show(node)
        node.send(close, ())
        return .handled
      }
      return press.modifiers.isEmpty ? moveRing(press, node) : .ignored
    case .text(let text):
      // The space key also sends its text.
      if hasRing, text == " " { return .handled }
      node.storage.input.withLock { $0.usesDevice = true }
      if composes(text, node) { return .handled }
      if hasRing {
        node.storage.state.withLock { $0.hideRing() }
        show(node)
      }
      return .ignored
    case .composition(let signs):
      // A dead key ends the syllable before it.
      if !signs.isEmpty, let output = node.storage.state.withLock({ $0.finishComposition() }) { perform(output, node) }
      return .ignored
    default: return .ignored
    }
  }

  private static func moveRing(_ press: KeyPress, _ node: Node<Keyboard>) -> EventResponse {
    var isUsed = false
    step(node, at: 0) { state in
      guard let step = state.key(press, at: 0) else { return KeyboardState.Step() }
      isUsed = true
      return step
    }
    return isUsed ? .handled : .ignored
  }
}
