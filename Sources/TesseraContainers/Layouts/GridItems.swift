/// Items in lines of columns, one column each. Finding an item and setting its length are logarithmic.
struct GridItems: Sendable {
  let count: Int
  let columns: ColumnEdges
  private let isFixed: Bool
  /// Known lengths of items.
  private(set) var known: KnownLengths
  /// Lines, as consecutive items.
  private var lines: LinearItems

  init(count: Int, columns: ColumnEdges, breadth: Double, estimate: Double, isFixed: Bool, spacing: Double) {
    self.count = count
    self.columns = columns
    self.isFixed = isFixed
    known = KnownLengths(count: count)
    lines = LinearItems(
      count: (count + columns.count - 1) / columns.count, breadth: breadth, estimate: estimate, isFixed: isFixed, spacing: spacing)
  }

  var length: Double { lines.length }

  func frame(of item: Int) -> FlowRect { placed(lines.frame(of: item / columns.count), item % columns.count) }

  func constraint(for item: Int) -> FlowRange {
    let breadth = columns.place(item % columns.count).breadth
    return isFixed ? FlowRange(length: lines.estimate...lines.estimate, breadth: breadth...breadth) : .breadth(breadth)
  }

  private func placed(_ line: FlowRect, _ column: Int) -> FlowRect {
    let place = columns.place(column)
    return FlowRect(start: line.start, length: line.length, cross: place.cross, breadth: place.breadth)
  }

  func visit(_ from: Double, _ to: Double, _ body: (Int, FlowRect) -> Void) {
    lines.visit(from, to) { line, frame in
      let first = line * columns.count
      for item in first..<min(count, first + columns.count) { body(item, placed(frame, item - first)) }
    }
  }

  /// Sets lengths; all items belong to this section.
  mutating func set(_ lengths: some Sequence<(item: Int, length: Double)>) {
    guard !isFixed else { return }
    var touched: [Int] = []
    for (item, length) in lengths {
      known[item] = length
      let line = item / columns.count
      if touched.last != line { touched.append(line) }
    }
    var lengths: [(item: Int, length: Double)] = []
    for line in touched {
      let first = line * columns.count
      var longest = 0.0
      for item in first..<min(count, first + columns.count) where !known[item].isNaN { longest = max(longest, known[item]) }
      lengths.append((line, longest))
    }
    lines.set(lengths)
  }
}
