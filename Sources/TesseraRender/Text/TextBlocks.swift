internal import TesseraBase
internal import TesseraGeometry

/// A long text in blocks of whole paragraphs, or of parts of very long ones. Blocks are laid out on demand.
///
/// The height of a block is estimated from other blocks by its number of bytes, until it is laid out. Layouts in memory are bounded; known
/// heights are kept.
///
/// `@unchecked Sendable`: the blocks are behind a lock; nothing else changes.
final class TextBlocks: @unchecked Sendable {
  let text: AttributedText
  let paragraph: ParagraphStyle
  let width: Double
  let library: FontLibrary
  /// Distance between the last line of a block and the first of the next.
  let gap: Double
  /// Whether lines are broken at `width`.
  let isWrapped: Bool
  /// Maximum distance of ink outside its line.
  let overhang: Double
  let state: Locked<TextBlockList>

  /// Minimum bytes per block, except the last: the smallest number of whole paragraphs that reaches it.
  static let blockSize = 512
  /// Maximum bytes per block: a longer paragraph is split.
  static let longestBlock = 64 << 10
  /// Maximum bytes of layouts in memory, besides those in use.
  static let heldLimit = 2 << 20
  /// Number of blocks laid out as samples for height estimates.
  static let samples = 16

  init(_ text: AttributedText, paragraph: ParagraphStyle, width: Double, library: FontLibrary, reusing old: TextBlocks?) {
    self.text = text
    var paragraph = paragraph
    // All blocks use the strut of the first font of the whole text.
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

  /// Lays out samples across the text, and estimates the other blocks from them.
  private func sample() {
    let count = state.withLock { $0.blocks.count }
    for k in 0..<min(count, Self.samples) { _ = layout(of: k * (count - 1) / max(1, min(count, Self.samples) - 1)) }
    state.withLock { _ = $0.estimate() }
  }

  /// Lays out the blocks with the longest paragraphs in bytes, which probably contain the widest line.
  private func findWidest() {
    for i in state.withLock({ $0.longest(4) }) where state.withLock({ !$0.blocks[i].isKnown }) { _ = layout(of: i) }
  }

  // MARK: Blocks

  /// Returns the layout of block `i`, created if it is not in memory.
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

  /// A block with its position.
  struct Placed {
    let index: Int
    let start: Int
    let top: Double
    let layout: TextLayout
  }

  /// Returns block `i` with its current position.
  func placed(_ i: Int) -> Placed {
    let layout = layout(of: i)
    return state.withLock { Placed(index: i, start: $0.blocks[i].start, top: $0.top(of: i), layout: layout) }
  }

  /// Returns the blocks between `low` and `high` from the top of the text, all laid out.
  ///
  /// The block in the middle keeps its position. Height changes below it move later blocks. Height changes above it are compensated by the
  /// estimates of blocks further up; if too few of those are left, everything moves.
  func placed(from low: Double, to high: Double) -> [Placed] {
    let low = max(0, low.isFinite ? low : 0)
    var (blocks, isSettled) = place(from: low, to: high)
    // If everything moved, other blocks may be in range now. Each round lays out more, until nothing can move.
    var rounds = 0
    while !isSettled, rounds < 100 {
      (blocks, isSettled) = place(from: low, to: high)
      rounds += 1
    }
    return blocks
  }

  /// Returns the blocks in range, and whether they still cover it with their real heights.
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

  /// Returns the block with byte `offset`; at the end of the text, the last.
  func index(holding offset: Int) -> Int { state.withLock { $0.index(holding: offset) } }
  /// Returns the block at `y` from the top of the text, or the nearest.
  func index(at y: Double) -> Int { state.withLock { $0.index(at: y) } }

  var count: Int { state.withLock { $0.blocks.count } }
  /// Height of all blocks, partly estimated.
  var height: Double { state.withLock { $0.height } }
  /// Total bytes of text laid out so far, counted each time.
  var bytesLaidOut: Int { state.withLock { $0.bytesLaidOut } }
  /// Bytes of memory in use, without the text.
  var bytes: Int { state.withLock { $0.heldBytes + $0.blocks.capacity * MemoryLayout<TextBlockList.Block>.stride } }
  var widest: Double { state.withLock { $0.widest } }
  var widestWord: Double { state.withLock { $0.widestWord } }
}
