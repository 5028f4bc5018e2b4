/// What changed from one state of a list to the next, by place: what was inserted, deleted and moved, what stayed and shows something else.
///
/// Made from two snapshots, or from an update that says it itself. It holds what stayed as runs of neighbours, so that its size goes with
/// what changed and not with the list. A value; any thread.
public struct ListDiff: Sendable, Hashable {
  /// Neighbours that stayed neighbours.
  public struct Run: Sendable, Hashable {
    // 32 bits each: a shuffled list has as many runs as items.
    var oldSection: Int32
    var oldItem: Int32
    var newSection: Int32
    var newItem: Int32
    var length: Int32
    /// Whether these items went past others that stayed, or to another section. Items of a section that moved as a whole did not.
    public var isMoved: Bool

    /// Where the first of them was.
    public var old: ListIndex { ListIndex(Int(oldSection), Int(oldItem)) }
    /// Where the first of them is.
    public var new: ListIndex { ListIndex(Int(newSection), Int(newItem)) }
    /// How many they are.
    public var count: Int { Int(length) }

    init(old: ListIndex, new: ListIndex, count: Int = 1, isMoved: Bool = false) {
      oldSection = Int32(old.section)
      oldItem = Int32(old.item)
      newSection = Int32(new.section)
      newItem = Int32(new.item)
      length = Int32(count)
      self.isMoved = isMoved
    }

    /// Whether `other` continues it on both sides.
    func isFollowed(by other: Run) -> Bool {
      oldSection == other.oldSection && newSection == other.newSection && isMoved == other.isMoved
        && oldItem + length == other.oldItem && newItem + length == other.newItem
    }
  }

  /// Neighbours in one section.
  public struct Places: Sendable, Hashable {
    /// Their section.
    public var section: Int
    /// Their places in it.
    public var items: Range<Int>

    /// Makes places.
    public init(section: Int, items: Range<Int>) {
      self.section = section
      self.items = items
    }
  }

  /// A place before and a place after.
  public struct Change<Place: Sendable & Hashable>: Sendable, Hashable {
    /// Where it was.
    public var old: Place
    /// Where it is.
    public var new: Place

    /// Makes a pair of places.
    public init(old: Place, new: Place) {
      self.old = old
      self.new = new
    }
  }

  /// How many items each section had.
  public let oldCounts: [Int]
  /// How many items each section has.
  public let newCounts: [Int]
  /// What stayed, in the order of the new places; runs do not overlap.
  public let runs: [Run]
  /// Items that stayed and show something else, in the order of their new places. Complexity: linear in them.
  public var updates: [Change<ListIndex>] { Self.changes(in: updatedRuns) }
  /// The same as neighbours that stayed neighbours: of a list that is reloaded they are all its items.
  let updatedRuns: [Run]
  /// Sections that stayed and whose header and footer show something else, in their new order.
  public let sectionUpdates: [Change<Int>]
  /// Sections that went past others that stayed, in their new order; the fewest that explain the new order.
  public let movedSections: [Change<Int>]
  /// For every old section its new number; -1: deleted.
  private let newSections: [Int32]
  /// For every new section its old number; -1: inserted.
  private let oldSections: [Int32]
  /// `runs` in the order of the old places.
  private let runsByOld: [Run]

  /// Makes a diff of its parts.
  ///
  /// - Parameters:
  ///   - oldCounts: how many items each section had.
  ///   - newCounts: how many items each section has.
  ///   - newSections: for every old section its new number; -1: deleted.
  ///   - runs: what stayed, in any order; none is empty.
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

  /// `runs` in the order of `key`, those joined that follow one another. Complexity: linear where they are in order.
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

  /// `runs` in the order of the new places, without those or parts of those that are there already. The same item is the same in all of them.
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

  /// Whether nothing changed at all.
  public var isEmpty: Bool {
    updatedRuns.isEmpty && sectionUpdates.isEmpty && movedSections.isEmpty && oldCounts == newCounts
      && newSections.indices.allSatisfy { newSections[$0] == $0 } && keptCount == newCounts.reduce(0, +) && !runs.contains(where: \.isMoved)
  }

  /// How many items stayed.
  public var keptCount: Int { runs.reduce(0) { $0 + $1.count } }

  /// Sections that are gone, by their old numbers, ascending.
  public var deletedSections: [Int] { newSections.indices.filter { newSections[$0] < 0 } }

  /// Sections that came, by their new numbers, ascending.
  public var insertedSections: [Int] { oldSections.indices.filter { oldSections[$0] < 0 } }

  /// Items that are gone from sections that stayed, by their old places, ascending. Those of a section that is gone are gone with it, but
  /// for those that moved elsewhere.
  public var deletedItems: [Places] {
    Self.gaps(runsByOld.lazy.map { ($0.old, $0.count) }, in: oldCounts).filter { newSections[$0.section] >= 0 }
  }

  /// Items that came to sections that were there, by their new places, ascending. Those of a section that came are new with it, but for those
  /// that moved there.
  public var insertedItems: [Places] {
    Self.gaps(runs.lazy.map { ($0.new, $0.count) }, in: newCounts).filter { oldSections[$0.section] >= 0 }
  }

  /// Items that went past others that stayed, or to another section, in the order of their new places; the fewest that explain the new order.
  public var movedItems: [Change<ListIndex>] { Self.changes(in: runs.lazy.filter(\.isMoved)) }

  /// What of the sections is in no run.
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

  /// Returns the number that the section has now; nil: it is gone, or never was.
  public func newSection(of old: Int) -> Int? {
    guard newSections.indices.contains(old), newSections[old] >= 0 else { return nil }
    return Int(newSections[old])
  }

  /// Returns the number that the section had; nil: it is new, or there is no such section.
  public func oldSection(of new: Int) -> Int? {
    guard oldSections.indices.contains(new), oldSections[new] >= 0 else { return nil }
    return Int(oldSections[new])
  }

  /// Returns where the item is now that was at `old`; nil: it is gone, or never was. Complexity: logarithmic in the runs.
  public func newIndex(of old: ListIndex) -> ListIndex? {
    guard let run = Self.run(in: runsByOld, at: old, \.old) else { return nil }
    return ListIndex(run.new.section, run.new.item + old.item - run.old.item)
  }

  /// Returns where the item was that is at `new` now; nil: it is new, or there is none. Complexity: logarithmic in the runs.
  public func oldIndex(of new: ListIndex) -> ListIndex? {
    guard let run = Self.run(in: runs, at: new, \.new) else { return nil }
    return ListIndex(run.old.section, run.old.item + new.item - run.new.item)
  }

  /// Whether the item that is at `new` now stayed and shows something else. Complexity: logarithmic.
  func isUpdated(_ new: ListIndex) -> Bool { Self.run(in: updatedRuns, at: new, \.new) != nil }

  /// Returns what the element is now that was `old`; nil: it is gone.
  public func newElement(of old: ListElement) -> ListElement? {
    switch old {
    case .item(let index): newIndex(of: index).map { .item($0) }
    case .header(let section): newSection(of: section).map { .header($0) }
    case .footer(let section): newSection(of: section).map { .footer($0) }
    case .supplementary(let kind, let index):
      if let new = newIndex(of: index) {
        .supplementary(kind, new)
      } else if index.item == 0, let new = newSection(of: index.section) {
        // It may be that of the whole section.
        .supplementary(kind, ListIndex(new, 0))
      } else {
        nil
      }
    }
  }

  /// The run that holds the item at `place`.
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

  /// What stayed that was in `runs` on their new side, from their old places to where it is now.
  func following(_ runs: [Run]) -> [Run] { Self.chained(runs, runsByOld) }

  /// What is in `runs` on their old side, from where it was before this diff.
  func preceding(_ runs: [Run]) -> [Run] { Self.chained(self.runs, runs.sorted { $0.oldOrder < $1.oldOrder }) }

  /// What goes through a run of `first` and then through one of `next`, which are in the order of their old places.
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

  /// Those of `runs`, which are in the order of their old places, whose old places touch `items`.
  private static func touching(_ runs: [Run], _ section: Int, _ items: Range<Int>) -> ArraySlice<Run> {
    var (low, high) = (0, runs.count)
    // The first that ends behind the beginning.
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
  /// Orders runs by their old places.
  fileprivate var oldOrder: UInt64 { UInt64(UInt32(oldSection)) << 32 | UInt64(UInt32(oldItem)) }
  /// Orders runs by their new places.
  fileprivate var newOrder: UInt64 { UInt64(UInt32(newSection)) << 32 | UInt64(UInt32(newItem)) }
}
