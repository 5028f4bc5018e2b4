/// Set of indexes, stored as ascending ranges that neither overlap nor touch. A value; any thread.
public struct IndexRanges: Sendable, Hashable {
  /// Ranges in ascending order, none empty, with a gap between any two.
  public private(set) var ranges: [Range<Int>] = []

  /// Creates the empty set.
  public init() {}

  /// Creates a set of one range.
  public init(_ range: Range<Int>) { if !range.isEmpty { ranges = [range] } }

  /// Whether the set is empty.
  public var isEmpty: Bool { ranges.isEmpty }

  /// Number of indexes. Complexity: linear in the ranges.
  public var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// Indexes in ascending order.
  public var indexes: some Sequence<Int> { ranges.lazy.joined() }

  /// Returns whether the set contains `index`. Complexity: logarithmic in the ranges.
  public func contains(_ index: Int) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= index { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(index)
  }

  /// Adds a range that does not begin before any existing range. Complexity: constant.
  public mutating func append(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if let last = ranges.last, last.upperBound >= range.lowerBound {
      ranges[ranges.count - 1] = min(last.lowerBound, range.lowerBound)..<max(last.upperBound, range.upperBound)
    } else {
      ranges.append(range)
    }
  }

  /// Returns the set with each index moved by `distance`. Complexity: linear in the ranges.
  func shifted(by distance: Int) -> IndexRanges {
    var result = self
    if distance != 0 { result.ranges = ranges.map { $0.lowerBound + distance..<$0.upperBound + distance } }
    return result
  }

  /// Returns the indexes that are in either. Complexity: linear in the ranges of both.
  public func union(_ other: IndexRanges) -> IndexRanges {
    if other.isEmpty { return self }
    if isEmpty { return other }
    var result = IndexRanges()
    var (a, b) = (0, 0)
    while a < ranges.count || b < other.ranges.count {
      if b == other.ranges.count || (a < ranges.count && ranges[a].lowerBound <= other.ranges[b].lowerBound) {
        result.append(ranges[a])
        a += 1
      } else {
        result.append(other.ranges[b])
        b += 1
      }
    }
    return result
  }

  /// Returns the indexes that are in both. Complexity: linear in the ranges of both.
  public func intersection(_ other: IndexRanges) -> IndexRanges {
    var result = IndexRanges()
    var (a, b) = (0, 0)
    while a < ranges.count, b < other.ranges.count {
      let low = max(ranges[a].lowerBound, other.ranges[b].lowerBound)
      let high = min(ranges[a].upperBound, other.ranges[b].upperBound)
      if low < high { result.append(low..<high) }
      if ranges[a].upperBound < other.ranges[b].upperBound { a += 1 } else { b += 1 }
    }
    return result
  }

  /// Returns the indexes that are in this set and not in `other`. Complexity: linear in the ranges of both.
  public func subtracting(_ other: IndexRanges) -> IndexRanges {
    guard !isEmpty, !other.isEmpty else { return self }
    var result = IndexRanges()
    var b = 0
    for range in ranges {
      var low = range.lowerBound
      while b < other.ranges.count, other.ranges[b].upperBound <= low { b += 1 }
      var at = b
      while at < other.ranges.count, other.ranges[at].lowerBound < range.upperBound {
        if other.ranges[at].lowerBound > low { result.append(low..<other.ranges[at].lowerBound) }
        low = other.ranges[at].upperBound
        at += 1
      }
      if low < range.upperBound { result.append(low..<range.upperBound) }
    }
    return result
  }
}
