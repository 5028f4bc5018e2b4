internal import TesseraBase
internal import TesseraGeometry

/// A long text by blocks of whole paragraphs, or of parts of very long ones. A block is laid out when it is needed.
///
/// A block that was not laid out yet has an estimated height, by what blocks across the text take for their bytes; its own takes the place of
/// that when it is known. What is held of laid out blocks is bounded; their heights are kept.
///
/// `@unchecked Sendable`: the blocks are behind a lock; nothing else changes.
final class TextBlocks: @unchecked Sendable {
  let text: AttributedText
  let paragraph: ParagraphStyle
  let width: Double
  let library: FontLibrary
  /// Between the last line of a block and the first of the next.
  let gap: Double
  /// Whether lines are broken at `width`.
  let isWrapped: Bool
  /// How far letters may stand out of their lines.
  let overhang: Double
  let state: Locked<TextBlockList>

  /// Bytes that a block has at least, where it is not the last: whole paragraphs, as few as that takes.
  static let blockSize = 512
  /// Bytes that a block has at most: a longer paragraph is several blocks.
  static let longestBlock = 64 << 10
  /// Most bytes of laid out blocks that are held beside those in use.
  static let heldLimit = 2 << 20
  /// Blocks that are laid out to learn how high others may be.
  static let samples = 16

  init(_ text: AttributedText, paragraph: ParagraphStyle, width: Double, library: FontLibrary, reusing old: TextBlocks?) {
    self.text = text
    var paragraph = paragraph
    // All blocks stand by the font of the whole text's start.
    paragraph.strut = paragraph.strut ?? text.runs[0].attributes.font
    self.paragraph = paragraph
    self.width = width
    self.library = library
    let isWrapped = width.isFinite && (paragraph.wrapping != .none || !paragraph.exclusions.isEmpty)
    self.isWrapped = isWrapped
    gap = TextBlocks.bounded(paragraph.lineSpacing) + TextBlocks.bounded(paragraph.paragraphSpacing)
    overhang = 2 * (text.runs.map { $0.attributes.font.size }.filter(\.isFinite).max() ?? 0)
    if let old, old.library === library, old.width == width, old.paragraph == paragraph {
      state = Locked(TextBlocks.blocks(of: text, reusing: old))
    } else {
      var blocks: [TextBlockList.Block] = []
      text.withBytes { TextBlocks.cut($0, 0..<$0.count, into: &blocks, notingParagraphs: !isWrapped) }
      state = Locked(TextBlockList(gap: gap, blocks: blocks))
    }
    if !state.withLock({ $0.estimate() }) { sample() }
    if !isWrapped { findWidest() }
  }

  private static func bounded(_ v: Double) -> Double { v >= -10000 && v <= 10000 ? v : 0 }

  /// Lays some blocks out across the text, and estimates the others by them.
  private func sample() {
    let count = state.withLock { $0.blocks.count }
    for k in 0..<min(count, Self.samples) { _ = layout(of: k * (count - 1) / max(1, min(count, Self.samples) - 1)) }
    state.withLock { _ = $0.estimate() }
  }

  /// Lays out the blocks with the longest paragraphs, by their bytes, in which the widest line is looked for.
  private func findWidest() {
    for i in state.withLock({ $0.longest(4) }) where state.withLock({ !$0.blocks[i].isKnown }) { _ = layout(of: i) }
  }

  // MARK: Blocks

  /// The lines of block `i`, made where they are not held.
  func layout(of i: Int) -> TextLayout {
    let (known, block) = state.withLock { ($0.use(i), $0.blocks[i]) }
    if let known { return known }
    let range = block.start..<block.textEnd
    var paragraph = paragraph
    if let direction = block.direction {
      paragraph.firstLineIndent = paragraph.indent
      if paragraph.direction == .automatic { paragraph.direction = direction }
    }
    let made = TextLayout(text.part(range), paragraph: paragraph, width: width, library: library)
    state.withLock { $0.keep(made, as: i, limit: Self.heldLimit) }
    return made
  }

  /// A block where it stands.
  struct Placed {
    let index: Int
    let start: Int
    let top: Double
    let layout: TextLayout
  }

  /// Block `i` where it stands now.
  func placed(_ i: Int) -> Placed {
    let layout = layout(of: i)
    return state.withLock { Placed(index: i, start: $0.blocks[i].start, top: $0.top(of: i), layout: layout) }
  }

  /// The blocks of which something is between `low` and `high`, from the top of the text, all laid out.
  ///
  /// What is in the middle stays where it is: what turns out to be higher or lower than it was taken for moves what lies beneath, or, above the
  /// middle, is made up for by the blocks further up that are not known yet. Where too few of those are left, all moves.
  func placed(from low: Double, to high: Double) -> [Placed] {
    let low = max(0, low.isFinite ? low : 0)
    var (blocks, isSettled) = place(from: low, to: high)
    // Where all moved, something else may be there now. Each round lays more out, until nothing is left that could move it.
    var rounds = 0
    while !isSettled, rounds < 100 {
      (blocks, isSettled) = place(from: low, to: high)
      rounds += 1
    }
    return blocks
  }

  /// The blocks there, and whether they still are after what was learned about their heights.
  private func place(from low: Double, to high: Double) -> ([Placed], Bool) {
    var middle = 0
    var top = 0.0
    var count = 0
    state.withLock { list in
      count = list.blocks.count
      let bottom = min(high.isFinite ? high : list.height, list.height)
      middle = list.index(at: (low + max(low, bottom)) / 2)
      top = list.top(of: middle)
    }
    var beneath: [TextLayout] = []
    var y = top
    var i = middle
    repeat {
      beneath.append(layout(of: i))
      y += beneath[beneath.count - 1].size.height + gap
      i += 1
    } while i < count && y <= high
    var above: [TextLayout] = []
    var first = middle
    y = top
    while first > 0, y > low {
      first -= 1
      above.append(layout(of: first))
      y -= above[above.count - 1].size.height + gap
    }
    let layouts = above.reversed() + beneath
    return state.withLock { list in
      list.place(first, at: y)
      let blocks = layouts.indices.map {
        Placed(index: first + $0, start: list.blocks[first + $0].start, top: list.top(of: first + $0), layout: layouts[$0])
      }
      let last = blocks[blocks.count - 1]
      let reachesUp = first == 0 || blocks[0].top <= low + 1e-6
      let reachesDown = last.index + 1 == count || last.top + last.layout.size.height + gap > min(high, list.height) - 1e-6
      return (blocks, reachesUp && reachesDown)
    }
  }

  /// The block that holds byte `offset`; at the end of the text, the last.
  func index(holding offset: Int) -> Int { state.withLock { $0.index(holding: offset) } }
  /// The block at `y` from the top of the text, or the nearest.
  func index(at y: Double) -> Int { state.withLock { $0.index(at: y) } }

  var count: Int { state.withLock { $0.blocks.count } }
  /// The height of all, as far as it is known, and estimates.
  var height: Double { state.withLock { $0.height } }
  /// Of the blocks that were laid out, in bytes of the text.
  var bytesLaidOut: Int { state.withLock { $0.bytesLaidOut } }
  /// Memory held, beside the text.
  var bytes: Int { state.withLock { $0.heldBytes + $0.blocks.capacity * MemoryLayout<TextBlockList.Block>.stride } }
  var widest: Double { state.withLock { $0.widest } }
  var widestWord: Double { state.withLock { $0.widestWord } }
}
