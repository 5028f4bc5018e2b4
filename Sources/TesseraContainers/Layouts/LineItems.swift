/// Items in lines that wrap if the next item does not fit: a flow, and a grid whose items span several columns.
///
/// Line starts are stored for blocks of some dozen items, and a block is laid out on request. A new known size breaks lines again from
/// there, until a line begins at the same item as before. Lines without known sizes are counted, not laid out.
struct LineItems: Sendable {
  enum Kind: Sendable, Equatable {
    case flow(FlowArrangement)
    case spans(ColumnEdges, ColumnSpans)
  }

  private struct Block: Sendable {
    /// First item, which begins a line.
    var first: Int
    /// Start of that line.
    var start: Double
  }

  /// One line.
  private struct Line {
    var items: Range<Int>
    var length: Double
    /// Breadth of its items including gaps.
    var used: Double
  }

  private static let block = 32

  let count: Int
  let kind: Kind
  let breadth: Double
  private let estimate: (breadth: Double, length: Double)
  private let isFixed: Bool
  private let lineSpacing: Double
  private(set) var known: KnownLengths
  private(set) var knownBreadths: KnownLengths
  private var blocks: [Block] = []
  /// Length of all items.
  private(set) var length = 0.0

  /// Creates lines of `count` items in a breadth; `estimate` is the size of unknown items.
  init(
    count: Int, kind: Kind, breadth: Double, estimate: (breadth: Double, length: Double), isFixed: Bool, lineSpacing: Double
  ) {
    self.count = count
    self.kind = kind
    self.breadth = breadth
    self.estimate = estimate
    self.isFixed = isFixed
    self.lineSpacing = lineSpacing
    known = KnownLengths(count: count)
    knownBreadths = KnownLengths(count: count)
    breakLines(from: 0, changedUpTo: count)
  }

  // MARK: Lines

  /// Line that begins with `first`.
  private func line(from first: Int) -> Line {
    switch kind {
    case .flow(let flow): flowLine(from: first, flow)
    case .spans(let columns, let spans): spanLine(from: first, columns, spans)
    }
  }

  private func flowBreadth(_ item: Int) -> Double {
    let breadth = knownBreadths[item]
    return min(self.breadth, breadth.isNaN ? estimate.breadth : breadth)
  }

  private func flowLength(_ item: Int) -> Double {
    let length = known[item]
    return length.isNaN ? estimate.length : length
  }

  private func flowLine(from first: Int, _ flow: FlowArrangement) -> Line {
    var line = Line(items: first..<first + 1, length: flowLength(first), used: flowBreadth(first))
    var item = first + 1
    while item < count {
      let used = line.used + flow.itemSpacing + flowBreadth(item)
      guard used <= breadth + 1e-6 else { break }
      line.used = used
      line.length = max(line.length, flowLength(item))
      item += 1
    }
    line.items = first..<item
    return line
  }

  private func spanLine(from first: Int, _ columns: ColumnEdges, _ spans: ColumnSpans) -> Line {
    var (used, item, longest) = (0, first, Double.nan)
    while item < count {
      let span = spans.span(item, of: columns.count)
      guard used + span <= columns.count else { break }
      used += span
      // Double.maximum(NaN, number) returns the number.
      longest = Double.maximum(longest, known[item])
      item += 1
    }
    return Line(items: first..<item, length: longest.isNaN ? estimate.length : longest, used: 0)
  }

  /// Breaks lines from `item`, which begins a block, after sizes before `end` changed.
  private mutating func breakLines(from item: Int, changedUpTo end: Int) {
    let old = blocks
    var next = firstBlock(from: item)
    blocks.removeSubrange(next...)
    var at = item
    var start = next < old.count && old[next].first == item ? old[next].start : 0
    var begun = -1
    while at < count {
      while next < old.count, old[next].first < at { next += 1 }
      if at >= end, next < old.count, old[next].first == at {
        // All following lines are unchanged.
        let shift = start - old[next].start
        blocks.append(contentsOf: old[next...].map { Block(first: $0.first, start: $0.start + shift) })
        length += shift
        return
      }
      if begun < 0 || at - begun >= Self.block {
        blocks.append(Block(first: at, start: start))
        begun = at
      }
      if let (items, lines) = estimatedLines(from: at) {
        at += items
        start += Double(lines) * (estimate.length + lineSpacing)
        begun = -1
        continue
      }
      let line = line(from: at)
      start += line.length + lineSpacing
      at = line.items.upperBound
    }
    length = count == 0 ? 0 : start - lineSpacing
  }

  /// Number of following items and lines without known sizes: whole lines of a flow, enough for a block. nil if there are too few.
  private func estimatedLines(from item: Int) -> (items: Int, lines: Int)? {
    guard case .flow(let flow) = kind else { return nil }
    var chunk = item / KnownLengths.chunk
    var end = item
    while end < min(count, item + Self.block), known.isUnknown(chunk: chunk) {
      end = known.items(of: chunk).upperBound
      chunk += 1
    }
    let breadth = min(self.breadth, estimate.breadth)
    let step = breadth + flow.itemSpacing
    let each = step > 0 ? max(1, min(count, Int(((self.breadth - breadth + 1e-6) / step).rounded(.down)) + 1)) : count
    let lines = (end - item) / each
    return lines > 1 ? (lines * each, lines) : nil
  }

  // MARK: Frames

  private func places(of line: Line, start: Double, _ body: (Int, FlowRect) -> Void) {
    switch kind {
    case .spans(let columns, let spans):
      var column = 0
      for item in line.items {
        let span = spans.span(item, of: columns.count)
        let place = columns.place(column, span: span)
        body(item, FlowRect(start: start, length: line.length, cross: place.cross, breadth: place.breadth))
        column += span
      }
    case .flow(let flow):
      let free = max(0, breadth - line.used)
      var (cross, gap) = (0.0, flow.itemSpacing)
      switch flow.justify {
      case .start: break
      case .center: cross = free / 2
      case .end: cross = free
      case .spread: if line.items.count > 1, line.items.upperBound < count { gap += free / Double(line.items.count - 1) }
      }
      for item in line.items {
        let (breadth, length) = (flowBreadth(item), flowLength(item))
        var place = FlowRect(start: start, length: length, cross: cross, breadth: breadth)
        switch flow.align {
        case .start: break
        case .center: place.start += (line.length - length) / 2
        case .end: place.start += line.length - length
        case .stretch: place.length = line.length
        }
        body(item, place)
        cross += breadth + gap
      }
    }
  }

  func frame(of item: Int) -> FlowRect {
    let (line, start) = line(of: item)
    var result = FlowRect(start: start, length: 0, cross: 0, breadth: 0)
    places(of: line, start: start) { if $0 == item { result = $1 } }
    return result
  }

  /// Returns the line of an item and its start.
  private func line(of item: Int) -> (line: Line, start: Double) {
    let block = blocks[max(0, firstBlock(from: item + 1) - 1)]
    var (at, start) = (block.first, block.start)
    while true {
      let line = line(from: at)
      if line.items.contains(item) { return (line, start) }
      start += line.length + lineSpacing
      at = line.items.upperBound
    }
  }

  /// Frames of many items. Consecutive items of a line share the work for that line.
  struct Frames {
    private let items: LineItems
    private var line = 0..<0
    private var places: [FlowRect] = []

    init(_ items: LineItems) { self.items = items }

    subscript(item: Int) -> FlowRect {
      mutating get {
        if !line.contains(item) {
          let (found, start) = items.line(of: item)
          line = found.items
          places.removeAll(keepingCapacity: true)
          items.places(of: found, start: start) { places.append($1) }
        }
        return places[item - line.lowerBound]
      }
    }
  }

  func constraint(for item: Int) -> FlowRange {
    switch kind {
    case .flow:
      if isFixed {
        let breadth = min(breadth, estimate.breadth)
        return FlowRange(length: estimate.length...estimate.length, breadth: breadth...breadth)
      }
      return FlowRange(length: 0...Double.infinity, breadth: 0...breadth)
    case .spans:
      let breadth = frame(of: item).breadth
      return isFixed ? FlowRange(length: estimate.length...estimate.length, breadth: breadth...breadth) : .breadth(breadth)
    }
  }

  func visit(_ from: Double, _ to: Double, _ body: (Int, FlowRect) -> Void) {
    guard !blocks.isEmpty else { return }
    // The last block that begins before; items on the edge may be in it.
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].start < from { low = middle + 1 } else { high = middle }
    }
    let block = blocks[max(0, low - 1)]
    var (at, start) = (block.first, block.start)
    while at < count, start <= to {
      let line = line(from: at)
      if start + line.length >= from { places(of: line, start: start, body) }
      start += line.length + lineSpacing
      at = line.items.upperBound
    }
  }

  // MARK: Sizes

  mutating func set(_ sizes: [(item: Int, length: Double, breadth: Double)]) {
    guard !isFixed, !sizes.isEmpty else { return }
    var (low, high) = (count, 0)
    for size in sizes {
      if case .flow = kind {
        // Sizes from arrangements that determine the breadth contain no measured one.
        if size.breadth.isNaN { continue }
        knownBreadths[size.item] = size.breadth
      }
      known[size.item] = size.length
      low = min(low, size.item)
      high = max(high, size.item)
    }
    guard low <= high else { return }
    // A smaller item may fit into the previous line.
    let block = max(0, firstBlock(from: max(0, low - 1) + 1) - 1)
    breakLines(from: blocks.isEmpty ? 0 : blocks[block].first, changedUpTo: high + 1)
  }

  /// First block that begins with `item` or a later one.
  private func firstBlock(from item: Int) -> Int {
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].first < item { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
