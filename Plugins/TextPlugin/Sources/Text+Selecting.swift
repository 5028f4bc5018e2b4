public import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Selection of a text.
struct TextSelection: Sendable, Equatable {
  /// Start of the selection, and its moving end, in UTF-8 bytes.
  var anchor = 0
  var caret = 0
  var affinity = TextAffinity.downstream

  init() {}

  init(anchor: Int, caret: Int) { (self.anchor, self.caret) = (anchor, caret) }

  init(_ state: EditingState) { (anchor, caret, affinity) = (state.anchor, state.caret, state.affinity) }

  var range: Range<Int> { min(anchor, caret)..<max(anchor, caret) }
}

extension Text {
  /// Maximum time between two touches that count as a double touch, seconds.
  private static let doubleTouchInterval = 0.4
  /// Distance at which a touch starts to select, logical units.
  private static let dragThreshold = 6.0
  /// Selected UTF-8 bytes, on grapheme boundaries; empty without a selection.
  ///
  /// Setting extends it to boundaries and does not require `isSelectable`. Setting another string clears it.
  public var selection: Range<Int> {
    get { selected.range }
    set {
      var state = EditingState(string)
      state.select(newValue)
      selected = TextSelection(state)
    }
  }

  /// Selected text, without the placeholder characters of nodes and pictures.
  public var selectedText: String {
    let bytes = string.utf8
    guard !selection.isEmpty, selection.upperBound <= bytes.count else { return "" }
    let from = bytes.index(bytes.startIndex, offsetBy: selection.lowerBound)
    let text = string[from..<bytes.index(from, offsetBy: selection.count)]
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FFFC}" }))
  }

  /// Runs `change` on an editing state with the string and the selection.
  mutating func select(_ change: (inout EditingState) -> Void) {
    var state = EditingState(string)
    state.moveCaret(to: selected.anchor)
    state.moveCaret(to: CaretPosition(selected.caret, selected.affinity), extending: true)
    change(&state)
    selected = TextSelection(state)
  }

  /// Selects from `word`, the first selected word, to the word at `place`.
  private mutating func extend(_ word: Range<Int>, byWordTo place: CaretPosition) {
    var there = EditingState(string)
    there.selectWord(at: place)
    let other = there.selection
    let range = min(word.lowerBound, other.lowerBound)..<max(word.upperBound, other.upperBound)
    select(range, movesLower: other.lowerBound < word.lowerBound)
  }

  private mutating func select(_ range: Range<Int>, movesLower: Bool) {
    let (lower, upper) = (range.lowerBound, range.upperBound)
    selected = movesLower ? TextSelection(anchor: upper, caret: lower) : TextSelection(anchor: lower, caret: upper)
  }

  /// Selects the word at `place` and returns it.
  ///
  /// - Parameter skipsSpaces: Whether a word next to white space is selected instead of the white space.
  private mutating func selectWord(at place: CaretPosition, skipsSpaces: Bool = false) -> Range<Int> {
    select { $0.selectWord(at: place) }
    let gap = selection
    func isGap(_ text: Text) -> Bool { text.selectedText.allSatisfy(\.isWhitespace) }
    let bytes = string.utf8
    let startsLine = gap.lowerBound == 0 || [0x0A, 0x0D].contains(bytes[bytes.index(bytes.startIndex, offsetBy: gap.lowerBound - 1)])
    if skipsSpaces, !gap.isEmpty, !startsLine, isGap(self) { select { $0.selectWord(at: gap.lowerBound - 1) } }
    if skipsSpaces, gap.upperBound < string.utf8.count, isGap(self) { select { $0.selectWord(at: gap.upperBound) } }
    return selection
  }

  // MARK: geometry

  /// Returns the lines and the origin of their box in a content box of `size`.
  func lines(in size: Size, scale: Double, _ cache: TextLayoutCache) -> (layout: TextLayout, origin: Point) {
    let layout = lines(width: size.width, height: size.height, scale: scale, cache)
    return (layout, Point(0, shift(of: layout, in: size.height)))
  }

  /// Returns the position nearest to a point of the content box.
  private func position(at p: Point, in size: Size, scale: Double, _ cache: TextLayoutCache) -> CaretPosition {
    guard p.isFinite else { return CaretPosition(0) }
    let (layout, origin) = lines(in: size, scale: scale, cache)
    return layout.position(at: p - origin)
  }

  /// Returns the carets of selection handles, relative to the lines' box; empty if no handles are shown.
  func handles(in layout: TextLayout, _ kept: TextInteraction?) -> [Rect] {
    guard isSelectable, !selection.isEmpty, let memory = kept?.selecting, memory.showsHandles, memory.belongs(to: self) else {
      return []
    }
    return [layout.caret(at: selection.lowerBound), layout.caret(at: selection.upperBound, affinity: .upstream)]
  }
}

// MARK: gestures

extension Text: GestureRecognizingType {
  /// A long press selects a word if the text is selectable; the ends of the selection can be dragged.
  public static var recognizers: [GestureRecognizer] {
    [
      GestureRecognizer(
        make: { node in
          guard let node = node as? Node<Text>, node.isSelectable else { return nil }
          let box = node.contentRect
          let value = node.oriented
          let (layout, origin) = value.lines(in: box.size, scale: 1, node.storage)
          let links = value.links.flatMap { layout.selectionRects($0.range.clamped(to: layout.visibleRange)) }
          return SelectionGesture(
            handles: value.handles(in: layout, node.storage.interaction).map { SelectionGesture.knob(of: $0) + origin + box.origin },
            taken: links.map { $0.offset(by: origin + box.origin) })
        },
        perform: { event in
          guard let node = event.node as? Node<Text> else { return }
          drag(event, node)
        })
    ]
  }

  private static func drag(_ event: GestureEvent, _ node: Node<Text>) {
    let box = node.contentRect
    let point = event.reading.location - box.origin
    if event.phase == .began { node.becomeFocused() }
    change(node) { value, state in
      switch event.phase {
      case .began:
        let (layout, origin) = value.lines(in: box.size, scale: 1, node.storage)
        let carets = value.handles(in: layout, state).map { $0.offset(by: origin) }
        state.selecting.isHolding = true
        if let held = SelectionGesture.nearest(carets.map(SelectionGesture.knob(of:)), to: point) {
          value.select(value.selection, movesLower: held == 0)
          state.selecting.word = nil
          state.selecting.lift = min(0, carets[held].maxY - 1 - point.y)
        } else {
          state.selecting.word = value.selectWord(at: layout.position(at: point - origin), skipsSpaces: true)
          state.selecting.showsHandles = true
          state.selecting.lift = 0
        }
      case .changed:
        guard state.selecting.isHolding else { return }
        state.selecting.showsLoupe = true
        let place = value.position(at: point + Point(0, state.selecting.lift), in: box.size, scale: 1, node.storage)
        if let word = state.selecting.word {
          value.extend(word, byWordTo: place)
        } else if place.offset != value.selected.anchor {
          value.select { $0.moveCaret(to: place, extending: true) }
        }
      default: (state.selecting.isHolding, state.selecting.word, state.selecting.showsLoupe) = (false, nil, false)
      }
    }
    if event.phase == .ended { showMenu(node) }
  }

  // MARK: touches

  /// Selects by a touch that is on no link: dragging selects characters, a second touch selects a word, a third one the whole text.
  static func select(_ touch: Touch, at point: Point, _ node: Node<Text>) -> EventResponse {
    let size = node.contentRect.size
    if touch.phase == .began {
      let holder = node.storage.interaction?.selecting.touch
      guard node.isSelectable, holder == nil || holder == touch.id else { return .ignored }
      node.becomeFocused()
      change(node) { value, state in
        var memory = state.selecting
        let distance = touch.location - memory.start
        let isNear = distance.x * distance.x + distance.y * distance.y < 24 * 24
        memory.count = isNear && touch.time - memory.time <= doubleTouchInterval ? memory.count % 3 + 1 : 1
        (memory.touch, memory.time, memory.start, memory.isDragging) = (touch.id, touch.time, touch.location, false)
        memory.before = value.selection
        memory.hasMenu = false
        memory.word = nil
        switch memory.count {
        case 1: break
        case 2:
          memory.word = value.selectWord(at: value.position(at: point, in: size, scale: 1, node.storage))
          memory.showsHandles = false
        default: value.select { $0.selectAll() }
        }
        state.selecting = memory
      }
      return .handled
    }
    let isOnSelection = touch.phase == .ended && touch.pointer == .finger && node.isHandled(at: point)
    var showsMenu = false
    change(node) { value, state in
      // Ignore a touch that began with another string.
      guard state.selecting.touch == touch.id else { return }
      switch touch.phase {
      case .began: break
      case .moved: drag(&value, &state.selecting, touch, at: point, in: size, node.storage)
      case .ended:
        if !state.selecting.isDragging, touch.pointer == .finger {
          if state.selecting.count > 1 { state.selecting.showsHandles = true }
          showsMenu = state.selecting.count > 1 || isOnSelection
        }
        if state.selecting.count == 1, !state.selecting.isDragging, !showsMenu { value.selected.anchor = value.selected.caret }
        state.selecting.touch = nil
      case .cancelled:
        // Scrolling or the long press took over the touch; the long press selects again.
        if state.selecting.isDragging { value.selection = state.selecting.before }
        state.selecting.touch = nil
      }
    }
    // If this touch closed the menu, it must not reopen it.
    let wasClosed = touch.phase == .ended && node.storage.controls?.consumeClosed() ?? false
    if showsMenu, !wasClosed || !isOnSelection { showMenu(node) }
    return .handled
  }

  private static func drag(
    _ value: inout Text, _ memory: inout SelectingMemory, _ touch: Touch, at point: Point, in size: Size, _ cache: TextLayoutCache
  ) {
    let distance = touch.location - memory.start
    if !memory.isDragging, max(abs(distance.x), abs(distance.y)) > dragThreshold {
      memory.isDragging = true
      memory.showsHandles = false
      if memory.count == 1 {
        let from = value.position(at: memory.start - (touch.location - point), in: size, scale: 1, cache)
        value.select { $0.moveCaret(to: from) }
      }
    }
    guard memory.isDragging else { return }
    let place = value.position(at: point, in: size, scale: 1, cache)
    if memory.count == 1 { value.select { $0.moveCaret(to: place, extending: true) } }
    if memory.count == 2, let word = memory.word { value.extend(word, byWordTo: place) }
  }

  /// Opens the menu at a right click of a mouse. A selection under the pointer is kept; otherwise the word under the pointer is selected.
  static func openMenu(at location: Point, _ node: Node<Text>) -> EventResponse {
    guard node.isSelectable, !node.string.isEmpty else { return .ignored }
    let box = node.contentRect
    let point = location - box.origin
    node.becomeFocused()
    change(node) { value, state in
      let (layout, origin) = value.lines(in: box.size, scale: 1, node.storage)
      let rects = layout.selectionRects(value.selection.clamped(to: layout.visibleRange))
      if value.selection.isEmpty || !rects.contains(where: { $0.offset(by: origin).contains(point) }) {
        _ = value.selectWord(at: layout.position(at: point - origin), skipsSpaces: true)
      }
      (state.selecting.showsHandles, state.selecting.hasMenu) = (false, true)
    }
    showMenu(node, at: location)
    return .handled
  }

  // MARK: keys

  /// Selects by keys: Shift with arrows, Home and End; Control with A and C; Escape.
  static func select(_ press: KeyPress, _ node: Node<Text>) -> EventResponse {
    guard press.isDown, node.isSelectable else { return .ignored }
    node.storage.controls?.hideMenu()
    let control = press.modifiers.contains(.control) || press.modifiers.contains(.meta)
    let shift = press.modifiers.contains(.shift)
    let size = node.contentRect.size
    /// Extends the selection, using the displayed lines.
    func extend(_ change: (inout EditingState, TextLayout) -> Void) -> EventResponse {
      guard shift else { return .ignored }
      self.change(node) { value, state in
        let layout = value.lines(in: size, scale: 1, node.storage).layout
        value.select { change(&$0, layout) }
        state.selecting.preferredX = nil
      }
      return .handled
    }
    let readsRightToLeft = node.effectiveDirection == .rtl
    func step(_ side: HorizontalSide) -> EventResponse {
      extend { $0.step(side, by: control ? .word : .grapheme, extending: true, in: $1, readsRightToLeft: readsRightToLeft) }
    }
    func moveToEdge(isEnd: Bool) -> EventResponse {
      extend { state, layout in
        if control { return state.move(isEnd ? .end : .start, extending: true) }
        if let row = state.row(in: layout) { state.moveCaret(to: isEnd ? row.end : row.start, extending: true) }
      }
    }
    switch press.key {
    case .left: return step(.left)
    case .right: return step(.right)
    case .home: return moveToEdge(isEnd: false)
    case .end: return moveToEdge(isEnd: true)
    case .up, .down:
      guard shift else { return .ignored }
      change(node) { $0.extendByLine(press.key == .up ? -1 : 1, in: size, node.storage, &$1.selecting.preferredX) }
      return .handled
    case .escape:
      guard !node.selection.isEmpty else { return .ignored }
      change(node) { value, _ in value.selection = 0..<0 }
      return .handled
    case .character(let character) where control:
      switch character.lowercased() {
      case "a": change(node) { value, _ in value.select { $0.selectAll() } }
      case "c": perform(.copy, node)
      default: return .ignored
      }
      return .handled
    default: return .ignored
    }
  }

  private mutating func extendByLine(_ step: Int, in size: Size, _ cache: TextLayoutCache, _ preferredX: inout Double?) {
    let (layout, _) = lines(in: size, scale: 1, cache)
    let caret = layout.caret(at: selected.caret, affinity: selected.affinity)
    let x = preferredX ?? caret.minX
    // Of a long text, only nearby lines are laid out.
    let reach = 4 * max(caret.height, 1) + max(0, lineSpacing) + max(0, paragraphSpacing)
    let all = layout.isLaidOutByBlocks ? layout.lines(from: caret.minY - reach, to: caret.maxY + reach) : layout.lines
    let target = (all.lastIndex { $0.frame.minY <= caret.midY } ?? 0) + step
    let isThere = all.indices.contains(target)
    let place = isThere ? layout.position(at: Point(x, all[target].frame.midY)) : CaretPosition(step < 0 ? 0 : string.utf8.count)
    select { $0.moveCaret(to: place, extending: true) }
    preferredX = x
  }

  /// Clears the selection of a text that loses the focus.
  static func focusDidChange(_ isFocused: Bool, _ node: Node<Text>) -> EventResponse {
    guard node.isSelectable else { return .ignored }
    if !isFocused {
      change(node) { value, _ in value.selection = 0..<0 }
      node.storage.controls?.hideAll()
    }
    return .handled
  }

  /// Changes value and interaction state; sends a signal if the selection has changed.
  static func change(_ node: Node<Text>, _ body: (inout Text, inout TextInteraction) -> Void) {
    let isOther = node.updateKeeping { value, state in
      let before = value.selection
      state.selecting.reset(for: value)
      body(&value, &state)
      state.selecting.bind(to: value)
      return before != value.selection
    }
    trackSelection(node)
    if isOther { node.send(selectionChange, node.selection) }
  }
}
