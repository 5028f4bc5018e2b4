import TesseraTestSupport
import Testing

@testable import TesseraContainers

struct ListDiffTests {
  typealias Snapshot = ListSnapshot<String, Int>

  /// Gets to the new state as a list would that knows no keys: takes out what is deleted and what moves, puts sections in place, puts in what
  /// comes. `fresh` says what an inserted item is.
  static func applied(_ diff: ListDiff, to old: [[Int]], fresh: (ListIndex) -> Int) -> [[Int]] {
    let moves = diff.movedItems
    var taken: [ListIndex: Int] = [:]
    for move in moves { taken[move.old] = old[move.old.section][move.old.item] }
    var gone = Set(moves.map(\.old))
    for places in diff.deletedItems { for item in places.items { gone.insert(ListIndex(places.section, item)) } }
    let rest = old.enumerated().map { section, items in
      items.enumerated().filter { !gone.contains(ListIndex(section, $0.offset)) }.map(\.element)
    }
    // Sections: those that neither moved nor went keep their order and fill what is left between those that came or were put in place.
    let moved = Dictionary(diff.movedSections.map { ($0.new, $0.old) }, uniquingKeysWith: { a, _ in a })
    let movedFrom = Set(moved.values)
    let deleted = Set(diff.deletedSections)
    let inserted = Set(diff.insertedSections)
    var stay = old.indices.filter { !deleted.contains($0) && !movedFrom.contains($0) }[...]
    var result: [[Int]] = []
    for section in diff.newCounts.indices {
      if inserted.contains(section) {
        result.append([])
      } else if let from = moved[section] {
        result.append(rest[from])
      } else {
        result.append(rest[stay.removeFirst()])
      }
    }
    var coming: [(ListIndex, Int)] = moves.map { ($0.new, taken[$0.old]!) }
    for places in diff.insertedItems {
      for item in places.items { coming.append((ListIndex(places.section, item), fresh(ListIndex(places.section, item)))) }
    }
    for section in inserted {
      let filled = Set(moves.map(\.new))
      for item in 0..<diff.newCounts[section] where !filled.contains(ListIndex(section, item)) {
        coming.append((ListIndex(section, item), fresh(ListIndex(section, item))))
      }
    }
    for (place, value) in coming.sorted(by: { $0.0 < $1.0 }) { result[place.section].insert(value, at: place.item) }
    return result
  }

  static func random(_ sections: Int, _ items: Int, _ universe: Int, using random: inout SeededGenerator) -> Snapshot {
    var keys = Array(0..<universe).shuffled(using: &random)[...]
    let names = ["a", "b", "c", "d", "e", "f"].shuffled(using: &random).prefix(sections)
    return Snapshot(
      names.map { name in
        let count = Int.random(in: 0...items, using: &random)
        let some = keys.prefix(count)
        keys = keys.dropFirst(count)
        return (name, Array(some))
      })
  }

  /// Changes a snapshot a little, as programs do.
  static func edited(_ snapshot: Snapshot, using random: inout SeededGenerator) -> Snapshot {
    var result = snapshot
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let all = result.sections.flatMap { result.items(in: $0) }
      switch Int.random(in: 0...7, using: &random) {
      case 0:
        if let section = result.sections.randomElement(using: &random) {
          try? result.append([Int.random(in: 1000...100_000_000, using: &random)], to: section)
        }
      case 1: if let item = all.randomElement(using: &random) { result.delete([item]) }
      case 2:
        if let item = all.randomElement(using: &random), let other = all.randomElement(using: &random) {
          try? result.move(item, before: other)
        }
      case 3:
        if let section = result.sections.randomElement(using: &random), let other = result.sections.randomElement(using: &random) {
          try? result.moveSection(section, after: other)
        }
      case 4: if let section = result.sections.randomElement(using: &random), result.sectionCount > 1 { result.deleteSections([section]) }
      case 5: result.appendSections(["new \(Int.random(in: 0...1_000_000_000, using: &random))"])
      case 6: if let item = all.randomElement(using: &random) { result.reconfigure([item]) }
      default:
        if let item = all.randomElement(using: &random), let section = result.sections.randomElement(using: &random) {
          try? result.move(item, toEndOf: section)
        }
      }
    }
    return result
  }

  func check(_ old: Snapshot, _ new: Snapshot, _ diff: ListDiff, seed: UInt64) {
    let comment: Comment = "seed \(seed)"
    let newItems = new.sections.map { new.items(in: $0) }
    let oldItems = old.sections.map { old.items(in: $0) }
    #expect(Self.applied(diff, to: oldItems) { newItems[$0.section][$0.item] } == newItems, comment)
    // Whatever is in both is found again, on both sides.
    for (section, items) in oldItems.enumerated() {
      for (item, key) in items.enumerated() {
        let place = ListIndex(section, item)
        let now = new.index(of: key)
        #expect(diff.newIndex(of: place) == now, comment)
        if let now { #expect(diff.oldIndex(of: now) == place, comment) }
      }
    }
    for (number, section) in old.sections.enumerated() { #expect(diff.newSection(of: number) == new.index(ofSection: section), comment) }
    #expect(diff.updates.allSatisfy { diff.newIndex(of: $0.old) == $0.new }, comment)
  }

  @Test(arguments: 0..<8) func applyingTheDiffToTheOldGivesTheNew(block: UInt64) throws {
    for seed in block * 500..<(block + 1) * 500 {
      var random = SeededGenerator(seed: seed)
      let universe = Int.random(in: 0...40, using: &random)
      let old = Self.random(Int.random(in: 0...5, using: &random), 8, universe, using: &random)
      let new =
        Bool.random(using: &random)
        ? Self.random(Int.random(in: 0...5, using: &random), 8, universe, using: &random) : Self.edited(old, using: &random)
      check(old, new, try ListDiff(from: old, to: new), seed: seed)
      let back = try ListDiff(from: new, to: old)
      check(new, old, back, seed: seed)
      #expect(try ListDiff(from: old, to: old).isEmpty)
    }
  }

  @Test(arguments: 0..<4) func twoDiffsInARowAreOne(block: UInt64) throws {
    for seed in block * 250..<(block + 1) * 250 {
      var random = SeededGenerator(seed: seed &+ 77_000)
      let a = Self.random(3, 8, 30, using: &random)
      let b = Self.edited(a, using: &random)
      let c = Self.edited(b, using: &random)
      let both = try ListDiff(from: a, to: b).followed(by: ListDiff(from: b, to: c))
      let (old, new) = (a.sections.map { a.items(in: $0) }, c.sections.map { c.items(in: $0) })
      #expect(Self.applied(both, to: old) { new[$0.section][$0.item] } == new, "seed \(seed)")
      for change in try ListDiff(from: a, to: c).updates where both.newIndex(of: change.old) != nil {
        #expect(both.updates.contains(change), "seed \(seed)")
      }
    }
  }

  @Test func oneRowThatWasDraggedIsOneMove() throws {
    for (from, to) in [(0, 99), (99, 0), (10, 20), (20, 10), (40, 41)] {
      let old = Snapshot([("a", Array(0..<100))])
      var keys = Array(0..<100)
      keys.insert(keys.remove(at: from), at: to)
      let diff = try ListDiff(from: old, to: Snapshot([("a", keys)]))
      // Neighbours that change places can be explained by either.
      #expect(diff.movedItems.count == 1)
      if abs(from - to) > 1 { #expect(diff.movedItems == [.init(old: ListIndex(0, from), new: ListIndex(0, to))]) }
      #expect(diff.deletedItems.isEmpty)
      #expect(diff.insertedItems.isEmpty)
    }
  }

  @Test func movesAreAsFewAsCanBe() throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let order = Array(0..<7).shuffled(using: &random)
      let diff = try ListDiff(from: Snapshot([("a", Array(0..<7))]), to: Snapshot([("a", order)]))
      // The longest ascending sequence, by trying all subsets.
      var longest = 0
      for mask in 0..<128 {
        let some = order.filter { (mask >> $0) & 1 == 1 }
        if some == some.sorted() { longest = max(longest, some.count) }
      }
      #expect(diff.movedItems.count == 7 - longest, "seed \(seed)")
    }
  }

  @Test func aSectionThatMovesTakesItsItemsAlong() throws {
    let old = Snapshot([("a", [1, 2]), ("b", [3]), ("c", [4, 5])])
    let diff = try ListDiff(from: old, to: Snapshot([("c", [4, 5]), ("a", [1, 2]), ("b", [3])]))
    #expect(diff.movedSections == [.init(old: 2, new: 0)])
    #expect(diff.movedItems.isEmpty)
    #expect(diff.newIndex(of: ListIndex(2, 1)) == ListIndex(0, 1))
    #expect(diff.newElement(of: .header(2)) == .header(0))
    #expect(diff.newElement(of: .supplementary("badge", ListIndex(0, 1))) == .supplementary("badge", ListIndex(1, 1)))
  }

  @Test func anItemOfADeletedSectionThatIsElsewhereIsAMove() throws {
    let old = Snapshot([("a", [1, 2]), ("b", [3])])
    let diff = try ListDiff(from: old, to: Snapshot([("b", [3, 2])]))
    #expect(diff.deletedSections == [0])
    #expect(diff.deletedItems.isEmpty)
    #expect(diff.movedItems == [.init(old: ListIndex(0, 1), new: ListIndex(0, 1))])
  }

  @Test func aDuplicateKeyIsAnErrorThatNamesBothPlaces() throws {
    let old = Snapshot([("a", [1])])
    let twice = Snapshot([("a", [1, 2]), ("b", [3, 2])])
    #expect(throws: ListError.duplicateItem(key: "2", first: ListIndex(0, 1), second: ListIndex(1, 1))) {
      try ListDiff(from: old, to: twice)
    }
    // Also where the two stand at an end that both have in common.
    #expect(throws: ListError.duplicateItem(key: "1", first: ListIndex(0, 0), second: ListIndex(0, 1))) {
      try ListDiff(from: old, to: Snapshot([("a", [1, 1])]))
    }
    #expect(throws: ListError.duplicateSection(key: "a", first: 0, second: 2)) {
      try ListDiff(from: old, to: Snapshot([("a", []), ("b", []), ("a", [])]))
    }
    #expect("\(ListError.duplicateItem(key: "2", first: ListIndex(0, 1), second: ListIndex(1, 1)))".contains("section 1, item 1"))
  }

  @Test func itemsMarkedAsChangedAreUpdatedOnce() throws {
    var old = Snapshot([("a", [1, 2, 3])])
    old.reconfigure([1])
    var new = old
    #expect(try ListDiff(from: old, to: new).updates.isEmpty)
    new.reconfigure([3, 9])
    try new.prepend([0], to: "a")
    #expect(try ListDiff(from: old, to: new).updates == [.init(old: ListIndex(0, 2), new: ListIndex(0, 3))])
    // Snapshots made anew each time say it anew.
    var fresh = Snapshot([("a", [1, 2, 3])])
    #expect(try ListDiff(from: old, to: fresh).updates.isEmpty)
    fresh.reconfigure([1])
    #expect(try ListDiff(from: old, to: fresh).updates == [.init(old: ListIndex(0, 0), new: ListIndex(0, 0))])
    fresh.reconfigureSections(["a"])
    #expect(try ListDiff(from: old, to: fresh).sectionUpdates == [.init(old: 0, new: 0)])
  }

  @Test func smallChangesNeedLittleMemory() throws {
    let old = ListSnapshot<Int, Int>(items: Array(0..<100_000))
    var new = old
    try new.append(Array(100_000..<100_020), to: 0)
    try new.move(500, before: 90_000)
    let diff = try ListDiff(from: old, to: new)
    #expect(diff.runs.count <= 4)
    #expect(diff.insertedItems == [.init(section: 0, items: 100_000..<100_020)])
    #expect(diff.movedItems.count == 1)
  }
}
