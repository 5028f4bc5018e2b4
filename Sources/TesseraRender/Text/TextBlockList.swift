/// Blocks of a long text with their layout state.
struct TextBlockList {
  /// Whole paragraphs, or a part of a very long paragraph.
  struct Block {
    /// Byte offset in the text.
    var start: Int
    /// End, including its separator.
    var end: Int
    /// End without its separator. For the last block, its end: a text that ends with a separator has an empty last line.
    var textEnd: Int
    /// Direction of the paragraph that it continues; nil if it begins one.
    var direction: BaseDirection?
    /// Height without the gap to the next block; an estimate until `isKnown`.
    var height = 0.0
    var top = 0.0
    var isKnown = false
    /// Widths of its longest line and of its longest unbreakable piece.
    var width = 0.0
    var wordWidth = 0.0
    var lineCount: Int32 = 0
    /// Bytes of its longest paragraph, if determined.
    var longest: Int32 = 0
    var lastUse: UInt32 = 0
    var layout: TextLayout?
  }

  var blocks: [Block] = []
  let gap: Double
  private(set) var heldBytes = 0
  private(set) var bytesLaidOut = 0
  private var clock: UInt32 = 0
  /// Blocks with a layout in memory.
  private var held: [Int] = []
  /// Number of leading blocks with a valid `top`.
  private var placedCount = 0

  /// Creates a list of `blocks`; some may be known and have layouts.
  init(gap: Double, blocks: [Block]) {
    self.gap = gap
    self.blocks = blocks
    for (i, block) in blocks.enumerated() {
      guard let layout = block.layout else { continue }
      held.append(i)
      heldBytes += layout.bytes
      clock = max(clock, block.lastUse)
    }
  }

  // MARK: Layouts

  /// Returns the layout of block `i` if it is in memory, and marks it as used.
  mutating func use(_ i: Int) -> TextLayout? {
    clock &+= 1
    blocks[i].lastUse = clock
    return blocks[i].layout
  }

  mutating func keep(_ layout: TextLayout, as i: Int, limit: Int) {
    bytesLaidOut += blocks[i].end - blocks[i].start
    blocks[i].width = layout.size.width
    blocks[i].wordWidth = layout.minimumContentWidth
    if !blocks[i].isKnown || blocks[i].height != layout.size.height {
      blocks[i].isKnown = true
      blocks[i].height = layout.size.height
      placedCount = min(placedCount, i + 1)
    }
    blocks[i].lineCount = Int32(clamping: layout.lineCount)
    if blocks[i].layout == nil {
      held.append(i)
      heldBytes += layout.bytes
      blocks[i].layout = layout
    }
    guard heldBytes > limit else { return }
    // Evict the least recently used half: occasionally, so that the list is not sorted each time.
    held.sort { blocks[$0].lastUse > blocks[$1].lastUse }
    while heldBytes > limit / 2, held.count > 1 {
      let last = held.removeLast()
      heldBytes -= blocks[last].layout?.bytes ?? 0
      blocks[last].layout = nil
    }
  }

  /// Width of the widest line laid out so far.
  var widest: Double { blocks.reduce(0) { max($0, $1.width) } }
  /// Width of the widest unbreakable piece laid out so far.
  var widestWord: Double { blocks.reduce(0) { max($0, $1.wordWidth) } }

  /// Returns the blocks with the longest paragraphs.
  func longest(_ count: Int) -> [Int] {
    var result: [Int] = []
    for i in blocks.indices where result.count < count || blocks[i].longest > blocks[result[count - 1]].longest {
      result.insert(i, at: result.firstIndex { blocks[$0].longest < blocks[i].longest } ?? result.count)
      if result.count > count { result.removeLast() }
    }
    return result
  }

  // MARK: Positions

  /// Estimates unknown heights from the known ones; returns false if none is known.
  mutating func estimate() -> Bool {
    var height = 0.0
    var bytes = 0
    for block in blocks where block.isKnown {
      height += block.height
      bytes += block.end - block.start
    }
    guard bytes > 0 else { return false }
    for i in blocks.indices where !blocks[i].isKnown { blocks[i].height = height * Double(blocks[i].end - blocks[i].start) / Double(bytes) }
    placedCount = 0
    return true
  }

  private mutating func placeAll() {
    guard placedCount < blocks.count else { return }
    for i in placedCount..<blocks.count { blocks[i].top = i == 0 ? 0 : blocks[i - 1].top + blocks[i - 1].height + gap }
    placedCount = blocks.count
  }

  mutating func top(of i: Int) -> Double {
    placeAll()
    return blocks[i].top
  }

  var height: Double {
    mutating get {
      placeAll()
      return blocks.last.map { $0.top + $0.height } ?? 0
    }
  }

  /// Maximum factor between an estimate and the height that known blocks suggest.
  private static let stretch = 4.0

  /// Moves block `i` to `y` by changing the estimates above it, if they allow it.
  mutating func place(_ i: Int, at y: Double) {
    guard i > 0 else { return }
    var known = 0.0
    var estimated = 0.0
    for block in blocks[..<i] {
      known += gap
      if block.isKnown { known += block.height } else { estimated += block.height }
    }
    guard estimated > 0 else { return }
    let factor = (y - known) / estimated
    guard factor >= 1 / Self.stretch, factor <= Self.stretch, abs(y - known - estimated) > 1e-6 else { return }
    for j in 0..<i where !blocks[j].isKnown { blocks[j].height *= factor }
    placedCount = 0
  }

  mutating func index(at y: Double) -> Int {
    placeAll()
    var low = 0
    var high = blocks.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if blocks[middle].top <= y { low = middle } else { high = middle - 1 }
    }
    return low
  }

  func index(holding offset: Int) -> Int {
    var low = 0
    var high = blocks.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if blocks[middle].start <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
