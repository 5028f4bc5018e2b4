/// Items in columns, each in the shortest column.
///
/// The column heights before each block of 256 items are stored, and a block is laid out on request. A new known length lays out all
/// following items again; items without known lengths are counted in whole rounds over the columns.
struct WaterfallItems: Sendable {
  private static let block = 256

  let count: Int
  let columns: ColumnEdges
  private let estimate: Double
  private let isFixed: Bool
  private let spacing: Double
  private(set) var known: KnownLengths
  /// Heights of the columns before each block, consecutively, and after the last one; gaps after items included.
  private var heights: [Double]
  /// Maximum end of the items of each block.
  private var ends: [Double]

  init(count: Int, columns: ColumnEdges, estimate: Double, isFixed: Bool, spacing: Double) {
    self.count = count
    self.columns = columns
    self.estimate = estimate
    self.isFixed = isFixed
    self.spacing = spacing
    known = KnownLengths(count: count)
    let blocks = (count + Self.block - 1) / Self.block
    heights = Array(repeating: 0, count: (blocks + 1) * columns.count)
    ends = Array(repeating: 0, count: blocks)
    layOut(from: 0, changedUpTo: count)
  }

  /// Length of all items.
  var length: Double { count == 0 ? 0 : max(0, (heights.suffix(columns.count).max() ?? 0) - spacing) }

  private func length(of item: Int) -> Double {
    let length = known[item]
    return length.isNaN ? estimate : length
  }

  private func items(of block: Int) -> Range<Int> { block * Self.block..<min(count, (block + 1) * Self.block) }

  private func heights(before block: Int) -> [Double] { Array(heights[block * columns.count..<(block + 1) * columns.count]) }

  /// Returns the first of the shortest columns; rounding errors are ignored.
  private static func shortest(_ heights: [Double]) -> Int {
    var best = 0
    for column in 1..<max(1, heights.count) where heights[column] < heights[best] - 1e-7 { best = column }
    return best
  }

  /// Lays out the blocks from `first`, after lengths before `end` changed.
  private mutating func layOut(from first: Int, changedUpTo end: Int) {
    var heights = heights(before: first)
    for block in first..<ends.count {
      let place = block * columns.count
      if items(of: block).lowerBound >= end, self.heights[place..<place + columns.count].elementsEqual(heights) { return }
      self.heights.replaceSubrange(place..<place + columns.count, with: heights)
      ends[block] = fill(&heights, items(of: block))
    }
    self.heights.replaceSubrange((self.heights.count - columns.count)..., with: heights)
  }

  /// Adds items to the columns. Returns the maximum end of these items.
  private func fill(_ heights: inout [Double], _ items: Range<Int>) -> Double {
    var item = items.lowerBound
    var end = 0.0
    let step = estimate + spacing
    let isUnknown = stride(from: item, to: items.upperBound, by: KnownLengths.chunk).allSatisfy {
      known.isUnknown(chunk: $0 / KnownLengths.chunk)
    }
    while item < items.upperBound {
      // If all items are equally long and no column is behind by that length, the items are assigned to the columns in turn.
      if isUnknown, step > 0, items.upperBound - item >= columns.count, let low = heights.min(), let high = heights.max(),
        high - low < step - 1e-6
      {
        let turns = (items.upperBound - item) / columns.count
        for column in heights.indices { heights[column] += Double(turns) * step }
        end = max(end, high + Double(turns) * step - spacing)
        item += turns * columns.count
        continue
      }
      let column = Self.shortest(heights)
      end = max(end, heights[column] + length(of: item))
      heights[column] += length(of: item) + spacing
      item += 1
    }
    return end
  }

  /// Calls `body` with the items of a block and their frames.
  private func places(of block: Int, _ body: (Int, FlowRect) -> Void) {
    var heights = heights(before: block)
    for item in items(of: block) {
      let column = Self.shortest(heights)
      let place = columns.place(column)
      let length = length(of: item)
      body(item, FlowRect(start: heights[column], length: length, cross: place.cross, breadth: place.breadth))
      heights[column] += length + spacing
    }
  }

  func frame(of item: Int) -> FlowRect {
    let block = item / Self.block
    var heights = heights(before: block)
    for earlier in block * Self.block..<item { heights[Self.shortest(heights)] += length(of: earlier) + spacing }
    let column = Self.shortest(heights)
    let place = columns.place(column)
    return FlowRect(start: heights[column], length: length(of: item), cross: place.cross, breadth: place.breadth)
  }

  func constraint(for item: Int) -> FlowRange {
    let breadth = columns.place(0).breadth
    return isFixed ? FlowRange(length: estimate...estimate, breadth: breadth...breadth) : .breadth(breadth)
  }

  func visit(_ from: Double, _ to: Double, _ body: (Int, FlowRect) -> Void) {
    // The height of the highest column never decreases: search the first block after which a column reaches that far.
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      let reach = heights[(middle + 1) * columns.count..<(middle + 2) * columns.count].max() ?? 0
      if reach < from { low = middle + 1 } else { high = middle }
    }
    for block in low..<ends.count {
      let start = heights[block * columns.count..<(block + 1) * columns.count].min() ?? 0
      if start > to { break }
      if ends[block] >= from { places(of: block, body) }
    }
  }

  mutating func set(_ sizes: [(item: Int, length: Double, breadth: Double)]) {
    guard !isFixed, !sizes.isEmpty else { return }
    var (low, high) = (count, 0)
    for size in sizes {
      known[size.item] = size.length
      low = min(low, size.item)
      high = max(high, size.item)
    }
    layOut(from: low / Self.block, changedUpTo: high + 1)
  }
}
