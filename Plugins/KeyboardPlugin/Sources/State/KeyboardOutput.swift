/// Effect of a key on the focused node. A value.
enum KeyboardOutput: Sendable, Equatable {
  case insert(String)
  /// Shows a sign that waits for a letter.
  case compose(String)
  /// Inserts final text, and shows text that is not final after it.
  case composition(final: String, preedit: String)
  case delete(byWord: Bool)
  case enter
  case moveCaret(Int)
  case hide
  /// Inserts the suggestion with this number in place of the current word.
  case suggestion(Int)
}
