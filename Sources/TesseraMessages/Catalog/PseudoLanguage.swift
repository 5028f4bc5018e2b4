/// Changed English that shows faults of layouts without a translation.
enum PseudoLanguage {
  /// `en-XA`: letters with accents, a third longer, in brackets.
  case accented
  /// `ar-XB`: English that runs from right to left.
  case mirrored

  init?(_ language: String) {
    switch language {
    case MessageCatalog.accentedLanguage: self = .accented
    case MessageCatalog.mirroredLanguage: self = .mirrored
    default: return nil
    }
  }

  /// Parts with changed text. Values stay.
  func changed(_ parts: [MessagePart]) -> [MessagePart] {
    var letters = 0
    var result = parts.flatMap { part -> [MessagePart] in
      switch part {
      case .text(let text):
        letters += text.count
        return [.text(changed(text))]
      // Values have the direction of English.
      case .value, .fallback: return self == .mirrored ? [.isolation("\u{2066}"), part, .isolation("\u{2069}")] : [part]
      case .isolation, .markup: return [part]
      }
    }
    if self == .accented, letters > 0 {
      let padding = String(repeating: "·", count: (letters + 2) / 3)
      result = [.text("[")] + result + [.text(padding + "]")]
    }
    return result
  }

  private func changed(_ text: String) -> String {
    switch self {
    case .accented: return String(text.map { PseudoLanguage.accents[$0] ?? $0 })
    case .mirrored:
      // A right-to-left override around each word, with a mark at its sides.
      return text.split(separator: " ", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "\u{200F}\u{202E}\($0)\u{202C}\u{200F}" }.joined(separator: " ")
    }
  }

  private static let accents: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip("aeiouycdgklnrstzAEIOUYCDGKLNRSTZ", "äéïöûÿçďğķłñřšţžÄÉÏÖÛŸÇĎĞĶŁÑŘŠŢŽ"))
}
