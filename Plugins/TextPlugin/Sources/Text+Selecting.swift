public import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// What is selected in a text, and what fingers and keys left behind.
struct TextSelection: Sendable, Equatable {
  /// Where the selection was begun, and the end that moves: UTF-8 bytes.
  var anchor = 0
  var caret = 0
  /// Whether its ends can be taken hold of.
  var showsHandles = false
  /// The word that stays selected while words are added to it.
  var word: Range<Int>?
  /// The touch that selects, and what tells a second touch from a first.
  var touch: Int?
  var count = 0
  var time = -Double.infinity
  var start = Point.zero
  var isDragging = false
  /// What was selected before the touch.
  var before = 0..<0
  /// Where up and down lead, while they follow one another.
  var preferredX: Double?

  var range: Range<Int> { min(anchor, caret)..<max(anchor, caret) }

  /// Whether both show the same.
  func looksLike(_ other: TextSelection) -> Bool { range == other.range && (range.isEmpty || showsHandles == other.showsHandles) }
}

extension Text {
  /// Longest time between two touches that count as one double touch, seconds.
  private static let doubleTouchInterval = 0.4
  /// How far a finger moves before it selects, logical units.
  private static let dragThreshold = 6.0
  /// Radius of what an end of the selection is taken hold of by, logical units.
  static let handleRadius = 5.0

  /// What is selected, in UTF-8 bytes, on grapheme boundaries; empty: nothing.
  ///
  /// Setting moves it outwards to boundaries; it needs no `isSelectable`. Setting another string selects nothing.
  public var selection: Range<Int> {
    get { selecting.range }
    set {
      var state = EditingState(string)
      state.select(newValue)
      (selecting.anchor, selecting.caret) = (state.anchor, state.caret)
      selecting.showsHandles = false
      selecting.preferredX = nil
    }
  }

  /// The selected characters, without those that nodes and pictures stand on.
  public var selectedText: String {
    let bytes = string.utf8
    guard !selection.isEmpty, selection.upperBound <= bytes.count else { return "" }
    let from = bytes.index(bytes.startIndex, offsetBy: selection.lowerBound)
    let text = string[from..<bytes.index(from, offsetBy: selection.count)]
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FFFC}" }))
  }

  /// Runs `change` on what editing text uses too, with the selection.
  private mutating func select(_ change: (inout EditingState) -> Void) {
    var state = EditingState(string)
    state.moveCaret(to: selecting.anchor)
    state.moveCaret(to: selecting.caret, extending: true)
    change(&state)
    (selecting.anchor, selecting.caret) = (state.anchor, state.caret)
  }

  /// Selects from the word that the selection began with to the word at `offset`.
  private mutating func extendByWord(to offset: Int) {
    guard let word = selecting.word else { return }
    let other = TextBoundaries.word(at: EditingState(string).boundary(at: offset), in: string)
    let range = min(word.lowerBound, other.lowerBound)..<max(word.upperBound, other.upperBound)
    (selecting.anchor, selecting.caret) =
      other.lowerBound < word.lowerBound ? (range.upperBound, range.lowerBound) : (range.lowerBound, range.upperBound)
  }

  /// - Parameter skipsSpaces: whether the word beside white space is taken in place of that.
  private mutating func selectWord(at offset: Int, skipsSpaces: Bool = false) {
    select { $0.selectWord(at: offset) }
    let gap = selection
    func isGap(_ text: Text) -> Bool { text.selectedText.allSatisfy(\.isWhitespace) }
    let bytes = string.utf8
    let startsLine = gap.lowerBound == 0 || [0x0A, 0x0D].contains(bytes[bytes.index(bytes.startIndex, offsetBy: gap.lowerBound - 1)])
    if skipsSpaces, !gap.isEmpty, !startsLine, isGap(self) { select { $0.selectWord(at: gap.lowerBound - 1) } }
    if skipsSpaces, gap.upperBound < string.utf8.count, isGap(self) { select { $0.selectWord(at: gap.upperBound) } }
    selecting.word = selection
  }

  // MARK: geometry

  /// Has what is asked of the value of `node` lie where it was drawn: the node knows where its lines start.
  static func orient(_ node: Node<Text>) {
    let direction = node.effectiveDirection
    if node.surrounding != direction { node.update { $0.surrounding = direction } }
  }

  /// Where the lines' box stands in a content box of `size`.
  func lines(in size: Size, scale: Double, _ cache: TextLayoutCache) -> (layout: TextLayout, origin: Point) {
    let layout = lines(width: size.width, height: size.height, scale: scale, cache)
    return (layout, Point(0, shift(of: layout, in: size.height)))
  }

  /// The byte nearest to a point of the content box.
  private func offset(at p: Point, in size: Size, scale: Double, _ cache: TextLayoutCache) -> Int {
    guard p.isFinite else { return 0 }
    let (layout, origin) = lines(in: size, scale: scale, cache)
    return layout.offset(at: p - origin)
  }

  /// The middles of what the ends of the selection are taken hold of by, relative to the lines' box; none where nothing is.
  func handles(in layout: TextLayout) -> [Point] {
    guard isSelectable, selecting.showsHandles, !selection.isEmpty else { return [] }
    let (first, last) = (layout.caret(at: selection.lowerBound), layout.splitCaret(at: selection.upperBound).behind)
    return [Point(first.minX, first.maxY + Self.handleRadius), Point(last.minX, last.maxY + Self.handleRadius)]
  }

}

// MARK: gestures

extension Text: GestureRecognizingType {
  /// A long press selects a word where the text can be selected; ends of the selection are dragged.
  public static var recognizers: [GestureRecognizer] {
    [
      GestureRecognizer(
        make: { node in
          guard let node = node as? Node<Text>, node.isSelectable else { return nil }
          orient(node)
          let box = node.contentRect
          let value = node.value
          let (layout, origin) = value.lines(in: box.size, scale: 1, node.storage)
          let links = value.links.flatMap { layout.selectionRects($0.range.clamped(to: layout.visibleRange)) }
          return SelectionGesture(
            handles: value.handles(in: layout).map { $0 + origin + box.origin }, taken: links.map { $0.offset(by: origin + box.origin) })
        },
        perform: { event in
          guard let node = event.node as? Node<Text> else { return }
          orient(node)
          drag(event, node)
        })
    ]
  }

  private static func drag(_ event: GestureEvent, _ node: Node<Text>) {
    let box = node.contentRect
    let point = event.reading.location - box.origin
    if event.phase == .began { node.becomeFocused() }
    change(node) { value in
      switch event.phase {
      case .began:
        let (layout, origin) = value.lines(in: box.size, scale: 1, node.storage)
        let handles = value.handles(in: layout).map { $0 + origin }
        if let held = SelectionGesture.nearest(handles, to: point) {
          let range = value.selection
          (value.selecting.anchor, value.selecting.caret) =
            held == 0 ? (range.upperBound, range.lowerBound) : (range.lowerBound, range.upperBound)
          value.selecting.word = nil
        } else {
          value.selectWord(at: layout.offset(at: point - origin), skipsSpaces: true)
          value.selecting.showsHandles = true
        }
      case .changed:
        let offset = value.offset(at: point, in: box.size, scale: 1, node.storage)
        if value.selecting.word != nil {
          value.extendByWord(to: offset)
        } else if offset != value.selecting.anchor {
          value.select { $0.moveCaret(to: offset, extending: true) }
        }
      default: value.selecting.word = nil
      }
    }
  }

  // MARK: touches

  /// Follows a finger that is on no link: it selects by dragging, a second touch takes the word, a third everything.
  static func select(_ touch: Touch, at point: Point, _ node: Node<Text>) -> EventResponse {
    let size = node.contentRect.size
    if touch.phase == .began {
      guard node.isSelectable, node.selecting.touch == nil || node.selecting.touch == touch.id else { return .ignored }
      node.becomeFocused()
      change(node) { value in
        var state = value.selecting
        let distance = touch.location - state.start
        let isNear = distance.x * distance.x + distance.y * distance.y < 24 * 24
        state.count = isNear && touch.time - state.time <= doubleTouchInterval ? state.count % 3 + 1 : 1
        (state.touch, state.time, state.start, state.isDragging) = (touch.id, touch.time, touch.location, false)
        state.before = value.selection
        state.word = nil
        value.selecting = state
        switch state.count {
        case 1: break
        case 2:
          value.selectWord(at: value.offset(at: point, in: size, scale: 1, node.storage))
          value.selecting.showsHandles = false
        default: value.select { $0.selectAll() }
        }
      }
      return .handled
    }
    guard node.selecting.touch == touch.id else { return .handled }
    change(node) { value in
      switch touch.phase {
      case .began: break
      case .moved:
        let distance = touch.location - value.selecting.start
        if !value.selecting.isDragging, max(abs(distance.x), abs(distance.y)) > dragThreshold {
          value.selecting.isDragging = true
          value.selecting.showsHandles = false
          if value.selecting.count == 1 {
            let from = value.offset(at: value.selecting.start - (touch.location - point), in: size, scale: 1, node.storage)
            value.select { $0.moveCaret(to: from) }
          }
        }
        guard value.selecting.isDragging else { return }
        let offset = value.offset(at: point, in: size, scale: 1, node.storage)
        if value.selecting.count == 1 { value.select { $0.moveCaret(to: offset, extending: true) } }
        if value.selecting.count == 2 { value.extendByWord(to: offset) }
      case .ended:
        if value.selecting.count == 1, !value.selecting.isDragging { value.selecting.anchor = value.selecting.caret }
        value.selecting.touch = nil
      case .cancelled:
        // Something else took the finger: scrolling, or the long press, which selects anew.
        if value.selecting.isDragging { value.selection = value.selecting.before }
        value.selecting.touch = nil
      }
    }
    return .handled
  }

  // MARK: keys

  /// Shift with arrows, home and end; control with A and C; escape.
  static func select(_ press: KeyPress, _ node: Node<Text>) -> EventResponse {
    guard press.isDown, node.isSelectable else { return .ignored }
    let control = press.modifiers.contains(.control) || press.modifiers.contains(.meta)
    let shift = press.modifiers.contains(.shift)
    func move(_ plain: EditingState.Movement, _ controlled: EditingState.Movement) -> EventResponse {
      guard shift else { return .ignored }
      change(node) { value in
        value.select { $0.move(control ? controlled : plain, extending: true) }
        value.selecting.preferredX = nil
      }
      return .handled
    }
    switch press.key {
    case .left: return move(.backward, .wordBackward)
    case .right: return move(.forward, .wordForward)
    case .home: return move(.lineStart, .start)
    case .end: return move(.lineEnd, .end)
    case .up, .down:
      guard shift else { return .ignored }
      let size = node.contentRect.size
      change(node) { $0.extendByLine(press.key == .up ? -1 : 1, in: size, node.storage) }
      return .handled
    case .escape:
      guard !node.selection.isEmpty else { return .ignored }
      change(node) { $0.selection = 0..<0 }
      return .handled
    case .character(let character) where control:
      switch character.lowercased() {
      case "a": change(node) { $0.select { $0.selectAll() } }
      case "c":
        let text = node.selectedText
        if !text.isEmpty { Clipboard.shared.string = text }
      default: return .ignored
      }
      return .handled
    default: return .ignored
    }
  }

  private mutating func extendByLine(_ step: Int, in size: Size, _ cache: TextLayoutCache) {
    let (layout, _) = lines(in: size, scale: 1, cache)
    let caret = layout.caret(at: selecting.caret)
    let x = selecting.preferredX ?? caret.minX
    // Of a long text only what is near is laid out.
    let reach = 4 * max(caret.height, 1) + max(0, lineSpacing) + max(0, paragraphSpacing)
    let all = layout.isLaidOutByBlocks ? layout.lines(from: caret.minY - reach, to: caret.maxY + reach) : layout.lines
    let target = (all.lastIndex { $0.frame.minY <= caret.midY } ?? 0) + step
    let offset = all.indices.contains(target) ? layout.offset(at: Point(x, all[target].frame.midY)) : step < 0 ? 0 : string.utf8.count
    select { $0.moveCaret(to: offset, extending: true) }
    selecting.preferredX = x
  }

  /// What loses the focus shows no selection any more.
  static func focusDidChange(_ isFocused: Bool, _ node: Node<Text>) -> EventResponse {
    guard node.isSelectable else { return .ignored }
    if !isFocused { change(node) { $0.selection = 0..<0 } }
    return .handled
  }

  /// Changes the value, and tells the program where another part is selected.
  private static func change(_ node: Node<Text>, _ body: (inout Text) -> Void) {
    let isOther = node.update { value in
      let before = value.selection
      body(&value)
      if value.selection.isEmpty { value.selecting.showsHandles = false }
      return before != value.selection
    }
    if isOther { node.send(selectionChange, node.value.selection) }
  }
}
