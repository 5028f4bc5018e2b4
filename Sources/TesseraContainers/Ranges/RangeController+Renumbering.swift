extension RangeController {
  /// Applies a renumbering of the items, so that items keep their states: `former` is the old index of each item; nil means new. Linear in the items.
  public mutating func renumber(_ former: [Int?]) {
    if let (kept, distance) = Self.run(former) {
      _ = leave(items(in: .preload).subtracting(IndexRanges(kept)))
      return move(by: distance)
    }
    var place: [Int?] = []
    for (new, old) in former.enumerated() {
      guard let old else { continue }
      while place.count <= old { place.append(nil) }
      place[old] = new
    }
    func now(_ index: Int) -> Int? { index < place.count ? place[index] : nil }
    var gone = IndexRanges()
    for index in items(in: .preload).indexes where now(index) == nil { gone.append(index..<index + 1) }
    _ = leave(gone)
    move(now)
  }

  /// Returns the old indices of the remaining items and their distance if they form one run; else nil, also if none remained. They always
  /// form one when a list scrolls.
  private static func run(_ former: [Int?]) -> (kept: Range<Int>, distance: Int)? {
    guard let first = former.firstIndex(where: { $0 != nil }), let old = former[first] else { return nil }
    var end = first
    while end < former.count, former[end] == old + end - first { end += 1 }
    guard former[end...].allSatisfy({ $0 == nil }) else { return nil }
    return (old..<old + end - first, first - old)
  }
}
