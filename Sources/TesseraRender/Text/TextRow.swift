internal import CRender

/// A line of a text for caret movement. A value.
struct TextRow {
  /// A grapheme cluster of a line.
  struct Grapheme {
    /// UTF-8 bytes of the string.
    var range: Range<Int>
    var readsRightToLeft: Bool
  }

  /// The layout with the line: a block of a long text, or the text itself.
  private let layout: TextLayout
  private let block: Int
  private let index: Int
  /// Number of bytes before the block.
  private let start: Int
  /// Grapheme clusters from left to right, without the line break.
  let graphemes: [Grapheme]
  /// UTF-8 bytes of the string, including the line break unless that ends a block.
  let range: Range<Int>
  /// Whether the next line continues the paragraph.
  let isBroken: Bool
  /// Whether the paragraph reads from right to left.
  let readsRightToLeft: Bool

  private init?(_ layout: TextLayout, block: Int, start: Int, index: Int) {
    guard let handle = layout.handle, index >= 0, index < layout.lineCount else { return nil }
    (self.layout, self.block, self.start, self.index) = (layout, block, start, index)
    let line = layout.line(index).range
    range = start + line.lowerBound..<start + line.upperBound
    isBroken = layout.isBroken(line: index)
    readsRightToLeft = cr_layout_line_reads_right_to_left(handle, index)
    // Not with a capacity of 0: the initializer then writes to the storage that all empty arrays share, which the thread sanitizer reports.
    let found =
      line.isEmpty
      ? []
      : [cr_grapheme](unsafeUninitializedCapacity: line.count) { buffer, count in
        count = min(cr_layout_line_graphemes(handle, index, buffer.baseAddress, line.count), line.count)
      }
    graphemes = found.map { Grapheme(range: start + Int($0.start)..<start + Int($0.end), readsRightToLeft: $0.right_to_left) }
  }

  private init?(_ text: TextLayout, block: Int, line: (TextLayout) -> Int) {
    guard let blocks = text.blocks else {
      guard block == 0 else { return nil }
      self.init(text, block: 0, start: 0, index: line(text))
      return
    }
    guard block >= 0, block < blocks.count else { return nil }
    let placed = blocks.placed(block)
    self.init(placed.layout, block: block, start: placed.start, index: line(placed.layout))
  }

  /// Creates the line of a caret; nil if there is no line.
  init?(of text: TextLayout, holding position: CaretPosition) {
    let block = text.blocks?.index(holding: position.offset) ?? 0
    let start = text.blocks?.placed(block).start ?? 0
    self.init(text, block: block) { $0.lineIndex(holding: CaretPosition(position.offset - start, position.affinity)) }
  }

  /// Returns the line below; nil for the last.
  func next(in text: TextLayout) -> TextRow? {
    TextRow(layout, block: block, start: start, index: index + 1) ?? TextRow(text, block: block + 1) { _ in 0 }
  }

  /// Returns the line above; nil for the first.
  func previous(in text: TextLayout) -> TextRow? {
    TextRow(layout, block: block, start: start, index: index - 1) ?? TextRow(text, block: block - 1) { $0.lineCount - 1 }
  }

  /// Returns the position of a caret on the line: the number of grapheme clusters to its left.
  func gap(of position: CaretPosition) -> Int {
    func side(_ i: Int, isEnd: Bool) -> Int { isEnd != graphemes[i].readsRightToLeft ? i + 1 : i }
    let before = graphemes.firstIndex { $0.range.upperBound == position.offset }
    if position.affinity == .upstream, let before { return side(before, isEnd: true) }
    if let there = graphemes.firstIndex(where: { $0.range.contains(position.offset) }) { return side(there, isEnd: false) }
    let passed = graphemes.indices.filter { graphemes[$0].range.upperBound <= position.offset }
    guard let last = passed.max(by: { graphemes[$0].range.upperBound < graphemes[$1].range.upperBound }) else {
      return readsRightToLeft ? graphemes.count : 0
    }
    return side(last, isEnd: true)
  }

  /// Returns the position at the right or left edge of a grapheme cluster.
  func position(at edge: HorizontalSide, of grapheme: Grapheme) -> CaretPosition {
    (edge == .right) != grapheme.readsRightToLeft
      ? CaretPosition(grapheme.range.upperBound, .upstream) : CaretPosition(grapheme.range.lowerBound)
  }

  /// Returns the position at an edge of the line.
  func position(at edge: HorizontalSide) -> CaretPosition {
    guard let grapheme = edge == .left ? graphemes.first : graphemes.last else { return CaretPosition(range.lowerBound) }
    return position(at: edge, of: grapheme)
  }
}
