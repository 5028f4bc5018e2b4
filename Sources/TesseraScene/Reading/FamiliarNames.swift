internal import Tessera

/// Names from CSS and other frameworks, mapped to their equivalents here.
enum FamiliarNames {
  /// Returns the node type that `name` probably refers to.
  static func type(meantBy name: String, among candidates: [String]) -> String? {
    let word = letters(name)
    if let same = candidates.first(where: { letters($0) == word }) { return same }
    return types[word]?.first(where: candidates.contains) ?? nearestName(to: name, among: candidates)
  }

  /// Returns the candidate that `name` probably refers to: its equivalent, otherwise the nearest name; nil if no name is near.
  static func meant(by name: String, among candidates: [String]) -> String? { find(name, in: attributes, candidates) }

  /// Returns the signal that `name` probably refers to.
  static func signal(meantBy name: String, among candidates: [String]) -> String? {
    // `onClick` and `click` are the same.
    let word = letters(name)
    let known = signals[word] ?? (word.hasPrefix("on") ? signals[String(word.dropFirst(2))] : nil)
    if let known = known?.first(where: candidates.contains) { return known }
    let bare = word.hasPrefix("on") ? String(word.dropFirst(2)) : word
    return candidates.first { letters($0) == bare } ?? nearestName(to: name, among: candidates)
  }

  /// Returns the style key that `name` probably refers to.
  static func styleKey(meantBy name: String, among candidates: [String]) -> String? { find(name, in: styleKeys, candidates) }

  /// Returns the word of a list of words that `name` probably refers to.
  static func word(meantBy name: String, among candidates: [String]) -> String? { find(name, in: words, candidates) }

  private static func find(_ name: String, in table: [String: [String]], _ candidates: [String]) -> String? {
    let word = letters(name)
    if let same = candidates.first(where: { letters($0) == word }) { return same }
    return table[word]?.first(where: candidates.contains) ?? nearestName(to: name, among: candidates)
  }

  private static func letters(_ name: String) -> String { name.lowercased().filter(\.isLetter) }
}
