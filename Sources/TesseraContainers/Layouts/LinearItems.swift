/// Consecutive items along the axis. Finding an item and setting its length are logarithmic.
struct LinearItems: Sendable {
  let count: Int
  let breadth: Double
  /// Length of items whose length is unknown.
  let estimate: Double
  /// Whether all items have the estimated length; set lengths are then ignored.
  let isFixed: Bool
  let spacing: Double
  private(set) var known: KnownLengths
  /// Length of each chunk of items, including the gap after each item; nil while no length is known.
  private var sums: BlockSums?

  init(count: Int, breadth: Double, estimate: Double, isFixed: Bool, spacing: Double) {
    self.count = count
    self.breadth = breadth
    self.estimate = estimate
    self.isFixed = isFixed
    self.spacing = spacing
    known = KnownLengths(count: count)
  }

  /// Length of all items, including the gaps between them.
  var length: Double { count == 0 ? 0 : max(0, (sums?.total ?? Double(count) * (estimate + spacing)) - spacing) }

  func length(of item: Int) -> Double {
    let length = known[item]
    return length.isNaN ? estimate : length
  }

  func start(of item: Int) -> Double {
    guard let sums else { return Double(item) * (estimate + spacing) }
    let chunk = item / KnownLengths.chunk
    var start = sums.sum(before: chunk)
    for i in chunk * KnownLengths.chunk..<item { start += length(of: i) + spacing }
    return start
  }

  func frame(of item: Int) -> FlowRect { FlowRect(start: start(of: item), length: length(of: item), cross: 0, breadth: breadth) }

  func constraint(for item: Int) -> FlowRange {
    isFixed ? FlowRange(length: estimate...estimate, breadth: breadth...breadth) : .breadth(breadth)
  }

  /// Calls `body` with all items that touch the range between `from` and `to`, and possibly with neighbours.
  func visit(_ from: Double, _ to: Double, _ body: (Int, FlowRect) -> Void) {
    var item: Int
    var start: Double
    if let sums {
      let place = sums.place(reaching: from)
      (item, start) = (place.index * KnownLengths.chunk, place.before)
    } else {
      let step = estimate + spacing
      item = step > 0 ? Int(max(0, min(Double(count), (from / step).rounded(.down) - 1))) : 0
      start = Double(item) * step
    }
    while item < count, start <= to {
      let length = length(of: item)
      if start + length >= from { body(item, FlowRect(start: start, length: length, cross: 0, breadth: breadth)) }
      start += length + spacing
      item += 1
    }
  }

  /// Sets lengths; all items belong to this section.
  mutating func set(_ lengths: some Sequence<(item: Int, length: Double)>) {
    guard !isFixed else { return }
    var touched = -1
    for (item, length) in lengths {
      known[item] = length
      let chunk = item / KnownLengths.chunk
      if chunk != touched {
        if touched >= 0 { addUp(touched) }
        touched = chunk
      }
    }
    if touched >= 0 { addUp(touched) }
  }

  private mutating func addUp(_ chunk: Int) {
    if sums == nil {
      sums = BlockSums((0..<known.chunkCount).map { Double(known.items(of: $0).count) * (estimate + spacing) })
    }
    let sum = known.items(of: chunk).reduce(0) { $0 + (self.length(of: $1) + spacing) }
    sums?[chunk] = sum
  }
}
