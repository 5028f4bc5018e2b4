internal import ControlsPlugin
internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout

/// Menu of suggestions below a search field. A value.
struct SearchSuggestions: Sendable {
  var node: Node<OptionMenu>?
  var overlay: StageOverlay?
  /// Whether the field has the focus.
  var isFocused = false
  /// Whether the user has closed the menu. Typing opens it again.
  var isClosed = false
}

extension SearchField {
  /// Largest number of suggestions.
  private static let limit = 20

  /// Shows the suggestions of the value while the field has the focus, or hides them. Frame loop.
  static func showSuggestions(_ node: Node<SearchField>) {
    let (value, known) = (node.value, node.storage.menu.withLock { $0 })
    let isWanted = known.isFocused && !known.isClosed && value.isEnabled
    // The words that are already in the field are no help.
    let words = isWanted ? value.suggestions.prefix(limit).filter { $0 != node.storage.field.string } : []
    guard !words.isEmpty else {
      hide(node)
      return
    }
    let options = words.map { ControlOption($0) }
    if let menu = known.node, known.overlay?.isPresented ?? false {
      guard menu.options != options else { return }
      menu.storage.state.withLock { $0.highlighted = nil }
      menu.options = options
      return
    }
    open(options, node)
  }

  private static func open(_ options: [ControlOption], _ node: Node<SearchField>) {
    var content = OptionMenu()
    (content.options, content.spokenLabel) = (options, node.value.spokenLabel)
    let menu = Node(content)
    // The field keeps the focus.
    menu.focusability = .never
    menu.style.width = .points(max(120, node.frame.width))
    menu.style.minHeight = .points(0)
    let overlay = node.present(
      overlay: menu, placement: OverlayPlacement([.below, .above], alignment: .start, spacing: 4, margin: 8),
      options: [.dismissesOnOutsideTouch, .dismissesWhenAnchorMoves])
    guard overlay.isPresented else { return }
    node.storage.menu.withLock { ($0.node, $0.overlay) = (menu, overlay) }
    overlay.onDismiss { [weak node, weak overlay] in
      node?.storage.menu.withLock { state in
        // The user dismissed it: Escape, or a touch elsewhere.
        if state.overlay != nil, state.overlay === overlay { (state.node, state.overlay, state.isClosed) = (nil, nil, true) }
      }
    }
    menu.on(OptionMenu.choose) { [weak node] words in if let node { choose(words, node) } }
  }

  private static func hide(_ node: Node<SearchField>) {
    let overlay = node.storage.menu.withLock { state in
      defer { (state.node, state.overlay) = (nil, nil) }
      return state.overlay
    }
    overlay?.dismiss()
  }

  static func closeSuggestions(_ node: Node<SearchField>) {
    node.storage.menu.withLock { $0.isClosed = true }
    hide(node)
  }

  /// Searches for a suggestion: it replaces the words, and `change` and `submit` are sent.
  static func choose(_ words: String, _ node: Node<SearchField>) {
    closeSuggestions(node)
    node.storage.field.string = words
    updateClearButton(node)
    flush(node)
    node.send(submit, words)
  }

  /// Returns the suggestion that keys have chosen; nil without one.
  static func highlightedSuggestion(_ node: Node<SearchField>) -> String? {
    guard let menu = node.storage.menu.withLock({ $0.node }), let row = menu.storage.state.withLock({ $0.highlighted }),
      menu.options.indices.contains(row)
    else { return nil }
    return menu.options[row].value
  }

  /// Handles a key while suggestions are shown. Returns whether it did.
  static func moveInSuggestions(_ press: KeyPress, _ node: Node<SearchField>) -> Bool {
    guard let menu = node.storage.menu.withLock({ $0.node }) else { return false }
    switch press.key {
    case .up, .down: return OptionMenu.handle(.key(press), node: menu) == .handled
    case .escape:
      closeSuggestions(node)
      return true
    default: return false
    }
  }
}
