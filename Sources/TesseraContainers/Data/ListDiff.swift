/// Difference between two states of a list, by index: insertions, deletions, moves and content changes.
///
/// Computed from two snapshots, or from an explicit update. It stores kept items as runs of adjacent items, so that its size depends on the
/// changes and not on the list. A value; any thread.
public struct ListDiff: Sendable, Hashable {
  /// Adjacent items that stayed adjacent.
  public struct Run: Sendable, Hashable {
    // 32 bits each: a shuffled list has as many runs as items.
    var oldSection: Int32
    var oldItem: Int32
    var newSection: Int32
    var newItem: Int32
    var length: Int32
    /// Whether these items passed others that stayed, or changed section. Items of a section that moved as a whole did not.
    public var isMoved: Bool

    /// Old index of the first item.
    public var old: ListIndex { ListIndex(Int(oldSection), Int(oldItem)) }
    /// New index of the first item.
    public var new: ListIndex { ListIndex(Int(newSection), Int(newItem)) }
    /// Number of items.
    public var count: Int { Int(length) }

    init(old: ListIndex, new: ListIndex, count: Int = 1, isMoved: Bool = false) {
      oldSection = Int32(old.section)
      oldItem = Int32(old.item)
      newSection = Int32(new.section)
      newItem = Int32(new.item)
      length = Int32(count)
      self.isMoved = isMoved
    }

    /// Returns whether `other` continues this run on both sides.
    func isFollowed(by other: Run) -> Bool {
      oldSection == other.oldSection && newSection == other.newSection && isMoved == other.isMoved
        && oldItem + length == other.oldItem && newItem + length == other.newItem
    }
  }

  /// Adjacent items of one section.
  public struct Places: Sendable, Hashable {
    /// Section of the items.
    public var section: Int
    /// Indices of the items in it.
    public var items: Range<Int>

    /// Creates a range of places.
    public init(section: Int, items: Range<Int>) {
      self.section = section
      self.items = items
    }
  }

  /// Old and new place of one element.
  public struct Change<Place: Sendable & Hashable>: Sendable, Hashable {
    /// Old place.
    public var old: Place
    /// New place.
    public var new: Place

    /// Creates a pair of places.
    public init(old: Place, new: Place) {
      self.old = old
      self.new = new
    }
  }

  /// Old number of items for each section.
  public let oldCounts: [Int]
  /// New number of items for each section.
  public let newCounts: [Int]
  /// Kept items in the order of their new places; runs do not overlap.
  public let runs: [Run]
  /// Kept items with changed content, in the order of their new places. Complexity: linear in them.
  public var updates: [Change<ListIndex>] { Self.changes(in: updatedRuns) }
  /// The same as runs; for a reloaded list they include all its items.
  let updatedRuns: [Run]
  /// Kept sections whose header and footer changed, in their new order.
  public let sectionUpdates: [Change<Int>]
  /// Sections that passed others that stayed, in their new order; the fewest that explain the order.
  public let movedSections: [Change<Int>]
  /// New index of each old section; -1 means deleted.
  private let newSections: [Int32]
  /// Old index of each new section; -1 means inserted.
  private let oldSections: [Int32]
  /// `runs` in the order of their old places.
  private let runsByOld: [Run]

  /// Creates a diff from its parts.
  ///
  /// - Parameters:
  ///   - oldCounts: old number of items for each section.
  ///   - newCounts: new number of items for each section.
  ///   - newSections: new index of each old section; -1 means deleted.
  ///   - runs: kept items in any order; no run is empty.
  ///   - updates: in any order; runs may overlap.
  ///   - sectionUpdates: in any order.
  init(
    oldCounts: [Int], newCounts: [Int], newSections: [Int32], movedSections: [Change<Int>], runs: [Run], updates: [Run],
    sectionUpdates: [Change<Int>]
  ) {
    self.oldCounts = oldCounts
    self.newCounts = newCounts
    self.newSections = newSections
    self.movedSections = movedSections
    var oldSections = [Int32](repeating: -1, count: newCounts.count)
    for (old, new) in newSections.enumerated() where new >= 0 { oldSections[Int(new)] = Int32(old) }
    self.oldSections = oldSections
    runsByOld = Self.joined(runs, by: \.oldOrder)
    self.runs = Self.joined(runsByOld, by: \.newOrder)
    updatedRuns = Self.united(updates)
    self.sectionUpdates = sectionUpdates.sorted { $0.new < $1.new }
  }

  /// Returns `runs` in the order of `key`, with consecutive ones joined. Complexity: linear if they are sorted.
  private static func joined(_ runs: [Run], by key: (Run) -> UInt64) -> [Run] {
    var isSorted = true
    var touch = false
    for i in runs.indices.dropFirst() {
      if key(runs[i - 1]) > key(runs[i]) { isSorted = false }
      if runs[i - 1].isFollowed(by: runs[i]) { touch = true }
    }
    if isSorted, !touch { return runs }
    let sorted = isSorted ? runs : runs.sorted { key($0) < key($1) }
    var result: [Run] = []
    result.reserveCapacity(sorted.count)
    for run in sorted {
      if let last = result.last, last.isFollowed(by: run) {
        result[result.count - 1].length += run.length
      } else {
        result.append(run)
      }
    }
    return result
  }

  /// Returns `runs` in the order of the new places, without overlapping parts. Overlapping runs agree about each item.
  private static func united(_ runs: [Run]) -> [Run] {
    var result: [Run] = []
    var (section, end) = (Int32(-1), Int32(0))
    for run in runs.sorted(by: { $0.newOrder < $1.newOrder }) {
      var run = run
      run.isMoved = false
      if run.newSection == section, run.newItem < end {
        let known = end - run.newItem
        guard known < run.length else { continue }
        (run.oldItem, run.newItem, run.length) = (run.oldItem + known, run.newItem + known, run.length - known)
      }
      (section, end) = (run.newSection, run.newItem + run.length)
      result.append(run)
    }
    return joined(result, by: \.newOrder)
  }

  private static func changes(in runs: some Sequence<Run>) -> [Change<ListIndex>] {
    runs.flatMap { run in
      (0..<run.count).map {
        Change(old: ListIndex(run.old.section, run.old.item + $0), new: ListIndex(run.new.section, run.new.item + $0))
      }
    }
  }

  // MARK: What changed

  /// Whether nothing changed.
  public var isEmpty: Bool {
    updatedRuns.isEmpty && sectionUpdates.isEmpty && movedSections.isEmpty && oldCounts == newCounts
      && newSections.indices.allSatisfy { newSections[$0] == $0 } && keptCount == newCounts.reduce(0, +) && !runs.contains(where: \.isMoved)
  }

  /// Number of kept items.
  public var keptCount: Int { runs.reduce(0) { $0 + $1.count } }

  /// Deleted sections by their old indices, ascending.
  public var deletedSections: [Int] { newSections.indices.filter { newSections[$0] < 0 } }

  /// Inserted sections by their new indices, ascending.
  public var insertedSections: [Int] { oldSections.indices.filter { oldSections[$0] < 0 } }

  /// Deleted items of kept sections by their old places, ascending. Items of a deleted section are deleted with it, except those that moved
  /// to another section.
  public var deletedItems: [Places] {
    Self.gaps(runsByOld.lazy.map { ($0.old, $0.count) }, in: oldCounts).filter { newSections[$0.section] >= 0 }
  }

  /// Inserted items of kept sections by their new places, ascending. Items of an inserted section are new with it, except those that moved
  /// there.
  public var insertedItems: [Places] {
    Self.gaps(runs.lazy.map { ($0.new, $0.count) }, in: newCounts).filter { oldSections[$0.section] >= 0 }
  }

  /// Items that passed others that stayed, or changed section, in the order of their new places; the fewest that explain the order.
  public var movedItems: [Change<ListIndex>] { Self.changes(in: runs.lazy.filter(\.isMoved)) }

  /// Returns the places that no run covers.
  private static func gaps(_ runs: some Sequence<(ListIndex, Int)>, in counts: [Int]) -> [Places] {
    var result: [Places] = []
    var (section, item) = (0, 0)
    func closing(_ section: Int, from item: Int, to end: Int) {
      if item < end { result.append(Places(section: section, items: item..<end)) }
    }
    for (start, count) in runs {
      while section < start.section {
        closing(section, from: item, to: counts[section])
        (section, item) = (section + 1, 0)
      }
      closing(section, from: item, to: start.item)
      item = start.item + count
    }
    while section < counts.count {
      closing(section, from: item, to: counts[section])
      (section, item) = (section + 1, 0)
    }
    return result
  }

  // MARK: Places

  /// Returns the new index of a section; nil if it was deleted or did not exist.
  public func newSection(of old: Int) -> Int? {
    guard newSections.indices.contains(old), newSections[old] >= 0 else { return nil }
    return Int(newSections[old])
  }

  /// Returns the old index of a section; nil if it is new or does not exist.
  public func oldSection(of new: Int) -> Int? {
    guard oldSections.indices.contains(new), oldSections[new] >= 0 else { return nil }
    return Int(oldSections[new])
  }

  /// Returns the new place of the item that was at `old`; nil if it was deleted or did not exist. Complexity: logarithmic in the runs.
  public func newIndex(of old: ListIndex) -> ListIndex? {
    guard let run = Self.run(in: runsByOld, at: old, \.old) else { return nil }
    return ListIndex(run.new.section, run.new.item + old.item - run.old.item)
  }

  /// Returns the old place of the item at `new`; nil if it is new or does not exist. Complexity: logarithmic in the runs.
  public func oldIndex(of new: ListIndex) -> ListIndex? {
    guard let run = Self.run(in: runs, at: new, \.new) else { return nil }
    return ListIndex(run.old.section, run.old.item + new.item - run.new.item)
  }

  /// Returns whether the item at `new` was kept and its content changed. Complexity: logarithmic.
  func isUpdated(_ new: ListIndex) -> Bool { Self.run(in: updatedRuns, at: new, \.new) != nil }

  /// Returns `old` with its new place; nil if it was deleted.
  public func newElement(of old: ListElement) -> ListElement? {
    switch old {
    case .item(let index): newIndex(of: index).map { .item($0) }
    case .header(let section): newSection(of: section).map { .header($0) }
    case .footer(let section): newSection(of: section).map { .footer($0) }
    case .supplementary(let kind, let index):
      if let new = newIndex(of: index) {
        .supplementary(kind, new)
      } else if index.item == 0, let new = newSection(of: index.section) {
        // It may belong to the whole section.
        .supplementary(kind, ListIndex(new, 0))
      } else {
        nil
      }
    }
  }

  /// Returns the run that contains the item at `place`.
  private static func run(in runs: [Run], at place: ListIndex, _ start: (Run) -> ListIndex) -> Run? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if start(runs[middle]) <= place { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let run = runs[low - 1]
    let first = start(run)
    return first.section == place.section && place.item < first.item + run.count ? run : nil
  }

  /// Returns the kept items whose old places are new places of `runs`, from their old places in `runs` to their new places here.
  func following(_ runs: [Run]) -> [Run] { Self.chained(runs, runsByOld) }

  /// Returns the kept items whose new places are old places of `runs`, from their old places before this diff.
  func preceding(_ runs: [Run]) -> [Run] { Self.chained(self.runs, runs.sorted { $0.oldOrder < $1.oldOrder }) }

  /// Returns the items that are in a run of `first` and then in one of `next`, which are in the order of their old places.
  private static func chained(_ first: [Run], _ next: [Run]) -> [Run] {
    var result: [Run] = []
    for run in first {
      let middle = run.new
      for after in touching(next, middle.section, middle.item..<middle.item + run.count) {
        let low = max(middle.item, after.old.item)
        let high = min(middle.item + run.count, after.old.item + after.count)
        guard low < high else { continue }
        result.append(
          Run(
            old: ListIndex(run.old.section, run.old.item + low - middle.item),
            new: ListIndex(after.new.section, after.new.item + low - after.old.item), count: high - low,
            isMoved: run.isMoved || after.isMoved))
      }
    }
    return result
  }

  /// Returns the runs whose old places overlap `items`; `runs` are in the order of their old places.
  private static func touching(_ runs: [Run], _ section: Int, _ items: Range<Int>) -> ArraySlice<Run> {
    var (low, high) = (0, runs.count)
    // The first run that ends after the beginning.
    while low < high {
      let middle = (low + high) / 2
      let run = runs[middle]
      if ListIndex(run.old.section, run.old.item + run.count - 1) < ListIndex(section, items.lowerBound) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var end = low
    while end < runs.count, runs[end].old < ListIndex(section, items.upperBound) { end += 1 }
    return runs[low..<end]
  }
}

extension ListDiff.Run {
  /// Sort key of the old place.
  fileprivate var oldOrder: UInt64 { UInt64(UInt32(oldSection)) << 32 | UInt64(UInt32(oldItem)) }
  /// Sort key of the new place.
  fileprivate var newOrder: UInt64 { UInt64(UInt32(newSection)) << 32 | UInt64(UInt32(newItem)) }
}
