/// Characters that a field accepts: ranges and single characters, such as `0-9A-F`. A value.
struct CharacterFilter: Sendable, Hashable {
  /// Maximum length of a pattern, characters.
  static let limit = 256
  private let ranges: [ClosedRange<Unicode.Scalar>]
  private let isInverted: Bool

  /// Reads a pattern: `a-z` is a range, other characters stand for themselves, and one after a backslash always does. `^` at the start accepts all
  /// others.
  ///
  /// - Returns: nil for a pattern without characters, one with a range whose end is before its start, or one longer than ``limit``.
  init?(_ pattern: String) {
    guard pattern.utf8.count <= Self.limit * 4, pattern.count <= Self.limit else { return nil }
    var scalars = Array(pattern.unicodeScalars)[...]
    isInverted = scalars.first == "^"
    if isInverted { scalars.removeFirst() }
    func next() -> Unicode.Scalar? {
      guard let first = scalars.popFirst() else { return nil }
      return first == "\\" ? scalars.popFirst() ?? first : first
    }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while let low = next() {
      guard scalars.first == "-", scalars.count > 1 else {
        ranges.append(low...low)
        continue
      }
      scalars.removeFirst()
      guard let high = next(), low <= high else { return nil }
      ranges.append(low...high)
    }
    guard !ranges.isEmpty else { return nil }
    self.ranges = ranges
  }

  /// Returns whether a character is accepted: its first scalar, without the marks on it.
  func accepts(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return ranges.contains { $0.contains(scalar) } != isInverted
  }
}

extension EditableText {
  /// Conversion of typed letters.
  public enum LetterCase: String, Sendable, CaseIterable, Hashable {
    /// As typed.
    case typed
    /// Capital letters.
    case upper
    /// Small letters.
    case lower

    func applied(to text: String) -> String {
      switch self {
      case .typed: text
      case .upper: text.uppercased()
      case .lower: text.lowercased()
      }
    }
  }

  /// Parsed ``characters``; nil if every character is accepted.
  var characterFilter: CharacterFilter? { characters.isEmpty ? nil : CharacterFilter(characters) }

  /// Returns a typed text without the characters that the field does not accept, with converted letters. Line breaks are accepted by fields with
  /// several lines.
  private func accepted(_ text: String) -> String {
    let converted = letterCase.applied(to: text)
    guard let filter = characterFilter else { return converted }
    return converted.filter { filter.accepts($0) || isMultiline && $0.isNewline }
  }

  /// Replaces the selection by typed text. Characters that ``characters`` or ``mask`` do not allow are left out.
  mutating func type(_ text: String) {
    let isDeletion = text.isEmpty
    let text = accepted(text)
    // A text of which nothing is accepted does not delete the selection.
    guard isDeletion || !text.isEmpty else { return }
    guard let mask = fieldMask, !text.isEmpty else {
      editing.insert(text)
      return
    }
    let start = string[..<index(selection.lowerBound)].count
    let others = start + string[index(selection.upperBound)...].count
    let fitting = mask.fitting(text, from: start, room: max(0, mask.count - others))
    // Text after the caret moves to other places, and must fit there too.
    guard !fitting.isEmpty, mask.fits(string[index(selection.upperBound)...], from: start + fitting.count) else { return }
    editing.insert(fitting)
  }

  private func index(_ offset: Int) -> String.Index { string.utf8.index(string.startIndex, offsetBy: offset) }
}
