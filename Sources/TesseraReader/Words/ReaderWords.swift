internal import TesseraMessages

/// Words of the screen reader, as messages in its languages. Any thread.
public enum ReaderWords {
  /// Files by language, parsed at first use.
  static let catalog = MessageCatalog(
    sources.mapValues { MessageFile(Array($0.utf8), name: "reader words") }, sourceLanguage: "en")

  /// Languages that have words, sorted.
  public static var languages: [String] { sources.keys.sorted() }

  static let sources: [String: String] = [
    "ar": arabic, "cs": czech, "da": danish, "de": german, "en": english, "es": spanish, "fi": finnish, "fr": french,
    "he": hebrew, "it": italian, "ja": japanese, "ko": korean, "nb": norwegian, "nl": dutch, "pl": polish, "pt": portuguese,
    "ru": russian, "sv": swedish, "tr": turkish, "uk": ukrainian, "zh": chinese, "zh-Hant": traditionalChinese,
  ]

  /// Returns a text in a language, or in English.
  static func text(_ key: String, _ arguments: [String: MessageValue] = [:], language: String) -> String {
    let wanted = language.isEmpty ? "en" : language
    guard let found = catalog.model(key, language: wanted) else { return key }
    // Marks of direction are for lines of text; a voice would read them.
    return MessageFormat(found.model, locale: found.language, isolation: .none).format(arguments).text
  }

  /// Returns the name of a character that a voice would not read, or the character itself.
  static func name(of character: Character, language: String) -> String {
    if let key = symbols[character] { return text(key, language: language) }
    if character.isUppercase { return text("capital", ["text": .text(String(character))], language: language) }
    return String(character)
  }

  /// Keys of the names of characters.
  static let symbols: [Character: String] = [
    " ": "space", "\u{A0}": "space", "\n": "new-line", "\t": "tab-character", ".": "period", ",": "comma", ";": "semicolon", ":": "colon",
    "!": "exclamation", "?": "question", "-": "dash", "_": "underscore", "/": "slash", "\\": "backslash", "(": "left-parenthesis",
    ")": "right-parenthesis", "'": "apostrophe", "\"": "quote", "@": "at-sign", "#": "number-sign", "*": "star", "+": "plus", "−": "minus",
    "&": "ampersand",
    "•": "bullet",
  ]
}
