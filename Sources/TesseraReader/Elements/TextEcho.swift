internal import TesseraMessages
public import Tessera

/// Words for changes in a text field: typed, deleted and selected text, and moves of the caret. A value.
public struct TextEcho: Sendable {
  /// Text that typing reads.
  public enum Typing: String, Sendable, CaseIterable, Hashable {
    case nothing = "none"
    /// Each character.
    case characters
    /// Each word at its end.
    case words
    /// Both.
    case both
  }

  private let words: ElementSpeech
  private let typing: Typing
  private var text: SpokenText { SpokenText(language: words.language) }

  /// Creates the words for a language.
  public init(language: String, typing: Typing = .both) { (words, self.typing) = (ElementSpeech(language: language), typing) }

  /// Returns the words for the step from one state of a field to the next; nil if nothing is read. O(the surroundings of the caret).
  public func words(from old: TextInputState, to new: TextInputState) -> String? {
    if new.isSecret || old.isSecret { return secret(old, new) }
    let delta = new.length - old.length
    if old.preedit != nil || new.preedit != nil { return nil }
    let isSameText = delta == 0 && (old.start != new.start || old.surroundings == new.surroundings)
    if isSameText { return moved(old, new) }
    let inserted =
      new.selection.isEmpty ? part(of: new, old.selection.lowerBound..<max(old.selection.lowerBound, new.selection.lowerBound)) : ""
    if !inserted.isEmpty { return typed(inserted, new) }
    if delta < 0 {
      let low = min(new.selection.lowerBound, old.selection.lowerBound)
      let removed = part(of: old, low..<low - delta)
      return removed.isEmpty ? nil : words.word("deleted", ["text": .text(shortName(removed))])
    }
    return nil
  }

  /// Words for a secret field: one for a typed letter, one for a deleted letter.
  private func secret(_ old: TextInputState, _ new: TextInputState) -> String? {
    if new.length > old.length { return words.word("bullet") }
    return new.length < old.length ? words.word("deleted", ["text": .text(words.word("bullet"))]) : nil
  }

  private func typed(_ inserted: String, _ new: TextInputState) -> String? {
    guard typing != .nothing else { return nil }
    guard inserted.count == 1, let character = inserted.first else { return longer(inserted) }
    let name = ReaderWords.name(of: character, language: words.language)
    guard typing != .characters, !Self.isInWord(character) else { return typing == .words && Self.isInWord(character) ? nil : name }
    let before = new.textBefore.dropLast()
    let word = String(before.reversed().prefix { Self.isInWord($0) }.reversed())
    return word.isEmpty ? name : words.join([word, typing == .both ? name : ""])
  }

  private func moved(_ old: TextInputState, _ new: TextInputState) -> String? {
    guard old.selection != new.selection else { return nil }
    if !new.selection.isEmpty || !old.selection.isEmpty { return selected(old.selection, new.selection, new) }
    let (from, to) = (old.selection.lowerBound, new.selection.lowerBound)
    let passed = part(of: new, min(from, to)..<max(from, to))
    if passed.count == 1 {
      guard let next = new.textAfter.first else { return words.word("end-of-text") }
      return ReaderWords.name(of: next, language: words.language)
    }
    if passed.contains(where: \.isNewline) || passed.isEmpty {
      let line = String(new.textBefore.reversed().prefix { !$0.isNewline }.reversed()) + new.textAfter.prefix { !$0.isNewline }
      return line.isEmpty ? words.word("blank") : line
    }
    let word = String(new.textAfter.drop { !Self.isInWord($0) && !$0.isNewline }.prefix { Self.isInWord($0) })
    return word.isEmpty ? new.textAfter.first.map { ReaderWords.name(of: $0, language: words.language) } ?? words.word("end-of-text") : word
  }

  private func selected(_ old: Range<Int>, _ new: Range<Int>, _ state: TextInputState) -> String? {
    if new.isEmpty { return words.word("selection-removed") }
    // If a selection grows or shrinks at one end, only the difference is read.
    if !old.isEmpty, old.lowerBound == new.lowerBound || old.upperBound == new.upperBound {
      let isGrowing = new.count > old.count
      let difference =
        old.lowerBound == new.lowerBound
        ? min(old.upperBound, new.upperBound)..<max(old.upperBound, new.upperBound)
        : min(old.lowerBound, new.lowerBound)..<max(old.lowerBound, new.lowerBound)
      let part = part(of: state, difference)
      return words.word(isGrowing ? "text-selected" : "text-unselected", ["text": .text(shortName(part))])
    }
    return words.word("text-selected", ["text": .text(shortName(part(of: state, new)))])
  }

  /// One character by its name, a long text by its length.
  private func shortName(_ text: String) -> String {
    text.count == 1 ? ReaderWords.name(of: text.first ?? " ", language: words.language) : longer(text)
  }

  private func longer(_ text: String) -> String {
    text.utf8.count <= 400 ? text : words.word("characters", ["n": .number(text.count)])
  }

  static func isInWord(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "'" || character == "’" }

  /// Text of a range of positions, as far as the state has it.
  private func part(of state: TextInputState, _ range: Range<Int>) -> String {
    let utf8 = Array(state.surroundings.utf8)
    let low = min(max(0, range.lowerBound - state.start), utf8.count)
    let high = min(max(low, range.upperBound - state.start), utf8.count)
    return String(decoding: utf8[low..<high], as: UTF8.self)
  }
}
