/// Emoji of the keyboard: groups, and the words by which each sign is found. Immutable; any thread.
struct EmojiTable: Sendable {
  struct Sign: Sendable, Equatable {
    let text: String
    let words: [Substring]
  }

  /// First sign of each group.
  private(set) var groups: [(name: String, start: Int)] = []
  private(set) var signs: [Sign] = []

  /// Parsed on first use.
  static let standard = EmojiTable(text: "\(StandardLayouts.emoji)")

  /// Parses lines of `group NAME` and `signs SIGN=WORD,WORD …`. The text is part of the plugin; other lines are ignored.
  init(text: String) {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard let key = parts.first else { continue }
      if key == "group", parts.count > 1 { groups.append((parts.dropFirst().joined(separator: " "), signs.count)) }
      guard key == "signs" else { continue }
      for part in parts.dropFirst() {
        let sides = part.split(separator: "=", maxSplits: 1)
        guard sides.count == 2 else { continue }
        signs.append(Sign(text: String(sides[0]), words: sides[1].split(separator: ",")))
      }
    }
  }

  /// Returns signs with a word that starts with `query`: first those whose first word does. At most `limit`.
  func search(_ query: String, limit: Int) -> [String] {
    let query = query.lowercased()
    guard !query.isEmpty else { return [] }
    let first = signs.lazy.filter { $0.words.first?.hasPrefix(query) ?? false }
    let others = signs.lazy.filter { $0.words.dropFirst().contains { $0.hasPrefix(query) } && !($0.words.first?.hasPrefix(query) ?? false) }
    return Array((Array(first.prefix(limit)) + others.prefix(limit)).prefix(limit).map(\.text))
  }
}
