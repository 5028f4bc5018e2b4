public import TesseraRender

/// A string with a selection, and the ways in which a person edits it: no node, no pixel, no lock. ``EditingHistory`` undoes edits.
///
/// Positions are UTF-8 offsets that always lie on grapheme boundaries, so that no edit ever splits an emoji family, a flag, a syllable or a
/// letter from its marks. Movements follow the string; ``step(_:by:extending:in:readsRightToLeft:)`` goes left and right as the text is shown.
/// Each move or edit takes time in proportion to the distance it covers; `maximumLength` makes insertion O(length).
public struct EditingState: Sendable {
  /// What is edited.
  public private(set) var string: String
  /// Where the selection was begun: the end that stays.
  public private(set) var anchor = 0
  /// Where the caret is: the end that moves.
  public private(set) var caret = 0
  /// The letter that the caret is shown at: at the end of a wrapped line the one before it.
  public private(set) var affinity = TextAffinity.downstream
  /// Whether line breaks may be inserted; where not, they become spaces.
  public var isMultiline = false
  /// The most graphemes that insertion may lead to; 0: no limit.
  ///
  /// A string that was longer stays.
  public var maximumLength = 0

  /// Makes a state with the caret at the end of `string`.
  public init(_ string: String = "") {
    self.string = string
    self.string.makeContiguousUTF8()
    caret = self.string.utf8.count
    anchor = caret
  }

  /// The caret with the side of it that it is shown at.
  public var caretPosition: CaretPosition { CaretPosition(caret, affinity) }
  /// The selected range; empty where there is only a caret.
  public var selection: Range<Int> { min(anchor, caret)..<max(anchor, caret) }
  /// Whether nothing is selected.
  public var isCaretOnly: Bool { anchor == caret }
  /// Length of the string in UTF-8 bytes: the last position.
  public var end: Int { string.utf8.count }
  /// The selected characters.
  public var selectedText: String { String(string[index(selection.lowerBound)..<index(selection.upperBound)]) }

  // MARK: selecting

  /// Puts the caret at the boundary at or before `offset`; `extending` keeps the other end of the selection.
  public mutating func moveCaret(to offset: Int, extending: Bool = false) { moveCaret(to: CaretPosition(offset), extending: extending) }

  /// Puts the caret at the boundary at or before a position; `extending` keeps the other end of the selection.
  public mutating func moveCaret(to position: CaretPosition, extending: Bool = false) {
    caret = boundary(at: position.offset)
    affinity = caret == position.offset ? position.affinity : .downstream
    if !extending { anchor = caret }
  }

  /// Selects a range, moved outwards to grapheme boundaries and cut to the string; the caret is at its end.
  public mutating func select(_ range: Range<Int>) {
    guard !range.isEmpty else { return moveCaret(to: range.lowerBound) }
    anchor = boundary(at: range.lowerBound)
    caret = boundary(at: range.upperBound, roundingUp: true)
    affinity = .downstream
  }

  /// Selects everything.
  public mutating func selectAll() { select(0..<end) }

  /// Selects the word (or the run of spaces or punctuation) at `offset`.
  public mutating func selectWord(at offset: Int) { select(TextBoundaries.word(at: boundary(at: offset), in: string)) }

  /// Selects the word (or the run of spaces or punctuation) that a caret is shown at.
  public mutating func selectWord(at position: CaretPosition) {
    let offset = boundary(at: position.offset)
    selectWord(at: position.affinity == .upstream ? target(of: .backward, from: offset) : offset)
  }

  /// A way for the caret to go.
  public enum Movement: Sendable, CaseIterable, Hashable {
    /// One grapheme.
    case backward, forward
    /// To the start of a word, or to the end of one.
    case wordBackward, wordForward
    /// To the start or end of the line (between line breaks; lines that are only wrapped are the view's affair).
    case lineStart, lineEnd
    /// To the start or end of everything.
    case start, end
  }

  /// Moves the caret.
  ///
  /// Without `extending`, a selection collapses to the side where the move leads.
  public mutating func move(_ movement: Movement, extending: Bool = false) {
    if !extending, !isCaretOnly, movement == .backward || movement == .forward {
      moveCaret(to: movement == .backward ? selection.lowerBound : selection.upperBound)
    } else {
      moveCaret(to: target(of: movement, from: caret), extending: extending)
    }
  }

  /// Where a move from `offset` leads.
  public func target(of movement: Movement, from offset: Int) -> Int {
    switch movement {
    case .backward: offset > 0 ? self.offset(string.index(before: index(offset))) : 0
    case .forward: offset < end ? self.offset(string.index(after: index(offset))) : end
    case .wordBackward: TextBoundaries.previousWordStart(before: offset, in: string)
    case .wordForward: TextBoundaries.nextWordEnd(after: offset, in: string)
    case .lineStart: TextBoundaries.lineStart(at: offset, in: string)
    case .lineEnd: TextBoundaries.lineEnd(at: offset, in: string)
    case .start: 0
    case .end: end
    }
  }

  // MARK: editing

  /// Replaces the selection with `text` (line breaks and control characters cleaned), cut where it would pass the maximum length.
  ///
  /// - Returns: Whether the string changed.
  @discardableResult
  public mutating func insert(_ text: String) -> Bool {
    let clean = TextCleaning.clean(text, keepsLineBreaks: isMultiline)
    let fitting = cut(clean, replacing: selection)
    guard !fitting.isEmpty || (!isCaretOnly && clean.isEmpty) else { return false }
    return replace(selection, with: fitting)
  }

  /// Removes the selection, or without one what lies between the caret and where `movement` leads.
  ///
  /// - Returns: Whether the string changed.
  @discardableResult
  public mutating func delete(_ movement: Movement) -> Bool {
    if !isCaretOnly { return replace(selection, with: "") }
    let other = target(of: movement, from: caret)
    return replace(min(caret, other)..<max(caret, other), with: "")
  }

  /// Replaces everything as a program does: without a limit; the selection stays where it can.
  public mutating func setString(_ new: String) {
    guard new != string || new.utf8.count != string.utf8.count else { return }
    let atEnd = isCaretOnly && caret == end
    string = new
    string.makeContiguousUTF8()
    caret = boundary(at: atEnd ? end : caret)
    affinity = .downstream
    anchor = boundary(at: atEnd ? end : anchor)
  }

  // MARK: boundaries

  /// Returns the grapheme boundary at `offset`, or the nearest before it (after it where `roundingUp`); cut to the string.
  public func boundary(at offset: Int, roundingUp: Bool = false) -> Int {
    if offset <= 0 { return 0 }
    if offset >= end { return end }
    // Stepping forward from inside a character leads to its end, and back from there to its start.
    let after = string.index(after: string.utf8.index(string.startIndex, offsetBy: offset))
    let before = string.index(before: after)
    let start = self.offset(before)
    return start == offset ? offset : (roundingUp ? self.offset(after) : start)
  }

  func index(_ offset: Int) -> String.Index { string.utf8.index(string.startIndex, offsetBy: offset) }
  func offset(_ index: String.Index) -> Int { string.utf8.distance(from: string.startIndex, to: index) }

  private mutating func replace(_ range: Range<Int>, with text: String) -> Bool {
    guard !(range.isEmpty && text.isEmpty) else { return false }
    string.replaceSubrange(index(range.lowerBound)..<index(range.upperBound), with: text)
    // What was inserted may have joined what follows (a letter before a mark): the caret goes after the whole.
    caret = boundary(at: range.lowerBound + text.utf8.count, roundingUp: true)
    affinity = .downstream
    anchor = caret
    return true
  }

  /// Takes over what an ``EditingHistory`` noted.
  mutating func restore(_ string: String, anchor: Int, caret: Int) {
    (self.string, self.anchor, self.caret, affinity) = (string, anchor, caret, .downstream)
  }

  /// Returns the longest start of `text` that may take the place of `range`.
  private func cut(_ text: String, replacing range: Range<Int>) -> String {
    guard maximumLength > 0, !text.isEmpty else { return text }
    let head = string[..<index(range.lowerBound)]
    let tail = string[index(range.upperBound)...]
    // What joins its neighbours counts less than alone, so a little more than the room is tried first.
    var fitting = text.prefix(max(0, maximumLength - string.count + string[index(range.lowerBound)..<index(range.upperBound)].count) + 2)
    while !fitting.isEmpty, (head + fitting + tail).count > maximumLength { fitting.removeLast() }
    return String(fitting)
  }
}

extension EditingState: Equatable {
  /// Equal in every byte: `==` of strings takes equivalent ones for equal too.
  public static func == (a: EditingState, b: EditingState) -> Bool {
    a.caret == b.caret && a.affinity == b.affinity && a.anchor == b.anchor && a.isMultiline == b.isMultiline
      && a.maximumLength == b.maximumLength
      && a.string.hasBytes(of: b.string)
  }
}
