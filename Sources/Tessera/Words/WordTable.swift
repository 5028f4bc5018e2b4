internal import TesseraBase

/// Words of the framework in its languages.
///
/// The source is a text of tables: a line `# cut copy` names the words of the columns, and each following line has a language and its texts. Words are
/// named once for all languages, so that the program stays small.
enum WordTable {
  /// Language tags.
  static let languages: Set<String> = [
    "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "fi", "pl", "cs", "ru", "uk", "tr", "ar", "he", "zh", "ja", "ko",
  ]

  /// Other tags of the same languages.
  private static let aliases = ["no": "nb", "nn": "nb", "iw": "he"]

  /// Texts by language, read at the first use of the language.
  private static let known = Locked<[String: [StandardWord: String]]>([:])

  /// Returns a text; nil if there is no such language. `language` is a tag in lower case. Any thread.
  static func text(_ word: StandardWord, _ language: String) -> String? {
    let language = aliases[language] ?? language
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
    for line in source.utf8.split(separator: UInt8(ascii: "\n")) {
      if line.first == UInt8(ascii: "#") {
        words = line.dropFirst().split(separator: UInt8(ascii: " ")).map { StandardWord(rawValue: String(Substring($0))) }
        continue
      }
      guard line.starts(with: language.utf8), line.dropFirst(language.utf8.count).first == UInt8(ascii: "|") else { continue }
      let cells = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).dropFirst()
      for (word, cell) in zip(words, cells) { if let word { texts[word] = String(Substring(cell)) } }
    }
    return texts
  }
}
