/// Changed English that shows faults of layouts without a translation. A value.
package enum PseudoLanguage: Sendable {
  /// `en-XA`: letters with accents, a third longer, in brackets.
  case accented
  /// `ar-XB`: English that runs from right to left.
  case mirrored

  /// Tags of the languages.
  package static let (accentedTag, mirroredTag) = ("en-XA", "ar-XB")

  /// Creates a language from its tag, in any case; nil for all others.
  package init?(_ language: String) {
    switch language.lowercased() {
    case "en-xa": self = .accented
    case "ar-xb": self = .mirrored
    default: return nil
    }
  }

  /// Returns text with changed letters. It is not longer.
  package func changed(_ text: some StringProtocol) -> String {
    switch self {
    case .accented: return String(text.map { Self.accents[$0] ?? $0 })
    case .mirrored:
      // A right-to-left override around each word, with a mark at its sides.
      return text.split(separator: " ", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "\u{200F}\u{202E}\($0)\u{202C}\u{200F}" }.joined(separator: " ")
    }
  }

  /// Returns the brackets around a text of `letters` changed letters, with the letters that make it longer; nil if there are none.
  package func frame(_ letters: Int) -> (before: String, after: String)? {
    guard self == .accented, letters > 0 else { return nil }
    return ("[", String(repeating: "·", count: (letters + 2) / 3) + "]")
  }

  private static let accents: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip("aeiouycdgklnrstzAEIOUYCDGKLNRSTZ", "äéïöûÿçďğķłñřšţžÄÉÏÖÛŸÇĎĞĶŁÑŘŠŢŽ"))
}
