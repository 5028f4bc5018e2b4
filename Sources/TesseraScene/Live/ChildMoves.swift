/// Minimal steps from one order of children to another: removals, then insertions of new and moved children. A value.
struct ChildMoves: Equatable {
  /// Indices before the update, in descending order, of removed and moved children.
  var removals: [Int] = []
  /// Indices after the update, in ascending order, of new and moved children.
  var insertions: [Int] = []

  /// - Complexity: O(n log n) in the number of children.
  init(from old: [ObjectIdentifier], to new: [ObjectIdentifier]) {
    let places = Dictionary(old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let stays = Self.longestRise(new.map { places[$0] ?? -1 })
    let kept = Set(stays.map { new[$0] })
    removals = old.indices.reversed().filter { !kept.contains(old[$0]) }
    insertions = new.indices.filter { !kept.contains(new[$0]) }
  }

  /// Returns the indices of a longest increasing subsequence; negative numbers are excluded. (Patience sorting.)
  private static func longestRise(_ numbers: [Int]) -> [Int] {
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: numbers.count)
    for (place, number) in numbers.enumerated() where number >= 0 {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[place] = ends[low - 1] }
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var result: [Int] = []
    var place = ends.last ?? -1
    while place >= 0 {
      result.append(place)
      place = before[place]
    }
    return result.reversed()
  }
}
