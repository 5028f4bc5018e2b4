public import TesseraRender

/// String with a selection and the operations of editing it, independent of nodes, pixels and locks. ``EditingHistory`` undoes edits.
///
/// Positions are UTF-8 offsets on grapheme boundaries, so that no edit splits an emoji family, a flag, a syllable, or a letter from its
/// marks. Movements follow the string; ``step(_:by:extending:in:readsRightToLeft:)`` moves left and right as displayed. Each move or edit
/// takes time proportional to its distance; `maximumLength` makes insertion O(n) in the length.
public struct EditingState: Sendable {
  /// Edited string.
  public private(set) var string: String
  /// Fixed end of the selection.
  public private(set) var anchor = 0
  /// Position of the caret, the moving end of the selection.
  public private(set) var caret = 0
  /// Side at which the caret is displayed: at the end of a wrapped line, after the preceding letter.
  public private(set) var affinity = TextAffinity.downstream
  /// Whether line breaks may be inserted; if not, they become spaces.
  public var isMultiline = false
  /// Maximum number of graphemes after an insertion; 0 means unlimited.
  ///
  /// A string that is already longer stays.
  public var maximumLength = 0

  /// Looks of parts of the string. Edits keep them with their letters; ``setString(_:)`` removes them.
  public var styles = EditingStyles() { didSet { typingStyle = nil } }
  /// Look of the next inserted text; nil means that of the letter before the caret. A movement of the caret removes it.
  public var typingStyle: EditingStyle?

  /// Creates a state with the caret at the end of `string`.
  public init(_ string: String = "") {
    self.string = string
    self.string.makeContiguousUTF8()
    caret = self.string.utf8.count
    anchor = caret
  }

  /// Caret with its displayed side.
  public var caretPosition: CaretPosition { CaretPosition(caret, affinity) }
  /// Selected range; empty if there is only a caret.
  public var selection: Range<Int> { min(anchor, caret)..<max(anchor, caret) }
  /// Whether the selection is empty.
  public var isCaretOnly: Bool { anchor == caret }
  /// Length of the string in UTF-8 bytes, which is the last position.
  public var end: Int { string.utf8.count }
  /// Selected text.
  public var selectedText: String { String(string[index(selection.lowerBound)..<index(selection.upperBound)]) }

  // MARK: selecting

  /// Moves the caret to the boundary at or before `offset`; `extending` keeps the other end of the selection.
  public mutating func moveCaret(to offset: Int, extending: Bool = false) { moveCaret(to: CaretPosition(offset), extending: extending) }

  /// Moves the caret to the boundary at or before a position; `extending` keeps the other end of the selection.
  public mutating func moveCaret(to position: CaretPosition, extending: Bool = false) {
    let former = caret
    caret = boundary(at: position.offset)
    if caret != former { typingStyle = nil }
    affinity = caret == position.offset ? position.affinity : .downstream
    if !extending { anchor = caret }
  }

  /// Selects a range, extended to grapheme boundaries and clipped to the string; the caret is at its end.
  public mutating func select(_ range: Range<Int>) {
    guard !range.isEmpty else { return moveCaret(to: range.lowerBound) }
    anchor = boundary(at: range.lowerBound)
    caret = boundary(at: range.upperBound, roundingUp: true)
    (affinity, typingStyle) = (.downstream, nil)
  }

  /// Changes the look of the selection, or that of the next inserted text if there is only a caret.
  public mutating func style(_ change: (inout EditingStyle) -> Void) {
    guard isCaretOnly else { return styles.update(selection, change) }
    var style = insertedStyle
    change(&style)
    typingStyle = style
  }

  /// Look of the next inserted text. Text in place of a selection takes the look of its first letter.
  public var insertedStyle: EditingStyle {
    if let typingStyle { return typingStyle }
    return isCaretOnly ? styles.style(before: caret) : styles.style(before: selection.lowerBound + 1)
  }

  /// Selects everything.
  public mutating func selectAll() { select(0..<end) }

  /// Selects the word (or the run of spaces or punctuation) at `offset`.
  public mutating func selectWord(at offset: Int) { select(TextBoundaries.word(at: boundary(at: offset), in: string)) }

  /// Selects the word (or the run of spaces or punctuation) at the displayed position of a caret.
  public mutating func selectWord(at position: CaretPosition) {
    let offset = boundary(at: position.offset)
    selectWord(at: position.affinity == .upstream ? target(of: .backward, from: offset) : offset)
  }

  /// Movement of the caret.
  public enum Movement: Sendable, CaseIterable, Hashable {
    /// One grapheme.
    case backward, forward
    /// To the start of a word, or to the end of one.
    case wordBackward, wordForward
    /// To the start or end of the line (between line breaks; wrapped rows are handled by the view).
    case lineStart, lineEnd
    /// To the start or end of the text.
    case start, end
  }

  /// Moves the caret.
  ///
  /// Without `extending`, a selection collapses to its end in the direction of the movement.
  public mutating func move(_ movement: Movement, extending: Bool = false) {
    if !extending, !isCaretOnly, movement == .backward || movement == .forward {
      moveCaret(to: movement == .backward ? selection.lowerBound : selection.upperBound)
    } else {
      moveCaret(to: target(of: movement, from: caret), extending: extending)
    }
  }

  /// Returns the position after a movement from `offset`.
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

  /// Replaces the selection with `text`. Line breaks and control characters are normalized, and the text is cut at the maximum length.
  ///
  /// - Returns: Whether the string changed.
  @discardableResult
  public mutating func insert(_ text: String) -> Bool {
    let clean = TextCleaning.clean(text, keepsLineBreaks: isMultiline)
    let fitting = cut(clean, replacing: selection)
    guard !fitting.isEmpty || (!isCaretOnly && clean.isEmpty) else { return false }
    return replace(selection, with: fitting)
  }

  /// Removes the selection. If it is empty, removes the text between the caret and the target of `movement`.
  ///
  /// - Returns: Whether the string changed.
  @discardableResult
  public mutating func delete(_ movement: Movement) -> Bool {
    if !isCaretOnly { return replace(selection, with: "") }
    let other = target(of: movement, from: caret)
    return replace(min(caret, other)..<max(caret, other), with: "")
  }

  /// Replaces the whole string, as a program does: without a length limit. The selection is kept as far as possible.
  public mutating func setString(_ new: String) {
    guard new != string || new.utf8.count != string.utf8.count else { return }
    let atEnd = isCaretOnly && caret == end
    string = new
    string.makeContiguousUTF8()
    styles = EditingStyles()
    caret = boundary(at: atEnd ? end : caret)
    affinity = .downstream
    anchor = boundary(at: atEnd ? end : anchor)
  }

  // MARK: boundaries

  /// Returns the grapheme boundary at or before `offset` (at or after it with `roundingUp`), clipped to the string.
  public func boundary(at offset: Int, roundingUp: Bool = false) -> Int {
    if offset <= 0 { return 0 }
    if offset >= end { return end }
    // From an offset inside a character, a step forward leads to its end, and a step back from there to its start.
    let after = string.index(after: string.utf8.index(string.startIndex, offsetBy: offset))
    let before = string.index(before: after)
    let start = self.offset(before)
    return start == offset ? offset : (roundingUp ? self.offset(after) : start)
  }

  func index(_ offset: Int) -> String.Index { string.utf8.index(string.startIndex, offsetBy: offset) }
  func offset(_ index: String.Index) -> Int { string.utf8.distance(from: string.startIndex, to: index) }

  private mutating func replace(_ range: Range<Int>, with text: String) -> Bool {
    guard !(range.isEmpty && text.isEmpty) else { return false }
    styles.replace(range, count: text.utf8.count, text.isEmpty ? EditingStyle() : insertedStyle)
    string.replaceSubrange(index(range.lowerBound)..<index(range.upperBound), with: text)
    // Inserted text may join the following text (a letter before a mark). The caret is after the whole grapheme.
    caret = boundary(at: range.lowerBound + text.utf8.count, roundingUp: true)
    affinity = .downstream
    anchor = caret
    return true
  }

  /// Restores a state recorded by ``EditingHistory``.
  mutating func restore(_ string: String, _ styles: EditingStyles, anchor: Int, caret: Int) {
    (self.string, self.anchor, self.caret, affinity) = (string, anchor, caret, .downstream)
    self.styles = styles
  }

  /// Returns the longest prefix of `text` that fits in place of `range`.
  private func cut(_ text: String, replacing range: Range<Int>) -> String {
    guard maximumLength > 0, !text.isEmpty else { return text }
    let head = string[..<index(range.lowerBound)]
    let tail = string[index(range.upperBound)...]
    // Text that joins its neighbours adds fewer characters, so start with a prefix slightly longer than the space.
    var fitting = text.prefix(max(0, maximumLength - string.count + string[index(range.lowerBound)..<index(range.upperBound)].count) + 2)
    while !fitting.isEmpty, (head + fitting + tail).count > maximumLength { fitting.removeLast() }
    return String(fitting)
  }
}

extension EditingState: Equatable {
  /// Compares bytes, because `==` of strings treats equivalent ones as equal.
  public static func == (a: EditingState, b: EditingState) -> Bool {
    a.caret == b.caret && a.affinity == b.affinity && a.anchor == b.anchor && a.isMultiline == b.isMultiline
      && a.maximumLength == b.maximumLength && a.styles == b.styles && a.typingStyle == b.typingStyle
      && a.string.hasBytes(of: b.string)
  }
}
