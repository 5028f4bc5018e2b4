/// The fewest steps from one order of children to another: what leaves, and what comes or moves, to which place. A value.
struct ChildMoves: Equatable {
  /// Places before, from the last to the first.
  var removals: [Int] = []
  /// Places after, from the first to the last, of what was not there or was taken out before.
  var insertions: [Int] = []

  /// - Complexity: n log n in the number of children.
  init(from old: [ObjectIdentifier], to new: [ObjectIdentifier]) {
    let places = Dictionary(old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let stays = Self.longestRise(new.map { places[$0] ?? -1 })
    let kept = Set(stays.map { new[$0] })
    removals = old.indices.reversed().filter { !kept.contains(old[$0]) }
    insertions = new.indices.filter { !kept.contains(new[$0]) }
  }

  /// The places of the longest part whose numbers rise; those below zero are none of it. (Patience sorting.)
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
