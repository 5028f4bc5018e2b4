/// Punctuation that is read by name.
public enum PunctuationLevel: String, Sendable, CaseIterable, Hashable {
  /// None: the synthesizer makes pauses.
  case none
  /// Symbols that change the meaning: @ # * + − & _ and backslash.
  case some
  /// All.
  case all
}

/// Text as it is handed to a synthesizer: names of characters, spelling. A value.
struct SpokenText {
  let language: String

  private static let meaningful: Set<Character> = ["@", "#", "*", "+", "&", "_", "\\", "−"]

  /// Returns a text with the names of its punctuation. O(n).
  func named(_ text: String, _ level: PunctuationLevel) -> String {
    guard level != .none, text.contains(where: { ReaderWords.symbols[$0] != nil && !$0.isWhitespace }) else { return text }
    var result = ""
    for character in text {
      let isNamed =
        !character.isWhitespace && ReaderWords.symbols[character] != nil && (level == .all || Self.meaningful.contains(character))
      result += isNamed ? " " + ReaderWords.name(of: character, language: language) + " " : String(character)
    }
    return Self.collapsed(result)
  }

  /// Returns the characters of a text one by one, at most ``spellLimit``. O(n).
  func spelled(_ text: String) -> String {
    text.prefix(Self.spellLimit).map { ReaderWords.name(of: $0, language: language) }.joined(separator: ", ")
  }

  static let spellLimit = 200

  /// Joins runs of spaces, and removes those before a comma.
  private static func collapsed(_ text: String) -> String {
    var result = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !result.isEmpty, word.first != "," { result += " " }
      result += word
    }
    return result
  }
}
