/// Left or right.
public enum HorizontalSide: Sendable, CaseIterable, Hashable {
  /// The side where lines of Latin text start.
  case left
  /// The side where lines of Hebrew text start.
  case right

  /// The opposite side.
  public var opposite: HorizontalSide { self == .left ? .right : .left }
}

/// A caret that moves visually over a text layout: left moves left, whatever the direction of the letters.
///
/// At the edge of a line it continues on the next line in the paragraph's direction. Between paragraphs it moves in one direction
/// for the whole text, so that a held key passes every letter once. Steps by grapheme cluster take O(1), each line O(its bytes).
public struct VisualCaret {
  private let layout: TextLayout
  private let readsRightToLeft: Bool
  private var row: TextRow
  private var gap: Int
  private var raw: CaretPosition

  /// Grapheme cluster passed by the last step, UTF-8 bytes, and whether the step was towards the end of the text; nil if the step moved to
  /// another line.
  public private(set) var passed: (range: Range<Int>, isForward: Bool)?

  /// Position of the caret, downstream unless that is shown elsewhere.
  ///
  /// - Complexity: O(bytes of the line).
  public var position: CaretPosition { layout.canonical(raw) }

  /// Number of UTF-8 bytes before the caret.
  public var offset: Int { raw.offset }

  /// Creates a caret; nil if the layout has no line.
  ///
  /// - Parameters:
  ///   - layout: the text.
  ///   - position: initial position.
  ///   - readsRightToLeft: whether moving left leads to the paragraph below.
  public init?(in layout: TextLayout, at position: CaretPosition, readsRightToLeft: Bool = false) {
    guard let row = TextRow(of: layout, holding: position) else { return nil }
    (self.layout, self.readsRightToLeft, self.row, raw) = (layout, readsRightToLeft, row, position)
    gap = row.gap(of: position)
  }

  /// Moves past one grapheme cluster, or to another line. Returns false if there is nothing on that side.
  public mutating func step(_ side: HorizontalSide) -> Bool {
    if pass(side) { return true }
    let before = raw.offset
    guard let (other, edge) = neighbor(side) else { return false }
    row = other
    (gap, raw, passed) = (edge == .left ? 0 : other.graphemes.count, other.position(at: edge), nil)
    // The end of a wrapped line and the start of the next are one stop.
    if raw.offset == before { _ = pass(side) }
    return true
  }

  private mutating func pass(_ side: HorizontalSide) -> Bool {
    let isRight = side == .right
    guard isRight ? gap < row.graphemes.count : gap > 0 else { return false }
    let grapheme = row.graphemes[isRight ? gap : gap - 1]
    gap += isRight ? 1 : -1
    raw = row.position(at: side, of: grapheme)
    passed = (grapheme.range, isRight != grapheme.readsRightToLeft)
    // The end of a wrapped row and the start of the next are one stop, unless letters of the other direction are at that edge of either
    // row.
    let isAtEdge = isRight != row.readsRightToLeft && gap == (isRight ? row.graphemes.count : 0)
    guard isAtEdge, raw.affinity == .upstream, row.isBroken, raw.offset == row.range.upperBound, let next = row.next(in: layout) else {
      return true
    }
    let start = CaretPosition(raw.offset)
    if next.gap(of: start) == (isRight ? 0 : next.graphemes.count) {
      (gap, raw, row) = (next.gap(of: start), start, next)
    }
    return true
  }

  /// Returns the line beyond an edge of this one, and the edge where the caret enters it.
  private func neighbor(_ side: HorizontalSide) -> (row: TextRow, edge: HorizontalSide)? {
    let isForward = (side == .right) != row.readsRightToLeft
    if isForward, row.isBroken { return row.next(in: layout).map { ($0, side.opposite) } }
    if !isForward, let above = row.previous(in: layout), above.isBroken { return (above, side.opposite) }
    // Another paragraph, at the end from which the same key passes through all of it.
    let goesDown = (side == .right) != readsRightToLeft
    var from = row
    if !goesDown { while let above = from.previous(in: layout), above.isBroken { from = above } }
    if goesDown { while from.isBroken, let below = from.next(in: layout) { from = below } }
    guard var other = goesDown ? from.next(in: layout) : from.previous(in: layout) else { return nil }
    let passesForward = (side == .right) != other.readsRightToLeft
    if passesForward { while let above = other.previous(in: layout), above.isBroken { other = above } }
    if !passesForward { while other.isBroken, let below = other.next(in: layout) { other = below } }
    return (other, side.opposite)
  }
}
