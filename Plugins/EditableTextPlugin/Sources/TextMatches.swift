public import Tessera

/// Occurrences of words in a text.
enum TextMatches {
  /// Maximum number of occurrences; further ones are left out.
  static let limit = 10_000

  /// Returns the occurrences from the start of the text on, without overlaps and regardless of case: ranges in UTF-8 bytes on boundaries of
  /// characters. O(length of both).
  static func find(_ words: String, in text: String) -> [Range<Int>] {
    let pattern = words.map { $0.lowercased() }
    guard !pattern.isEmpty else { return [] }
    // Knuth, Morris, Pratt: after a difference, comparing continues with the longest part of the pattern that also begins it.
    var fallback = [Int](repeating: 0, count: pattern.count)
    var length = 0
    for i in pattern.indices.dropFirst() {
      while length > 0, pattern[i] != pattern[length] { length = fallback[length - 1] }
      if pattern[i] == pattern[length] { length += 1 }
      fallback[i] = length
    }
    var (ranges, matched, offset) = ([Range<Int>](), 0, 0)
    // Offsets at which the last characters begin, one for each character of the pattern.
    var starts = [Int](repeating: 0, count: pattern.count)
    for (number, character) in text.enumerated() {
      let sign = character.lowercased()
      starts[number % pattern.count] = offset
      offset += character.utf8.count
      while matched > 0, sign != pattern[matched] { matched = fallback[matched - 1] }
      if sign == pattern[matched] { matched += 1 }
      guard matched == pattern.count else { continue }
      ranges.append(starts[(number + 1) % pattern.count]..<offset)
      matched = 0
      if ranges.count == limit { break }
    }
    return ranges
  }
}

/// Occurrences in the last searched text. Any thread.
final class TextMatchCache: Sendable {
  private let known = Locked<(words: String, text: String, ranges: [Range<Int>])>(("", "", []))

  /// Returns the occurrences of words in a text, found again if one of them has changed.
  func matches(of words: String, in text: String) -> [Range<Int>] {
    guard !words.isEmpty else { return [] }
    let last = known.withLock { $0 }
    if last.words == words, last.text.utf8.count == text.utf8.count, last.text.utf8.elementsEqual(text.utf8) { return last.ranges }
    let ranges = TextMatches.find(words, in: text)
    known.withLock { $0 = (words, text, ranges) }
    return ranges
  }
}

extension EditingField {
  /// Occurrences of the searched words; none in text that is displayed in another form.
  var matches: [Range<Int>] {
    text.isSecure || text.fieldMask != nil ? [] : matchCache.matches(of: text.searchText, in: text.string)
  }
}

extension EditableText: ValueObservingType {
  /// Selects the occurrence that ``match`` names, if the number has changed.
  public static func valueDidChange(_ node: Node<EditableText>) {
    let number = node.value.match
    let isOther = node.storage.shownMatch.withLock { shown in
      defer { shown = number }
      return shown != number
    }
    let matches = isOther && number != 0 ? node.matches : []
    guard !matches.isEmpty else { return }
    let index = ((number - 1) % matches.count + matches.count) % matches.count
    node.edit { field, _ in field.text.editing.select(matches[index]) }
  }
}

extension Node where Value == EditableText {
  /// Occurrences of ``EditableText/searchText``, in UTF-8 bytes, at most 10,000. Any thread. O(length of the text) after a change.
  public var matches: [Range<Int>] { EditingField(self).matches }

  /// Selects the next occurrence of ``EditableText/searchText`` after the selection, or the one before it, and scrolls to it. Continues at the other end
  /// of the text. Sends `selectionChange`. Frame loop. Returns whether there is one.
  ///
  /// F3 does it in a focused field, with Shift backwards.
  @discardableResult
  public func selectNextMatch(backwards: Bool = false) -> Bool {
    let (matches, selection) = (matches, value.selection)
    let next =
      backwards
      ? matches.last { $0.upperBound <= selection.lowerBound } ?? matches.last
      : matches.first { $0.lowerBound >= selection.upperBound } ?? matches.first
    guard let next else { return false }
    EditableText.edit(self) { $0.text.editing.select(next) }
    return true
  }
}
