internal import TesseraBase

/// Words of the framework in its languages.
///
/// The source is a text of tables: a line `# cut copy` names the words of the columns, and each following line has a language and its texts. Words are
/// named once for all languages, so that the program stays small.
enum WordTable {
  /// Language tags, sorted.
  static let languages = [
    "ar", "cs", "da", "de", "en", "es", "fi", "fr", "he", "it", "ja", "ko", "nb", "nl", "pl", "pt", "ru", "sv", "tr", "uk", "zh",
    "zh-Hant",
  ]

  /// Other tags of the same languages.
  private static func canonical(_ language: String) -> String {
    switch language {
    case "no", "nn": "nb"
    case "iw": "he"
    // Regions that write Chinese in traditional signs.
    case "zh-hant", "zh-tw", "zh-hk", "zh-mo": "zh-Hant"
    default: language
    }
  }

  /// Texts by language, read at the first use of the language.
  private static let known = Locked<[String: [StandardWord: String]]>([:])

  /// Returns a text; nil if there is no such language. `language` is a tag in lower case. Any thread.
  static func text(_ word: StandardWord, _ language: String) -> String? {
    let language = canonical(language)
    guard languages.contains(language) else { return nil }
    return known.withLock { known in
      if let texts = known[language] { return texts[word] }
      let texts = read(language)
      known[language] = texts
      return texts[word]
    }
  }

  /// Reads the texts of a language. Linear in the size of the tables.
  static func read(_ language: String) -> [StandardWord: String] {
    var texts: [StandardWord: String] = [:]
    var words: [StandardWord?] = []
    // All parts have one type, so that the program has one copy of `split`.
    for line in source[...].utf8.split(separator: UInt8(ascii: "\n")) {
      if line.first == UInt8(ascii: "#") {
        words = line.dropFirst().split(separator: UInt8(ascii: " ")).map { StandardWord(rawValue: String(Substring($0))) }
      } else if Substring(line).hasPrefix(language + "|") {
        let cells = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).dropFirst()
        for (word, cell) in zip(words, cells) { if let word { texts[word] = String(Substring(cell)) } }
      }
    }
    return texts
  }
}
