public import TesseraGeometry

/// A node type that takes text from an input method: an on-screen keyboard, an engine for syllables, a voice recognizer.
///
/// While a node of the type has the focus, the stage's ``InputMethod`` reads and changes its text with these hooks. The node's other changes reach
/// the input method too: call ``AnyNode/setNeedsDisplay()`` if text or caret changes without a change of the value.
public protocol TextInputType: NodeType {
  /// Returns the text around the selection and what the node takes; nil if it takes no text now. Frame loop, no lock held.
  static func textInput(of node: Node<Self>) -> TextInputState?

  /// Returns the rectangles of a range of the text in the node's box, logical units, one per line; of the caret for an empty range. Frame loop, no
  /// lock held.
  static func textInputRects(of range: Range<Int>, in node: Node<Self>) -> [Rect]

  /// Changes the text as the user would. Returns whether the node used the edit. Frame loop, no lock held.
  static func performTextInput(_ edit: TextInputEdit, in node: Node<Self>) -> Bool
}

extension TextInputType {
  static func textInput(erased node: AnyNode) -> TextInputState? { textInput(of: typed(node)) }
  static func textInputRects(of range: Range<Int>, erased node: AnyNode) -> [Rect] { textInputRects(of: range, in: typed(node)) }
  static func performTextInput(_ edit: TextInputEdit, erased node: AnyNode) -> Bool { performTextInput(edit, in: typed(node)) }
}
