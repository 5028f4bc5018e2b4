internal import TesseraBase

/// Words of standard nodes that a program replaces, or adds in further languages. A value; any thread.
///
/// ```swift
/// root.environment[\.words] = StandardWords([
///   "de": [.done: "Übernehmen"],
///   "is": [.copy: "Afrita", .paste: "Líma"],
/// ])
/// ```
public struct StandardWords: Sendable, Hashable {
  /// Texts by language tag in lower case.
  private let texts: [String: [StandardWord: String]]

  /// Creates the words of the framework without changes.
  public init() { texts = [:] }

  /// Creates replacements by language tag, such as `de` or `pt-PT`.
  public init(_ texts: [String: [StandardWord: String]]) {
    var own: [String: [StandardWord: String]] = [:]
    for (language, words) in texts {
      for (word, text) in words { own[Self.normalized(language), default: [:]][word] = text }
    }
    self.texts = own
  }

  /// Creates replacements from texts by language tag and raw value of ``StandardWord``.
  ///
  /// - Throws: an error for an unknown word, or for a text with other placeholders than the English one.
  public init(named texts: [String: [String: String]]) throws(StandardWordError) {
    var words: [String: [StandardWord: String]] = [:]
    for language in texts.keys.sorted() {
      let texts = texts[language] ?? [:]
      for name in texts.keys.sorted() {
        let text = texts[name] ?? ""
        guard let word = StandardWord(rawValue: name) else {
          let near = nearestName(to: name, among: StandardWord.allCases.map(\.rawValue)).map {
            "; did you mean `\(StandardWord.keyPrefix)\($0)`?"
          }
          throw StandardWordError(language: language, name: name, reason: "is not a word of standard nodes" + (near ?? ""))
        }
        let (own, wanted) = (WordPattern.names(in: text), WordPattern.names(in: word.english))
        guard own == wanted else {
          let list = wanted.isEmpty ? "no placeholders" : "the placeholders " + wanted.map { "{$\($0)}" }.joined(separator: ", ")
          throw StandardWordError(language: language, name: name, reason: "must have \(list), got `\(text)`")
        }
        words[language, default: [:]][word] = text
      }
    }
    self.init(words)
  }

  /// Whether there are no replacements.
  public var isEmpty: Bool { texts.isEmpty }

  /// Languages with texts of the framework, sorted.
  public static var languages: [String] { WordTable.languages }

  /// Returns a text of a language, of a less special one (`de-AT`, then `de`), or the English text. Own texts precede those of the framework.
  /// `en-XA` is longer English with accents, `ar-XB` English from right to left.
  ///
  /// - Parameters:
  ///   - word: the word.
  ///   - language: BCP 47 tag; empty means English.
  ///   - arguments: texts of the placeholders, by name.
  public func text(_ word: StandardWord, language: String, _ arguments: [String: String] = [:]) -> String {
    if let pseudo = PseudoLanguage(language) { return WordPattern.changed(pattern(word, "en"), pseudo, arguments) }
    return WordPattern.filled(pattern(word, Self.normalized(language)), arguments)
  }

  private func pattern(_ word: StandardWord, _ language: String) -> String {
    var tag = language
    while !tag.isEmpty {
      if let own = texts[tag]?[word] { return own }
      if let text = WordTable.text(word, tag) { return text }
      tag = tag.lastIndex(of: "-").map { String(tag[..<$0]) } ?? ""
    }
    return texts["en"]?[word] ?? word.english
  }

  private static func normalized(_ tag: String) -> String { String(tag.lowercased().map { $0 == "_" ? "-" : $0 }) }
}

/// Error of a replaced word.
public struct StandardWordError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Language tag as given.
  public let language: String
  /// Name of the word as given.
  public let name: String
  let reason: String

  public var description: String { "`\(StandardWord.keyPrefix)\(name)` in `\(language)` \(reason)" }
}

extension EnvironmentValues {
  /// Words of standard nodes that the program replaces or adds; empty by default.
  public var words: StandardWords {
    get { value(EnvironmentKeys.words) ?? StandardWords() }
    set { set(EnvironmentKeys.words, newValue, isDefault: newValue.isEmpty) }
  }

  /// Returns a word of standard nodes in the language of ``locale``.
  ///
  /// Code of a node type that calls it runs again if ``locale`` or ``words`` change.
  /// - Parameters:
  ///   - word: the word.
  ///   - arguments: texts of its placeholders, by name.
  public func word(_ word: StandardWord, _ arguments: [String: String] = [:]) -> String {
    words.text(word, language: locale, arguments)
  }
}
