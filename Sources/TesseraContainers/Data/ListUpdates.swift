/// Batch of index-based edits of a list.
///
/// Indices of deletions, reloads and the origins of moves are those before the batch. Indices of insertions and the targets of moves are
/// those after it. The order of the edits does not matter. A value; any thread.
struct ListUpdates: Sendable, Hashable {
  /// Inserted sections, by their indices after the update.
  var insertedSections: Set<Int> = []
  /// Deleted sections with their items, by their indices before the update.
  var deletedSections: Set<Int> = []
  /// Sections with arbitrary changes, by their indices before the update. Their number of items may change too. Visible content is kept
  /// until the new content is ready. Edits of their items are ignored.
  var reloadedSections: Set<Int> = []
  /// Moved sections, with their items.
  var movedSections: Set<ListDiff.Change<Int>> = []
  /// Inserted items, by their indices after the update.
  var insertedItems: Set<ListIndex> = []
  /// Deleted items, by their indices before the update.
  var deletedItems: Set<ListIndex> = []
  /// Items with changed content, by their indices before the update. They keep their identity.
  var reloadedItems: Set<ListIndex> = []
  /// Moved items.
  var movedItems: Set<ListDiff.Change<ListIndex>> = []
  /// Whether everything is reloaded; all other edits are then ignored.
  var reloadsAll = false

  /// Creates an empty update.

  /// Whether the update is empty.
  var isEmpty: Bool { self == ListUpdates() }

  /// Validates the update and returns its changes.
  ///
  /// - Parameters:
  ///   - old: old number of items of each section.
  ///   - new: new number of items of each section.
  /// - Throws: ``ListError`` for nonexistent places, contradictory edits, and counts that do not match the edits.
  /// Complexity: linear in the sections, n log n in the edits; linear in the items of reloaded sections.
  func diff(from old: [Int], to new: [Int]) throws(ListError) -> ListDiff {
    if reloadsAll { return ListDiff(reloading: old, with: new) }
    let sections = try newSections(old.count, new.count)
    try check(old, new, sections)
    return makeDiff(old, new, sections)
  }

  // MARK: Sections

  private func newSections(_ before: Int, _ after: Int) throws(ListError) -> [Int32] {
    try check(deletedSections, .delete, below: before)
    try check(reloadedSections, .reload, below: before)
    try check(Set(movedSections.map(\.old)), .move, below: before)
    try check(insertedSections, .insert, below: after)
    try checkTargets(Set(movedSections.map(\.new)), below: after)
    let movedFrom = Dictionary(movedSections.map { ($0.old, $0.new) }, uniquingKeysWith: min)
    let movedTo = Set(movedSections.map(\.new))
    if let both = deletedSections.intersection(reloadedSections).min() { throw .sectionContradiction(both, .delete, .reload) }
    if let both = deletedSections.intersection(movedFrom.keys).min() { throw .sectionContradiction(both, .delete, .move) }
    if let both = insertedSections.intersection(movedTo).min() { throw .sectionContradiction(both, .insert, .move) }
    if movedFrom.count != movedSections.count || movedTo.count != movedSections.count {
      let doubled = movedSections.map(\.old).sorted()
      let twice = zip(doubled, doubled.dropFirst()).first { $0 == $1 }?.0 ?? movedTo.min() ?? 0
      throw .sectionContradiction(twice, .move, .move)
    }
    guard before + insertedSections.count - deletedSections.count == after else {
      throw .sectionCount(before: before, after: after, inserted: insertedSections.count, deleted: deletedSections.count)
    }
    var result = [Int32](repeating: -1, count: before)
    var next = 0
    for old in 0..<before where !deletedSections.contains(old) {
      if let to = movedFrom[old] {
        result[old] = Int32(to)
        continue
      }
      while insertedSections.contains(next) || movedTo.contains(next) { next += 1 }
      result[old] = Int32(next)
      next += 1
    }
    return result
  }

  private func check(_ places: Set<Int>, _ change: ListError.Change, below count: Int) throws(ListError) {
    if let bad = places.first(where: { $0 < 0 || $0 >= count }) { throw .noSuchSection(bad, change, count: count) }
  }

  /// Like `check`, for sections that are the target of a move: the error refers to the state after the update.
  private func checkTargets(_ places: Set<Int>, below count: Int) throws(ListError) { try check(places, .insert, below: count) }

  // MARK: Items

  private func check(_ places: some Sequence<ListIndex>, _ change: ListError.Change, in counts: [Int]) throws(ListError) {
    for place in places {
      guard counts.indices.contains(place.section) else { throw .noSuchSection(place.section, change, count: counts.count) }
      guard place.item >= 0, place.item < counts[place.section] else {
        throw .noSuchItem(place, change, count: counts[place.section])
      }
    }
  }

  private func check(_ old: [Int], _ new: [Int], _ sections: [Int32]) throws(ListError) {
    try check(deletedItems, .delete, in: old)
    try check(reloadedItems, .reload, in: old)
    try check(movedItems.lazy.map(\.old), .move, in: old)
    if let both = deletedItems.intersection(reloadedItems).min() { throw .contradiction(both, .delete, .reload) }
    let movedFrom = Set(movedItems.map(\.old))
    let movedTo = Set(movedItems.map(\.new))
    if let both = deletedItems.intersection(movedFrom).min() { throw .contradiction(both, .delete, .move) }
    if movedFrom.count != movedItems.count || movedTo.count != movedItems.count {
      let places = (movedFrom.count != movedItems.count ? movedItems.map(\.old) : movedItems.map(\.new)).sorted()
      throw .contradiction(zip(places, places.dropFirst()).first { $0 == $1 }?.0 ?? places[0], .move, .move)
    }
    if let both = insertedItems.intersection(movedTo).min() { throw .contradiction(both, .insert, .move) }
    // Counts are checked before places: wrong counts are the most frequent error and the most informative.
    var inserted: [Int: Int] = [:]
    var deleted: [Int: Int] = [:]
    for place in insertedItems { inserted[place.section, default: 0] += 1 }
    for place in movedTo { inserted[place.section, default: 0] += 1 }
    for place in deletedItems { deleted[place.section, default: 0] += 1 }
    for place in movedFrom { deleted[place.section, default: 0] += 1 }
    for section in sections.indices where sections[section] >= 0 && !reloadedSections.contains(section) {
      let now = Int(sections[section])
      let (came, went) = (inserted[now] ?? 0, deleted[section] ?? 0)
      guard old[section] + came - went == new[now] else {
        throw .itemCount(section: now, before: old[section], after: new[now], inserted: came, deleted: went)
      }
    }
    try check(insertedItems, .insert, in: new)
    try check(movedTo, .insert, in: new)
  }

  private func makeDiff(_ old: [Int], _ new: [Int], _ sections: [Int32]) -> ListDiff {
    let reloaded = Set(reloadedSections.map { Int(sections[$0]) })
    // Items cannot move from or into a section that is reloaded by index.
    let moves = movedItems.filter { !reloadedSections.contains($0.old.section) && !reloaded.contains($0.new.section) }
    var leaving: [Int: [Int]] = [:]
    var arriving: [Int: [Int]] = [:]
    for place in deletedItems { leaving[place.section, default: []].append(place.item) }
    for move in movedItems { leaving[move.old.section, default: []].append(move.old.item) }
    for place in insertedItems { arriving[place.section, default: []].append(place.item) }
    for move in movedItems { arriving[move.new.section, default: []].append(move.new.item) }

    var runs: [ListDiff.Run] = []
    for section in sections.indices where sections[section] >= 0 {
      let now = Int(sections[section])
      if reloadedSections.contains(section) {
        let kept = min(old[section], new[now])
        if kept > 0 { runs.append(.init(old: ListIndex(section, 0), new: ListIndex(now, 0), count: kept, isMoved: false)) }
        continue
      }
      var gone = (leaving[section] ?? []).sorted()[...]
      var came = (arriving[now] ?? []).sorted()[...]
      var (from, to) = (0, 0)
      while true {
        while gone.first == from {
          gone.removeFirst()
          from += 1
        }
        while came.first == to {
          came.removeFirst()
          to += 1
        }
        let count = min((gone.first ?? old[section]) - from, (came.first ?? new[now]) - to)
        guard count > 0 else { break }
        runs.append(.init(old: ListIndex(section, from), new: ListIndex(now, to), count: count, isMoved: false))
        from += count
        to += count
      }
    }
    for move in moves { runs.append(.init(old: move.old, new: move.new, count: 1, isMoved: true)) }

    let bare = ListDiff(
      oldCounts: old, newCounts: new, newSections: sections, movedSections: ListDiff.moves(sections), runs: runs, updates: [],
      sectionUpdates: [])
    var updates = reloadedItems.compactMap { place in bare.newIndex(of: place).map { ListDiff.Run(old: place, new: $0) } }
    for section in reloadedSections {
      let now = Int(sections[section])
      let kept = min(old[section], new[now])
      if kept > 0 { updates.append(ListDiff.Run(old: ListIndex(section, 0), new: ListIndex(now, 0), count: kept)) }
    }
    guard !updates.isEmpty || !reloadedSections.isEmpty else { return bare }
    return ListDiff(
      oldCounts: old, newCounts: new, newSections: sections, movedSections: bare.movedSections, runs: bare.runs, updates: updates,
      sectionUpdates: reloadedSections.map { ListDiff.Change(old: $0, new: Int(sections[$0])) })
  }
}
