public import Tessera
internal import TesseraGeometry
internal import TesseraRender
internal import TextPlugin

// Touch handling: caret, selection, handles. Frame loop.

extension EditableText: GestureRecognizingType {
  /// A long press selects a word or places the caret; handles are dragged.
  public static var recognizers: [GestureRecognizer] {
    [
      GestureRecognizer(
        make: { node in
          guard let node = node as? Node<EditableText> else { return nil }
          return SelectionGesture(handles: handles(of: node).map(SelectionGesture.knob(of:)))
        },
        perform: { event in
          guard let node = event.node as? Node<EditableText> else { return }
          hold(event, node)
        })
    ]
  }

  /// Handles a gesture that moves the caret or an end of the selection.
  private static func hold(_ event: GestureEvent, _ node: Node<EditableText>) {
    guard node.mayBegin else { return }
    let box = node.contentRect
    let point = event.reading.location - box.origin
    let carets = handles(of: node).map { $0.offset(by: box.origin * -1) }
    if event.phase == .began { node.becomeFocused() }
    edit(node) { field in
      switch event.phase {
      case .began:
        field.beginGesture(SelectionGesture.nearest(carets.map(SelectionGesture.knob(of:)), to: point), of: carets, at: point, in: box.size)
      case .changed: field.drag(to: point, in: box.size)
      default: (field.interaction.hold.isHolding, field.interaction.hold.showsLoupe) = (false, false)
      }
    }
    guard event.phase == .ended else { return }
    let wasClosed = node.storage.controls.consumeClosed()
    // A tap on the caret's handle opens or closes the menu.
    if node.storage.interaction.hold.hasMoved || !wasClosed { showMenu(node) }
  }

  /// Handles a touch or a mouse that is on no handle. It places the caret; dragging selects, a second touch selects a word, a third one the
  /// whole text.
  static func handle(_ touch: Touch, node: Node<EditableText>) -> EventResponse {
    if touchEye(touch, node) { return .handled }
    let box = node.contentRect
    let point = touch.location - box.origin
    switch touch.phase {
    case .began:
      guard node.mayBegin else { return .ignored }
      let before = node.storage.interaction.isFocused ? node.value.editing : nil
      node.becomeFocused()
      edit(node) { field in
        var memory = field.interaction.touch
        let distance = touch.location - memory.start
        let isNear = distance.x * distance.x + distance.y * distance.y < 24 * 24
        memory.count = isNear && touch.time - memory.time <= doubleTouchInterval ? memory.count % 3 + 1 : 1
        memory.time = touch.time
        memory.start = touch.location
        memory.isDragging = false
        let place = field.position(at: point, in: box.size)
        switch memory.count {
        case 1: field.text.editing.moveCaret(to: place)
        case 2 where !field.text.isSecure: field.text.editing.selectWord(at: place)
        default: field.text.editing.selectAll()
        }
        memory.asksForMenu = memory.count > 1 || before == field.text.editing
        field.interaction.touch = memory
        // The caret has no handle until the touch ends: it may become a long press or a drag.
        field.interaction.hold = .init()
      }
    case .moved:
      edit(node) { field in
        let distance = touch.location - field.interaction.touch.start
        if abs(distance.x) > dragThreshold || abs(distance.y) > dragThreshold { field.interaction.touch.isDragging = true }
        guard field.interaction.touch.isDragging, field.interaction.touch.count == 1 else { return }
        field.text.editing.moveCaret(to: field.position(at: point, in: box.size), extending: true)
      }
    case .ended: endTouch(touch, node)
    case .cancelled: break
    }
    return .handled
  }

  private static func endTouch(_ touch: Touch, _ node: Node<EditableText>) {
    let wasClosed = node.storage.controls.consumeClosed()
    // A mouse can point at single letters, so it needs no handles; its user has keys for the commands.
    guard touch.pointer == .finger else { return }
    let asks = node.updateKeeping { value, state -> Bool in
      state.interaction.hold.showsHandles = true
      state.interaction.hold.editing = value.editing
      let memory = state.interaction.touch
      return memory.isDragging || memory.asksForMenu && !(wasClosed && memory.count == 1)
    }
    trackSelection(node)
    if !node.storage.interaction.touch.isDragging, node.storage.interaction.touch.count == 1, suggestCorrections(node) { return }
    if asks { showMenu(node) }
  }

  /// Ends controls for touch when the user types.
  static func endTouching(_ node: Node<EditableText>) {
    guard node.storage.interaction.hold.showsHandles || !node.storage.controls.isEmpty else { return }
    node.updateKeeping { $1.interaction.hold = .init() }
    node.storage.controls.hideAll()
  }

  /// Moves the handles with the text.
  public static func layoutDidFinish(_ node: Node<EditableText>) { trackSelection(node) }

  /// Updates the controls if a program has set another text.
  public static func drawDidFinish(_ node: Node<EditableText>) {
    trackSelection(node)
    reportSpelling(node)
  }
}

extension EditingField {
  /// Starts a drag of a handle. Without a handle, starts a long press: it selects the word under the finger, or places the caret if no word
  /// is there.
  fileprivate mutating func beginGesture(_ handle: Int?, of carets: [Rect], at point: Point, in size: Size) {
    var hold = interaction.hold
    (hold.isHolding, hold.hasMoved, hold.word, hold.lift) = (true, handle == nil, nil, 0)
    if let handle {
      hold.lift = min(0, carets[handle].maxY - 1 - point.y)
      if !text.editing.isCaretOnly {
        let range = text.editing.selection
        text.editing.moveCaret(to: handle == 0 ? range.upperBound : range.lowerBound)
        text.editing.moveCaret(to: handle == 0 ? range.lowerBound : range.upperBound, extending: true)
      }
    } else {
      hold.word = selectWord(at: point, in: size)
      if hold.word == nil { text.editing.moveCaret(to: position(at: point, in: size)) }
      hold.showsHandles = true
      hold.showsLoupe = hold.word == nil && text.isEditable && !text.string.isEmpty
    }
    interaction.hold = hold
    interaction.touch.count = 0
  }

  /// Selects the word under a finger; nil if no word is there, or if the text is secure.
  private mutating func selectWord(at point: Point, in size: Size) -> Range<Int>? {
    let layout = textLayout(width: size.width)
    let letters = shownPoint(point, in: size)
    guard !text.isSecure, letters.x <= layout.size.width, letters.y <= layout.size.height else { return nil }
    var copy = text.editing
    copy.selectWord(at: position(at: point, in: size))
    guard copy.selectedText.contains(where: { !$0.isWhitespace }) else { return nil }
    text.editing = copy
    return copy.selection
  }

  /// Moves the held caret or end of the selection with the finger.
  fileprivate mutating func drag(to point: Point, in size: Size) {
    guard interaction.hold.isHolding else { return }
    interaction.hold.hasMoved = true
    interaction.hold.showsLoupe = true
    let place = position(at: point + Point(0, interaction.hold.lift), in: size)
    if let word = interaction.hold.word {
      var there = text.editing
      there.selectWord(at: place)
      let other = there.selection
      let isBefore = other.lowerBound < word.lowerBound
      text.editing.moveCaret(to: isBefore ? word.upperBound : word.lowerBound)
      text.editing.moveCaret(to: isBefore ? other.lowerBound : max(word.upperBound, other.upperBound), extending: true)
    } else if text.editing.isCaretOnly {
      text.editing.moveCaret(to: place)
    } else if place.offset != text.editing.anchor {
      text.editing.moveCaret(to: place, extending: true)
    }
  }
}
