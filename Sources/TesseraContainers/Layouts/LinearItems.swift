/// Items one after the other along the axis. Finding one and setting the length of one are logarithmic.
struct LinearItems: Sendable {
  let count: Int
  let breadth: Double
  /// The length of items of which none is known.
  let estimate: Double
  /// Whether all have that length, whatever is told.
  let isFixed: Bool
  let spacing: Double
  private(set) var known: KnownLengths
  /// For each chunk of items what they take, each with the room after it; nil while nothing is known.
  private var sums: BlockSums?

  init(count: Int, breadth: Double, estimate: Double, isFixed: Bool, spacing: Double) {
    self.count = count
    self.breadth = breadth
    self.estimate = estimate
    self.isFixed = isFixed
    self.spacing = spacing
    known = KnownLengths(count: count)
  }

  /// What all items take, the room between them included.
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

  /// Calls `body` with the items that may touch what is between `from` and `to`, and with all that do.
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

  /// Takes lengths; every item is one of these.
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
