public import TesseraRender

// Caret movement by display order: left and right, and rows of wrapped lines.

extension EditingState {
  /// Distance of a caret movement.
  public enum Step: Sendable, Hashable {
    /// One grapheme.
    case grapheme
    /// To the far edge of a word.
    case word
    /// To the start or end of the text.
    case all
  }

  /// Moves the caret to the left or right as displayed, regardless of the text's direction.
  ///
  /// Without `extending`, a selection collapses to its end on that side.
  ///
  /// - Parameters:
  ///   - side: direction of the movement.
  ///   - step: distance of the movement.
  ///   - extending: whether the other end of the selection stays.
  ///   - layout: displayed layout of the text.
  ///   - readsRightToLeft: whether the surrounding direction is right-to-left.
  /// - Returns: Whether the caret could move.
  /// - Complexity: O(n) in bytes of the lines that the caret passes, and for words of their paragraphs.
  @discardableResult
  public mutating func step(
    _ side: HorizontalSide, by step: Step = .grapheme, extending: Bool = false, in layout: TextLayout, readsRightToLeft: Bool = false
  ) -> Bool {
    if !extending, !isCaretOnly, step == .grapheme {
      moveCaret(to: selectionEnd(on: side, in: layout))
      return true
    }
    guard var place = VisualCaret(in: layout, at: caretPosition, readsRightToLeft: readsRightToLeft) else { return false }
    var words = WordEdges(string)
    var hasMoved = false
    while place.step(side) {
      hasMoved = true
      // A font's cluster may be smaller than a grapheme.
      guard boundary(at: place.offset) == place.offset else { continue }
      if step == .grapheme { break }
      if step == .word, let passed = place.passed, words.ends(passed.range, isForward: passed.isForward) { break }
    }
    if hasMoved { moveCaret(to: place.position, extending: extending) }
    return hasMoved
  }

  /// Returns the end of the selection that is further to a side. In several lines, it is the end on the side where the paragraph starts or
  /// ends.
  private func selectionEnd(on side: HorizontalSide, in layout: TextLayout) -> CaretPosition {
    let (low, high) = (CaretPosition(selection.lowerBound), layout.canonical(CaretPosition(selection.upperBound, .upstream)))
    let (first, last) = (layout.caret(at: low), layout.caret(at: high))
    if first.minY == last.minY { return (first.minX <= last.minX) == (side == .left) ? low : high }
    return layout.readsRightToLeft(at: low) == (side == .left) ? high : low
  }

  /// Returns the start of the displayed row with the caret, and its end before the break or the wrapping space; nil if no row contains the
  /// caret.
  public func row(in layout: TextLayout) -> (start: CaretPosition, end: CaretPosition)? {
    guard let line = layout.line(holding: caretPosition) else { return nil }
    let start = boundary(at: line.range.lowerBound)
    let end = boundary(at: line.range.upperBound)
    guard end > start else { return (CaretPosition(start), CaretPosition(start)) }
    let before = target(of: .backward, from: end)
    let last = string[index(before)]
    if last.isNewline || last.isWhitespace && end < self.end { return (CaretPosition(start), CaretPosition(before)) }
    return (CaretPosition(start), layout.canonical(CaretPosition(end, .upstream)))
  }

  /// Sets the displayed side of the caret after an edit of `before`: after the inserted text, or unchanged. Does nothing if the string is
  /// the same.
  public mutating func showCaret(afterEditOf before: EditingState, in layout: TextLayout) {
    guard isCaretOnly, !string.hasBytes(of: before.string) else { return }
    let hasInserted = caret > before.selection.lowerBound
    let isBehindSpace = caret > 0 && string[index(target(of: .backward, from: caret))].isWhitespace
    let wanted = hasInserted ? (isBehindSpace ? .downstream : .upstream) : before.affinity
    moveCaret(to: layout.canonical(CaretPosition(caret, wanted)))
  }
}

/// Word boundaries of the last examined paragraph.
private struct WordEdges {
  private let string: String
  private var covered = 0..<0
  private var starts: Set<Int> = []
  private var ends: Set<Int> = []

  init(_ string: String) { self.string = string }

  /// Returns whether a movement leaves a word after the grapheme at `range`.
  mutating func ends(_ range: Range<Int>, isForward: Bool) -> Bool {
    if !covered.contains(range.lowerBound) {
      let parts = TextBoundaries.parts(ofLineAt: range.lowerBound, in: string)
      covered = (parts.first?.range.lowerBound ?? range.lowerBound)..<max(range.upperBound, parts.last?.range.upperBound ?? 0)
      let words = parts.filter(\.isWord)
      starts = Set(words.map(\.range.lowerBound))
      ends = Set(words.map(\.range.upperBound))
    }
    return isForward ? ends.contains(range.upperBound) : starts.contains(range.lowerBound)
  }
}
