/// Prefix sums of a sequence of numbers that can change: sums of blocks of 64, of blocks of blocks, and so on.
///
/// A sum depends only on the numbers, not on their history, because a change recomputes each affected sum. Searching and changing a number
/// are logarithmic.
struct BlockSums: Sendable {
  private static let fanout = 64
  /// The numbers, then the sums of blocks of the previous level, up to a level of one block.
  private var levels: [BlockArray<Double>]

  /// Creates the sums of `values`. Complexity: linear.
  init(_ values: [Double] = []) {
    levels = [BlockArray(values)]
    while let last = levels.last, last.count > Self.fanout {
      levels.append(
        BlockArray(
          stride(from: 0, to: last.count, by: Self.fanout).map { start in Self.sum(last, start, min(last.count, start + Self.fanout)) }))
    }
  }

  /// - Parameters:
  ///   - from: first index of a block of sums, or of all.
  ///   - to: index after the last, in the same block.
  private static func sum(_ values: BlockArray<Double>, _ from: Int, _ to: Int) -> Double {
    guard from < to else { return 0 }
    let (block, start) = values.block(of: from)
    var result = 0.0
    for i in from - start..<to - start { result += block[i] }
    return result
  }

  /// Number of values.
  var count: Int { levels[0].count }

  /// Sum of all values.
  var total: Double { Self.sum(levels[levels.count - 1], 0, levels[levels.count - 1].count) }

  /// One number.
  subscript(index: Int) -> Double {
    get { levels[0][index] }
    set {
      guard levels[0][index] != newValue else { return }
      levels[0][index] = newValue
      var index = index
      for level in 1..<max(1, levels.count) {
        index /= Self.fanout
        let start = index * Self.fanout
        levels[level][index] = Self.sum(levels[level - 1], start, min(levels[level - 1].count, start + Self.fanout))
      }
    }
  }

  /// Returns the sum of the first `count` numbers.
  func sum(before count: Int) -> Double {
    var result = 0.0
    var (index, level) = (count, 0)
    // Levels above supply the whole blocks before the index, this level the rest.
    while level < levels.count {
      let start = level == levels.count - 1 ? 0 : index - index % Self.fanout
      result += Self.sum(levels[level], start, index)
      index /= Self.fanout
      level += 1
    }
    return result
  }

  /// Returns the first index whose inclusive prefix sum is at least `position`, with the sum before it. Returns the count if there is none.
  func place(reaching position: Double) -> (index: Int, before: Double) {
    var (index, before) = (0, 0.0)
    for level in stride(from: levels.count - 1, through: 0, by: -1) {
      let values = levels[level]
      index = level == levels.count - 1 ? 0 : index * Self.fanout
      while index < values.count, before + values[index] < position {
        before += values[index]
        index += 1
      }
    }
    return (min(index, count), before)
  }
}
