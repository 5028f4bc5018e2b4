extension ListDiff {
  /// Computes the difference of two snapshots.
  ///
  /// Items and sections are identified by their keys. The moves are the fewest that explain the new order: dragging one row gives one move.
  /// Any thread; meant for a worker.
  ///
  /// Complexity: linear, times the logarithm of the longest run of items in unchanged order, for items between the first and the last
  /// difference in a section.
  /// - Throws: ``ListError/duplicateItem(key:first:second:)`` or ``ListError/duplicateSection(key:first:second:)`` for either snapshot.
  public init<Section, Item>(from old: ListSnapshot<Section, Item>, to new: ListSnapshot<Section, Item>) throws(ListError) {
    try old.validate()
    try new.validate()
    let lookup = try new.lookup()
    var numbers: [Section: Int] = Dictionary(minimumCapacity: new.sections.count)
    for (number, section) in new.sections.enumerated() { numbers[section] = number }
    let newSections = old.sections.map { Int32(numbers[$0] ?? -1) }

    var runs: [Run] = []
    for section in old.items.indices {
      Self.appendRuns(of: section, newSection: Int(newSections[section]), old.items, new.items, lookup, to: &runs)
    }

    var updates: [Run] = []
    if !new.revisions.isEmpty, new.revisions != old.revisions {
      let before = try old.lookup()
      for (item, revision) in new.revisions where old.revisions[item] != revision {
        guard let to = lookup.index(of: item, in: new.items), let from = before.index(of: item, in: old.items) else { continue }
        updates.append(Run(old: from, new: to))
      }
    }
    var sectionUpdates: [Change<Int>] = []
    for (number, section) in old.sections.enumerated() where newSections[number] >= 0 {
      guard let revision = new.sectionRevisions[section], old.sectionRevisions[section] != revision else { continue }
      sectionUpdates.append(Change(old: number, new: Int(newSections[number])))
    }
    self.init(
      oldCounts: old.itemCounts, newCounts: new.itemCounts, newSections: newSections, movedSections: Self.moves(newSections), runs: runs,
      updates: updates, sectionUpdates: sectionUpdates)
  }

  /// Returns the smallest set of sections to move to reach the new order.
  static func moves(_ newSections: [Int32]) -> [Change<Int>] {
    let kept = newSections.indices.filter { newSections[$0] >= 0 }
    let stays = longestAscent(kept.map { newSections[$0] })
    return zip(kept, stays).filter { !$0.1 }.map { Change(old: $0.0, new: Int(newSections[$0.0])) }.sorted { $0.new < $1.new }
  }

  /// Adds the remaining items of one old section.
  private static func appendRuns<Item: Hashable & Sendable>(
    of section: Int, newSection: Int, _ old: [[Item]], _ new: [[Item]], _ lookup: ListLookup<Item>, to runs: inout [Run]
  ) {
    let items = old[section]
    var (prefix, suffix) = (0, 0)
    if newSection >= 0 { (prefix, suffix) = commonEnds(items, new[newSection]) }
    if prefix > 0 {
      runs.append(Run(old: ListIndex(section, 0), new: ListIndex(newSection, 0), count: prefix, isMoved: false))
    }
    let middle = prefix..<items.count - suffix
    if !middle.isEmpty {
      // New places of the middle items. Of those still in the section, also which are in their old order.
      var places: [Int32] = []
      places.reserveCapacity(middle.count)
      var sections: [Int32] = []
      sections.reserveCapacity(middle.count)
      var inSection: [Int32] = []
      for at in middle {
        if let place = lookup.index(of: items[at], in: new) {
          places.append(Int32(place.item))
          sections.append(Int32(place.section))
          if place.section == newSection { inSection.append(Int32(place.item)) }
        } else {
          places.append(-1)
          sections.append(-1)
        }
      }
      let stays = longestAscent(inSection)
      var number = 0
      for (offset, at) in middle.enumerated() where places[offset] >= 0 {
        var isMoved = true
        if sections[offset] == newSection {
          isMoved = !stays[number]
          number += 1
        }
        let run = Run(
          old: ListIndex(section, at), new: ListIndex(Int(sections[offset]), Int(places[offset])), count: 1, isMoved: isMoved)
        if let last = runs.last, last.isFollowed(by: run) { runs[runs.count - 1].length += 1 } else { runs.append(run) }
      }
    }
    if suffix > 0 {
      runs.append(
        Run(
          old: ListIndex(section, items.count - suffix), new: ListIndex(newSection, new[newSection].count - suffix), count: suffix,
          isMoved: false))
    }
  }

  /// Returns the number of common items at the start of two lists, and at the end of the rest.
  private static func commonEnds<Item: Equatable>(_ a: [Item], _ b: [Item]) -> (prefix: Int, suffix: Int) {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        // Unchanged copies share their memory.
        if a.count == b.count, a.baseAddress == b.baseAddress { return (a.count, 0) }
        let most = min(a.count, b.count)
        var prefix = 0
        while prefix < most, a[prefix] == b[prefix] { prefix += 1 }
        var suffix = 0
        while suffix < most - prefix, a[a.count - 1 - suffix] == b[b.count - 1 - suffix] { suffix += 1 }
        return (prefix, suffix)
      }
    }
  }

  /// Returns which of `values`, all different, are in a longest ascending subsequence.
  ///
  /// Patience sorting: Fredman, "On computing the length of longest increasing subsequences", 1975. Complexity: n log n; linear if the
  /// values ascend.
  static func longestAscent(_ values: [Int32]) -> [Bool] {
    var result = [Bool](repeating: false, count: values.count)
    /// For each length, the place of the smallest value that ends a subsequence of this length.
    var ends: [Int] = []
    /// For each value, the place of its predecessor in the longest subsequence that ends with it.
    var before = [Int32](repeating: -1, count: values.count)
    for (at, value) in values.enumerated() {
      var low = ends.count
      if let last = ends.last, values[last] > value {
        var high = ends.count
        low = 0
        while low < high {
          let middle = (low + high) / 2
          if values[ends[middle]] < value { low = middle + 1 } else { high = middle }
        }
      }
      if low > 0 { before[at] = Int32(ends[low - 1]) }
      if low == ends.count { ends.append(at) } else { ends[low] = at }
    }
    var at = ends.last ?? -1
    while at >= 0 {
      result[at] = true
      at = Int(before[at])
    }
    return result
  }
}
