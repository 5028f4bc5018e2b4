/// Page of a board. A value.
enum BoardPage: Sendable, Hashable {
  case letters, symbols, moreSymbols
  /// Page of emoji, from 0.
  case emoji(Int)
  case number, decimal, phone
}

/// Capitals of a board.
enum BoardShift: Sendable, Hashable { case off, once, locked }

/// Everything that a board depends on. A value.
struct BoardKind: Sendable, Hashable {
  var layout = 0
  var page = BoardPage.letters
  var isUpper = false
  /// Whether a row of digits is above the letters.
  var hasDigits = false
  /// Fields for addresses have their signs next to the space key.
  var address = Address.none
  var enter = Enter.done
  var hasLanguages = false
  var hasEmoji = false
  /// Whether the keyboard can be hidden.
  var hides = false
  /// Number of places of the strip above the keys; 0: no strip.
  var strip = 0

  enum Address: Sendable, Hashable { case none, email, url }
  /// Sign on the Enter key.
  enum Enter: Sendable, Hashable { case done, next, search, send, go, newLine }
}
