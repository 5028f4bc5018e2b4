internal import Tessera

/// Index of a snapshot's items by key: open addressing over numbers, about 8 bytes an item. Immutable. Any thread.
final class ListLookup<Item: Hashable & Sendable>: Sendable {
  /// For each bucket, the item's position in the whole list plus one; 0 means empty.
  private let table: [UInt32]
  /// Position of the first item of each section in the whole list, then the total count.
  let starts: [Int]

  /// - Throws: ``ListError/duplicateItem(key:first:second:)``, ``ListError/badCount(section:_:)``.
  init(_ sections: [[Item]]) throws(ListError) {
    var starts: [Int] = []
    starts.reserveCapacity(sections.count + 1)
    var count = 0
    for items in sections {
      starts.append(count)
      count += items.count
    }
    starts.append(count)
    guard count <= ListError.mostItems else { throw .badCount(section: 0, count) }
    var capacity = 4
    // At most three quarters full.
    while capacity * 3 < count * 4 { capacity *= 2 }
    var table = [UInt32](repeating: 0, count: capacity)
    var twin: (Int, Int)?
    var number: UInt32 = 0
    table.withUnsafeMutableBufferPointer { table in
      let mask = table.count - 1
      search: for items in sections {
        for item in items {
          var bucket = item.hashValue & mask
          while table[bucket] != 0 {
            let other = Int(table[bucket]) - 1
            let place = Self.index(of: other, starts)
            if sections[place.section][place.item] == item {
              twin = (other, Int(number))
              break search
            }
            bucket = (bucket + 1) & mask
          }
          number += 1
          table[bucket] = number
        }
      }
    }
    if let twin {
      let (first, second) = (Self.index(of: twin.0, starts), Self.index(of: twin.1, starts))
      throw .duplicateItem(key: "\(sections[first.section][first.item])", first: first, second: second)
    }
    self.table = table
    self.starts = starts
  }

  /// Returns the place of `item` in `sections`, from which this lookup was created. Complexity: constant on average, plus the logarithm of
  /// the sections.
  func index(of item: Item, in sections: [[Item]]) -> ListIndex? {
    let mask = table.count - 1
    var bucket = item.hashValue & mask
    while table[bucket] != 0 {
      let place = Self.index(of: Int(table[bucket]) - 1, starts)
      if sections[place.section][place.item] == item { return place }
      bucket = (bucket + 1) & mask
    }
    return nil
  }

  /// Returns the place of the item at position `number` of the whole list.
  private static func index(of number: Int, _ starts: [Int]) -> ListIndex {
    if starts.count == 2 { return ListIndex(0, number) }
    var (low, high) = (0, starts.count - 1)
    // The last non-empty section that starts at or before it.
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= number { low = middle } else { high = middle }
    }
    return ListIndex(low, number - starts[low])
  }
}

/// Lookup that is created on first use and shared by all copies of a snapshot. Any thread.
final class ListLookupCache<Item: Hashable & Sendable>: Sendable {
  private let made = Locked<ListLookup<Item>?>(nil)

  init() {}

  /// Returns the lookup of `sections`, which are the same in every call. Two threads may each create one; one of them is kept.
  func lookup(_ sections: [[Item]]) throws(ListError) -> ListLookup<Item> {
    if let found = made.withLock({ $0 }) { return found }
    let new = try ListLookup(sections)
    return made.withLock { slot in
      if let found = slot { return found }
      slot = new
      return new
    }
  }
}
