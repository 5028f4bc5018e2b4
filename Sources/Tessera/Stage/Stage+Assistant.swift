public import TesseraGeometry

// Assistive programs. Frame loop only.

extension Stage {
  /// Assistive program that gets events before the stage and reads the elements of each frame; nil, the default, means none. Loop thread.
  ///
  /// Without one, semantics cost nothing.
  public var assistant: (any Assistant)? {
    get {
      checkLoop()
      return loop.accessibility.assistant
    }
    set {
      checkLoop()
      loop.accessibility.assistant = newValue
      if newValue == nil { loop.focus.highlight = nil }
      inbox.wake()
    }
  }

  /// Element that has the ring in place of the focused node; nil means that the focused node has it. Loop thread.
  ///
  /// The ring has the style of the focus ring there, and is at least 3 units wide.
  public var highlightedElement: SemanticsID? {
    get {
      checkLoop()
      return loop.focus.highlight
    }
    set {
      checkLoop()
      guard loop.focus.highlight != newValue else { return }
      loop.focus.highlight = newValue
      inbox.wake()
    }
  }

  /// Text of the focused node, as an input method sees it; nil if no node that takes text has the focus. Loop thread.
  public var focusedText: TextInputState? {
    checkLoop()
    return focusedNode.flatMap { node in node.hooks.textInput?.textInput(erased: node) }
  }

  /// Text of an element that takes text, as an input method sees it; nil for other elements. Loop thread.
  public func text(of id: SemanticsID) -> TextInputState? {
    checkLoop()
    guard id.part == nil, let node = loop.accessibility.records.records[id.node]?.node else { return nil }
    return node.hooks.textInput?.textInput(erased: node)
  }

  /// Returns the rectangles of a range of an element's text on the stage, one per line; of the caret for an empty range. Loop thread.
  ///
  /// - Parameters:
  ///   - range: range of the text, UTF-8 bytes.
  ///   - id: the element.
  public func textRects(of range: Range<Int>, in id: SemanticsID) -> [Rect] {
    checkLoop()
    guard let tree = loop.tree, let node = loop.accessibility.records.records[id.node]?.node, let i = tree.indexOf(node),
      let rects = node.hooks.textInput?.textInputRects(of: range, erased: node)
    else { return [] }
    return rects.map { seenAnchor($0, of: i, in: tree).0.scaled(by: 1 / tree.environment.scale) }
  }

  /// Changes the text, or the selection, of an element as its user would. Loop thread. Returns false if the element takes no text, is disabled,
  /// hidden or outside of the topmost modal element.
  @discardableResult
  public func edit(_ edit: TextInputEdit, of id: SemanticsID) -> Bool {
    checkLoop()
    guard id.part == nil, let node = loop.accessibility.records.records[id.node]?.node, let type = node.hooks.textInput,
      canReach(node, in: semanticsTree), node.resolvedSemantics.isDisabled != true
    else { return false }
    let isDone = type.performTextInput(edit, erased: node)
    if isDone { inbox.wake() }
    return isDone
  }

  /// Scrolls the node of an element into view, as a move of the focus does. Loop thread.
  public func reveal(_ id: SemanticsID) {
    checkLoop()
    guard let tree = loop.tree, let node = loop.accessibility.records.records[id.node]?.node, let i = tree.indexOf(node) else { return }
    revealFocus(i, in: tree)
  }
}
