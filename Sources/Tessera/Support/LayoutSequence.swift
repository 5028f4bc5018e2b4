/// Elements that keep their relative order when one list becomes another.
enum LayoutSequence {
  /// Returns the positions in both lists, ascending in both, of a maximum number of elements in the same relative order. No element may be in a list
  /// twice.
  ///
  /// - Complexity: n log n in the number of elements between the first and the last difference.
  static func stayers<Element: Hashable>(_ old: [Element], _ new: [Element]) -> [(old: Int, new: Int)] {
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] { (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1) }
    if let run = shifted(old, new, start, oldEnd, newEnd) {
      return (0..<start).map { ($0, $0) } + run + (0..<old.count - oldEnd).map { (oldEnd + $0, newEnd + $0) }
    }
    var positions: [Element: Int] = [:]
    for k in start..<oldEnd { positions[old[k]] = k }
    // Longest ascending sequence: for each length the one with the lowest end, and the predecessor of each element in it.
    var ends: [(old: Int, new: Int)] = []
    var before: [Int: (old: Int, new: Int)] = [:]
    for n in start..<newEnd {
      guard let k = positions.removeValue(forKey: new[n]) else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle].old < k { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[k] = ends[low - 1] }
      if low < ends.count { ends[low] = (k, n) } else { ends.append((k, n)) }
    }
    var middle: [(old: Int, new: Int)] = []
    var last = ends.last
    while let pair = last {
      middle.append(pair)
      last = before[pair.old]
    }
    return (0..<start).map { ($0, $0) } + middle.reversed() + (0..<old.count - oldEnd).map { (oldEnd + $0, newEnd + $0) }
  }

  /// Returns the kept elements if some were removed at one end and others added at the other, as when a list scrolls; otherwise nil. No table is
  /// allocated.
  private static func shifted<Element: Hashable>(
    _ old: [Element], _ new: [Element], _ start: Int, _ oldEnd: Int, _ newEnd: Int
  ) -> [(old: Int, new: Int)]? {
    guard start < oldEnd, start < newEnd else { return nil }
    var (from, to) = (start, start)
    if let first = old[start..<oldEnd].firstIndex(of: new[start]) {
      from = first
    } else if let first = new[start..<newEnd].firstIndex(of: old[start]) {
      to = first
    } else {
      return nil
    }
    let length = min(oldEnd - from, newEnd - to)
    // One of the lists ends after the run. Elements removed before it and inserted after it could outnumber it; then the general algorithm is needed.
    guard length > max(from, to) - start, old[from..<from + length] == new[to..<to + length] else { return nil }
    return (0..<length).map { (from + $0, to + $0) }
  }
}
