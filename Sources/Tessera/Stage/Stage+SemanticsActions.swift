// Semantics actions. Frame loop only.

extension Stage {
  /// Performs an action on an element, with the effect of the corresponding touch. Loop thread.
  ///
  /// An action that the program lists in ``AnyNode/semantics`` is passed to its handlers of ``AnyNode/semanticsAction``, if there are any.
  /// Otherwise the node's type performs it, or else the stage: it sends a tap, moves the focus, scrolls, or dismisses the overlay.
  ///
  /// - Returns: whether the action was performed. False if the element does not exist, is hidden or outside of the topmost modal one. A
  ///   disabled element allows only `focus` and `scroll`.
  @discardableResult
  public func perform(_ action: SemanticsAction, on id: SemanticsID) -> Bool {
    let tree = semanticsTree
    guard let element = tree[id], let node = loop.accessibility.records.records[id.node]?.node, canReach(node, in: tree) else {
      return false
    }
    switch action {
    case .focus, .scroll: break
    // The node may have changed since the newest frame.
    default: if (id.part == nil ? node.resolvedSemantics : element.semantics).isDisabled == true { return false }
    }
    let isOfProgram = id.part == nil && node.semantics.actions?.contains(action) ?? false
    if isOfProgram, node.hasHandlers(for: AnyNode.semanticsAction) {
      node.send(AnyNode.semanticsAction, action)
      return true
    }
    if node.performOwn(action, onPart: id.part) { return true }
    return id.part == nil && performDefault(action, on: node)
  }

  /// Whether the node is neither hidden nor outside of the topmost modal element.
  func canReach(_ node: AnyNode, in tree: SemanticsTree) -> Bool {
    var current: AnyNode? = node
    var isInModal = tree.modal == nil
    while let at = current {
      if tree[SemanticsID(node: at.serial)]?.isHidden ?? false { return false }
      if tree.modal == SemanticsID(node: at.serial) { isInModal = true }
      current = at.supernode
    }
    return isInModal
  }

  private func performDefault(_ action: SemanticsAction, on node: AnyNode) -> Bool {
    switch action {
    case .activate:
      guard node.hasHandlers(for: AnyNode.tap) else { return false }
      node.send(AnyNode.tap)
      return true
    case .focus:
      guard node.canFocus else { return false }
      link.requestFocus(node)
      return true
    case .dismiss: return dismiss(holding: node)
    case .scroll(let direction): return scroll(around: node, to: direction)
    case .increment, .decrement, .expand, .collapse, .custom: break
    }
    guard node.hasHandlers(for: AnyNode.semanticsAction) else { return false }
    node.send(AnyNode.semanticsAction, action)
    return true
  }

  /// Dismisses the overlay of a node; otherwise offers the Escape key to the node and its ancestors.
  private func dismiss(holding node: AnyNode) -> Bool {
    var top = node
    while let above = top.supernode { top = above }
    if let overlay = loop.overlays.overlay(in: top) {
      dismiss(overlay)
      return true
    }
    var current: AnyNode? = node
    while let at = current {
      if at.handle(.key(KeyPress(.escape))) == .handled { return true }
      current = at.supernode
    }
    return false
  }

  private func scroll(around node: AnyNode, to direction: SemanticsAction.Direction) -> Bool {
    let step: FocusDirection =
      switch direction {
      case .up: .up
      case .down: .down
      case .left: .left
      case .right: .right
      }
    var current: AnyNode? = node
    while let at = current {
      if at.scrollOn(step) { return true }
      current = at.supernode
    }
    return false
  }
}
