import TesseraTestSupport
import Testing

@testable import TesseraContainers

struct ListUpdatesTests {
  @Test func allItemsAreDeletedAndTheSectionsStay() throws {
    var snapshot = ListSnapshot([("a", [1, 2]), ("b", [3])])
    snapshot.reconfigure([3])
    snapshot.deleteAllItems()
    #expect(snapshot == ListSnapshot([("a", []), ("b", [])]) && snapshot.sections == ["a", "b"] && snapshot.count == 0)
    // Keys of deleted items are free again.
    try snapshot.append([2, 3], to: "b")
    try snapshot.validate()
    #expect(snapshot.items(in: "a").isEmpty && snapshot.items(in: "b") == [2, 3] && !snapshot.contains(1))
  }

  /// A model with a record of the edits that lead from one state to the next, made as a program makes them.
  private struct Case {
    var old: [[Int]] = []
    var new: [[Int]] = []
    var updates = ListUpdates()

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      var next = 0
      func fresh(_ count: Int) -> [Int] {
        next += count
        return Array(next - count..<next)
      }
      for _ in 0..<Int.random(in: 0...4, using: &random) { old.append(fresh(Int.random(in: 0...6, using: &random))) }
      // What goes and what moves, by old places; then what comes, into gaps by new places.
      var rest: [[Int]?] = old.map { $0 }
      var moving: [(from: Int, items: [Int])] = []
      for section in old.indices {
        switch Int.random(in: 0...9, using: &random) {
        case 0:
          updates.deletedSections.insert(section)
          rest[section] = nil
        case 1:
          moving.append((section, old[section]))
          rest[section] = nil
        default: break
        }
      }
      var movingItems: [(from: ListIndex, key: Int)] = []
      for section in old.indices {
        for item in old[section].indices {
          let place = ListIndex(section, item)
          let key = old[section][item]
          switch Int.random(in: 0...9, using: &random) {
          case 0 where !updates.deletedSections.contains(section):
            updates.deletedItems.insert(place)
            take(key)
          case 1:
            movingItems.append((place, key))
            take(key)
          case 2: updates.reloadedItems.insert(place)
          default: break
          }
        }
      }
      func take(_ key: Int) {
        for section in rest.indices { rest[section]?.removeAll { $0 == key } }
        for at in moving.indices { moving[at].items.removeAll { $0 == key } }
      }
      new = rest.compactMap { $0 }
      // Sections that come, one after the other; the later places of earlier ones follow.
      var arrivals: [(items: [Int], from: Int?)] = moving.map { ($0.items, $0.from) }
      for _ in 0..<Int.random(in: 0...2, using: &random) { arrivals.append((fresh(Int.random(in: 0...3, using: &random)), nil)) }
      var places: [(items: [Int], from: Int?, isNew: Bool)] = new.map { ($0, nil, false) }
      for arrival in arrivals { places.insert((arrival.items, arrival.from, true), at: Int.random(in: 0...places.count, using: &random)) }
      for (number, place) in places.enumerated() where place.isNew {
        if let from = place.from {
          updates.movedSections.insert(.init(old: from, new: number))
        } else {
          updates.insertedSections.insert(number)
        }
      }
      new = places.map(\.items)
      var sources: [Int: ListIndex?] = [:]
      if !new.isEmpty {
        for (from, key) in movingItems { put(key, from) }
        for key in fresh(Int.random(in: 0...5, using: &random)) { put(key, nil) }
      } else {
        for (from, _) in movingItems where !updates.deletedSections.contains(from.section) { updates.deletedItems.insert(from) }
      }
      func put(_ key: Int, _ from: ListIndex?) {
        let section = Int.random(in: new.indices, using: &random)
        new[section].insert(key, at: Int.random(in: 0...new[section].count, using: &random))
        sources[key] = .some(from)
      }
      for (section, items) in new.enumerated() {
        for (item, key) in items.enumerated() {
          guard let source = sources[key] else { continue }
          let place = ListIndex(section, item)
          if let from = source { updates.movedItems.insert(.init(old: from, new: place)) } else { updates.insertedItems.insert(place) }
        }
      }
    }
  }

  @Test(arguments: 0..<8) func anUpdateGivesTheDescribedList(block: UInt64) throws {
    for seed in block * 250..<(block + 1) * 250 {
      let made = Case(seed: seed)
      let diff = try made.updates.diff(from: made.old.map(\.count), to: made.new.map(\.count))
      #expect(ListDiffTests.applied(diff, to: made.old) { made.new[$0.section][$0.item] } == made.new, "seed \(seed)")
      for (section, items) in made.new.enumerated() {
        for (item, key) in items.enumerated() {
          guard let old = diff.oldIndex(of: ListIndex(section, item)) else { continue }
          #expect(made.old[old.section][old.item] == key, "seed \(seed)")
        }
      }
      let reloaded = made.updates.reloadedItems.filter { diff.newIndex(of: $0) != nil }
      #expect(Set(diff.updates.map(\.old)) == reloaded, "seed \(seed)")
    }
  }

  /// Rows of Texture's tests of integer maps.
  @Test(
    arguments: [
      (2, [0], [], [nil, 0]), (2, [], [0], [1, 2]), (2, [0], [0], [nil, 1]), (4, [], [0, 1, 3], [2, 4, 5, 6]),
      (5, [0, 1, 3], [1, 2, 4], [nil, nil, 0, nil, 3]),
    ] as [(Int, [Int], [Int], [Int?])])
  func oldPlacesFindTheirNewOnes(count: Int, deleted: [Int], inserted: [Int], expected: [Int?]) throws {
    var updates = ListUpdates()
    updates.deletedItems = Set(deleted.map { ListIndex(0, $0) })
    updates.insertedItems = Set(inserted.map { ListIndex(0, $0) })
    let diff = try updates.diff(from: [count], to: [count - deleted.count + inserted.count])
    #expect((0..<count).map { diff.newIndex(of: ListIndex(0, $0))?.item } == expected)
    var sections = ListUpdates()
    sections.deletedSections = Set(deleted)
    sections.insertedSections = Set(inserted)
    let other = try sections.diff(
      from: Array(repeating: 1, count: count), to: Array(repeating: 1, count: count - deleted.count + inserted.count))
    #expect((0..<count).map { other.newSection(of: $0) } == expected)
  }

  static let invalid: [(ListUpdates, [Int], [Int], ListError)] = {
    func update(_ change: (inout ListUpdates) -> Void) -> ListUpdates {
      var updates = ListUpdates()
      change(&updates)
      return updates
    }
    let at = ListIndex(0, 1)
    return [
      (update { $0.deletedItems = [ListIndex(0, 5)] }, [3], [2], .noSuchItem(ListIndex(0, 5), .delete, count: 3)),
      (update { $0.insertedItems = [ListIndex(0, 9)] }, [3], [4], .noSuchItem(ListIndex(0, 9), .insert, count: 4)),
      (update { $0.reloadedItems = [ListIndex(0, -1)] }, [3], [3], .noSuchItem(ListIndex(0, -1), .reload, count: 3)),
      (update { $0.deletedItems = [ListIndex(4, 0)] }, [3], [3], .noSuchSection(4, .delete, count: 1)),
      (update { $0.deletedSections = [2] }, [3], [], .noSuchSection(2, .delete, count: 1)),
      (update { $0.insertedSections = [7] }, [3], [3, 0], .noSuchSection(7, .insert, count: 2)),
      (
        update {
          $0.deletedItems = [at]
          $0.reloadedItems = [at]
        }, [3], [2], .contradiction(at, .delete, .reload)
      ),
      (
        update {
          $0.deletedItems = [at]
          $0.movedItems = [.init(old: at, new: ListIndex(0, 0))]
        }, [3], [3], .contradiction(at, .delete, .move)
      ),
      (
        update {
          $0.movedItems = [.init(old: at, new: ListIndex(0, 0)), .init(old: at, new: ListIndex(0, 2))]
        }, [3], [3], .contradiction(at, .move, .move)
      ),
      (
        update {
          $0.deletedSections = [0]
          $0.reloadedSections = [0]
        }, [3, 1], [1], .sectionContradiction(0, .delete, .reload)
      ),
      (update { _ in }, [3, 1], [3], .sectionCount(before: 2, after: 1, inserted: 0, deleted: 0)),
      (update { _ in }, [3, 1], [3, 2], .itemCount(section: 1, before: 1, after: 2, inserted: 0, deleted: 0)),
      (
        update {
          $0.insertedItems = [ListIndex(0, 0), ListIndex(0, 1)]
          $0.deletedItems = [at]
        }, [3], [3], .itemCount(section: 0, before: 3, after: 3, inserted: 2, deleted: 1)
      ),
    ]
  }()

  @Test(arguments: invalid.indices) func impossibleUpdatesAreErrorsWithTheirPlace(row: Int) {
    let (updates, old, new, error) = Self.invalid[row]
    #expect(throws: error) { try updates.diff(from: old, to: new) }
    #expect(!"\(error)".isEmpty)
  }

  @Test func aReloadedSectionKeepsItemsAtTheSamePlace() throws {
    var updates = ListUpdates()
    updates.reloadedSections = [1]
    let diff = try updates.diff(from: [1, 3], to: [1, 5])
    #expect(diff.updates.map(\.new) == [ListIndex(1, 0), ListIndex(1, 1), ListIndex(1, 2)])
    #expect(diff.insertedItems == [.init(section: 1, items: 3..<5)])
    #expect(diff.sectionUpdates == [.init(old: 1, new: 1)])
  }

  @Test func anInsertAtTheHeadOfAMillionRowsIsOneRun() throws {
    var updates = ListUpdates()
    updates.insertedItems = [ListIndex(0, 0)]
    let diff = try updates.diff(from: [1_000_000], to: [1_000_001])
    #expect(diff.runs.count == 1)
    #expect(diff.newIndex(of: ListIndex(0, 999_999)) == ListIndex(0, 1_000_000))
  }
}
