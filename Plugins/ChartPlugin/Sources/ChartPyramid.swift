/// Least and greatest number of a range; empty without a number. A value.
struct ChartExtent: Sendable, Hashable {
  var lower = Double.infinity
  var upper = -Double.infinity

  var isEmpty: Bool { lower > upper }

  mutating func add(_ number: Double) {
    guard number.isFinite else { return }
    lower = min(lower, number)
    upper = max(upper, number)
  }

  mutating func add(_ other: ChartExtent) {
    lower = min(lower, other.lower)
    upper = max(upper, other.upper)
  }
}

/// Numbers with the extents of their groups, and of groups of groups: the extent of any range takes a few reads. A value.
struct ChartPyramid: Sendable {
  /// Numbers of a group.
  static let fan = 16

  private(set) var numbers: [Double] = []
  /// Extents of groups; level 0 has one for each `fan` numbers, the next one for each `fan` groups.
  private var levels: [[ChartExtent]] = []

  var count: Int { numbers.count }

  init(_ numbers: [Double] = []) {
    self.numbers = numbers
    var extents = Self.groups(numbers.count) { index, extent in extent.add(numbers[index]) }
    while extents.count > 1 {
      levels.append(extents)
      let below = extents
      extents = Self.groups(below.count) { index, extent in extent.add(below[index]) }
    }
    if !extents.isEmpty { levels.append(extents) }
  }

  private static func groups(_ count: Int, _ add: (Int, inout ChartExtent) -> Void) -> [ChartExtent] {
    stride(from: 0, to: count, by: fan).map { start in
      var extent = ChartExtent()
      for index in start..<min(start + fan, count) { add(index, &extent) }
      return extent
    }
  }

  /// Appends a number. O(log n).
  mutating func append(_ number: Double) {
    numbers.append(number)
    var (index, level) = (numbers.count - 1, 0)
    repeat {
      index /= Self.fan
      if level == levels.count {
        // A new level holds all of the level below.
        var extent = ChartExtent()
        if level > 0 { for below in levels[level - 1] { extent.add(below) } } else { extent.add(number) }
        levels.append([extent])
      } else if index == levels[level].count {
        var extent = ChartExtent()
        extent.add(number)
        levels[level].append(extent)
      } else {
        levels[level][index].add(number)
      }
      level += 1
    } while levels[level - 1].count > 1
  }

  /// Returns the extent of a range of indices. O(log n).
  ///
  /// - Parameters:
  ///   - range: Indices, within `0..<count`.
  ///   - reads: Increased by the number of numbers and extents that were read.
  func extent(of range: Range<Int>, reads: inout Int) -> ChartExtent {
    var (result, low, high) = (ChartExtent(), range.lowerBound, range.upperBound)
    var level = -1
    while low < high {
      // Ends that are no whole group are read one by one; the rest is read on the level above.
      let hasAbove = level + 1 < levels.count
      let innerLow = (low + Self.fan - 1) / Self.fan
      let innerHigh = high / Self.fan
      if !hasAbove || innerLow >= innerHigh {
        read(low..<high, level, &result, &reads)
        break
      }
      read(low..<innerLow * Self.fan, level, &result, &reads)
      read(innerHigh * Self.fan..<high, level, &result, &reads)
      (low, high, level) = (innerLow, innerHigh, level + 1)
    }
    return result
  }

  private func read(_ range: Range<Int>, _ level: Int, _ extent: inout ChartExtent, _ reads: inout Int) {
    reads += range.count
    if level < 0 {
      for index in range { extent.add(numbers[index]) }
    } else {
      for index in range { extent.add(levels[level][index]) }
    }
  }
}
