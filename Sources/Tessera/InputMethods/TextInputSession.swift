public import TesseraGeometry

/// Connection of an input method to the focused node that takes text. Ends when the node loses the focus. Frame loop, except for members that name
/// another thread.
public final class TextInputSession: Sendable {
  /// The node that takes text. Any thread.
  public let node: AnyNode
  /// Whether keys or an encoder gave the node the focus, and not a touch or the program. Any thread.
  public let isByKeys: Bool
  /// Whether a finger was on the node when the session began. Wait for its end before content moves. Any thread.
  public let isTouched: Bool
  /// Size of the screen when the session began, logical units. Any thread.
  public let screen: Size
  private let link: StageLink

  init(_ node: AnyNode, isByKeys: Bool, isTouched: Bool, screen: Size, link: StageLink) {
    (self.node, self.isByKeys, self.isTouched, self.screen, self.link) = (node, isByKeys, isTouched, screen, link)
  }

  /// Whether the node still has the focus. Any thread.
  public var isActive: Bool { link.focusedNode === node }

  /// The text around the selection; nil if the node takes no text any more.
  public var state: TextInputState? { node.hooks.textInput?.textInput(erased: node) }

  /// Returns the rectangles of a range of the text in the node's box, logical units.
  public func rects(of range: Range<Int>) -> [Rect] { node.hooks.textInput?.textInputRects(of: range, erased: node) ?? [] }

  /// Changes the text. After Enter with the action ``TextInputAction/next`` the focus moves to the next node. Returns whether the node used the edit;
  /// false after the session has ended.
  @discardableResult
  public func perform(_ edit: TextInputEdit) -> Bool {
    guard isActive, let type = node.hooks.textInput else { return false }
    let action = edit == .enter ? state?.action : nil
    guard type.performTextInput(edit, erased: node) else { return false }
    if action == .next, isActive { node.moveFocusOn() }
    return true
  }

  /// Shows a node at the lower edge of the screen, as wide as the screen and as high as its layout. The safe area of the stage ends above it, and the
  /// focused node is kept in view. Replaces the former panel. Any thread.
  public func show(panel: AnyNode) { link.request(TextInputRequest.panel(panel)) }

  /// Hides the panel. Any thread.
  public func hidePanel() { link.request(TextInputRequest.panel(nil)) }
}

extension AnyNode {
  /// Moves the focus from this node to the next one in the order of the tree, as Tab does but without the focus ring of keys. Does nothing if the node
  /// is not focused. Any thread; takes effect in the next frame.
  public func moveFocusOn() { stageLink?.request(TextInputRequest.focusOn(self)) }

  /// Makes `method` the input method of the stage that shows this node, unless the program has set one: a keyboard
  /// that is part of a screen. Any thread; takes
  /// effect in the next frame.
  public func offer(inputMethod method: any InputMethod) { stageLink?.request(TextInputRequest.offer(method)) }

  /// Removes `method` if it is the input method of the stage that shows this node. Any thread; takes effect in the next frame.
  public func withdraw(inputMethod method: any InputMethod) { stageLink?.request(TextInputRequest.withdraw(method)) }
}
