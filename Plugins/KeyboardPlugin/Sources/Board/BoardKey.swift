internal import Tessera

/// One key of a board. A value.
struct BoardKey: Sendable, Equatable {
  /// Effect of the key.
  enum Role: Sendable, Equatable {
    /// Inserts the label, or the text if it differs from the label.
    case text(String)
    /// Waits for a letter to combine with.
    case dead(String)
    case shift, delete, space, enter
    case page(BoardPage)
    case language, hide
    /// Pages of emoji.
    case previousEmoji, nextEmoji, searchEmoji
    /// Moves the caret by graphemes.
    case caret(Int)
    /// Takes a suggestion of the strip.
    case suggestion(Int)
    /// Empty place.
    case gap
  }

  /// Ground of the key.
  enum Ground: Sendable, Equatable { case letter, function, action, none }

  var role: Role
  var label = ""
  var icon: KeyIcon?
  /// Second sign, which a long press offers first.
  var hint = ""
  var variants: [String] = []
  /// Width in letters.
  var width = 1.0
  var ground = Ground.letter
  /// Word that is shown in place of the label.
  var word: StandardWord?
  /// Name for screen readers; nil: the label.
  var spoken: StandardWord?

  init(_ role: Role) { self.role = role }

  /// Creates a key that inserts its label.
  init(letter: String, hint: String = "", variants: [String] = []) {
    role = .text(letter)
    label = letter
    (self.hint, self.variants) = (hint, hint.isEmpty || variants.contains(hint) ? variants : [hint] + variants)
  }

  /// Creates a key with an icon.
  init(_ role: Role, icon: KeyIcon, width: Double = 1, spoken: StandardWord) {
    (self.role, self.icon, self.width, ground, self.spoken) = (role, icon, width, .function, spoken)
  }

  /// Creates a key with words.
  init(_ role: Role, words: String, width: Double = 1, spoken: StandardWord) {
    (self.role, label, self.width, ground, self.spoken) = (role, words, width, .function, spoken)
  }

  /// Whether the key repeats while it is held.
  var repeats: Bool {
    switch role {
    case .delete, .caret: true
    default: false
    }
  }

  /// Whether the ring stops at the key, and touches press it.
  var isPressable: Bool { role != .gap }

  /// Whether a bubble shows the key while it is touched.
  var hasBubble: Bool {
    switch role {
    case .text, .dead: ground == .letter
    default: false
    }
  }
}
