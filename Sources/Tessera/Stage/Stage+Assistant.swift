// Assistive programs. Frame loop only.

extension Stage {
  /// Assistive program that gets events before the stage and reads the elements of each frame; nil, the default, means none. Loop thread.
  ///
  /// Without one, semantics cost nothing.
  public var assistant: (any Assistant)? {
    get {
      checkLoop()
      return loop.assistant
    }
    set {
      checkLoop()
      loop.assistant = newValue
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

  /// Scrolls the node of an element into view, as a move of the focus does. Loop thread.
  public func reveal(_ id: SemanticsID) {
    checkLoop()
    guard let tree = loop.tree, let node = loop.semantics.records[id.node]?.node, let i = tree.indexOf(node) else { return }
    revealFocus(i, in: tree)
  }
}
