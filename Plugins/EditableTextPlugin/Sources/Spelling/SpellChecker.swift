internal import Tessera

/// Dictionary that knows the words of languages. Fields with ``EditableText/checksSpelling`` ask ``SpellChecking/checker``.
///
/// Any thread; calls are short and may come from the frame loop.
public protocol SpellChecker: Sendable {
  /// Returns whether a word is spelled correctly. A language without a dictionary knows every word.
  ///
  /// - Parameters:
  ///   - word: A word without white space.
  ///   - language: Language tag, such as `de` or `en-GB`.
  func isKnown(_ word: String, language: String) -> Bool

  /// Returns corrections of a word, the most likely first; empty if there are none.
  func corrections(of word: String, language: String) -> [String]

  /// Returns the reason for which words of a language are not checked, with the remedy; nil if they are.
  func problem(language: String) -> String?
}

/// Choice of the dictionary for all fields of the process. Any thread.
public final class SpellChecking: Sendable {
  /// Dictionary of the fields.
  public static let shared = SpellChecking()

  private let held = Locked<(any SpellChecker)?>(nil)

  /// The dictionary: ``HunspellChecker`` with the folders of the system, until the program sets another one.
  public var checker: any SpellChecker {
    get {
      if let checker = held.withLock({ $0 }) { return checker }
      let made = HunspellChecker()
      return held.withLock { held in
        if let checker = held { return checker }
        held = made
        return made
      }
    }
    set { held.withLock { $0 = newValue } }
  }
}
