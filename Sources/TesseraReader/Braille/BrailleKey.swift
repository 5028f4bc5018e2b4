public import Tessera

/// Key of a braille display.
public enum BrailleKey: Sendable, Hashable {
  /// Shows the next or previous part of the line; at its end the next or previous element.
  case panRight, panLeft
  /// Shows the start or the end of the line.
  case lineStart, lineEnd
  /// Shows the element at the cursor again, and its caret.
  case home
  /// Routing key of a cell, from 0: moves the caret, or activates the element.
  case route(Int)
  /// Command of the screen reader.
  case command(ReaderCommand)
  /// Key of the braille keyboard that is for the stage.
  case type(KeyPress)
}
