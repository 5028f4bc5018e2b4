/// The data of a list as it stands at one moment: sections and items in order, each named by a key of its own.
///
/// A value. Copies share memory until one of them is changed. Build one, or change a copy of the one before, and apply it to a list: the list
/// finds out what changed, and what has the same key stays the same row.
///
/// ```swift
/// var messages = ListSnapshot<Day, Message.ID>()
/// messages.appendSections([.today])
/// messages.append(ids, to: .today)
/// messages.reconfigure([edited])
/// ```
///
/// Keys should be small: an identifier, not the model itself. Beside the keys a snapshot takes 8 bytes an item, once it was applied or asked
/// for the place of a key. That no two items have one key is checked when it is applied, and by ``validate()``.
public struct ListSnapshot<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  /// The keys of the sections, in order.
  public private(set) var sections: [Section] = []
  /// The keys of the items of each section.
  var items: [[Item]] = []
  /// What was said to have changed, with a number that no other change has.
  var revisions: [Item: UInt64] = [:]
  var sectionRevisions: [Section: UInt64] = [:]
  private var cache = ListLookupCache<Item>()

  /// Makes a snapshot without sections.
  public init() {}

  /// Makes a snapshot of these sections. Complexity: linear in the sections.
  public init(_ sections: [(section: Section, items: [Item])]) {
    self.sections = sections.map(\.section)
    items = sections.map(\.items)
  }

  // MARK: What is in it

  /// How many sections there are.
  public var sectionCount: Int { sections.count }

  /// How many items there are in all. Complexity: linear in the sections.
  public var count: Int { items.reduce(0) { $0 + $1.count } }

  /// How many items each section has.
  public var itemCounts: [Int] { items.map(\.count) }

  /// Returns how many items the section at `index` has; none where there is no such section.
  public func count(inSection index: Int) -> Int { items.indices.contains(index) ? items[index].count : 0 }

  /// The keys of the items of `section`; none where there is no such section.
  public func items(in section: Section) -> [Item] { index(ofSection: section).map { items[$0] } ?? [] }

  /// The key at `index`; nil where there is none.
  public subscript(index: ListIndex) -> Item? {
    guard items.indices.contains(index.section), items[index.section].indices.contains(index.item) else { return nil }
    return items[index.section][index.item]
  }

  /// Returns the number of the section with this key. Complexity: linear in the sections.
  public func index(ofSection section: Section) -> Int? { sections.firstIndex(of: section) }

  /// Returns the place of the item with this key; the first, where two have it.
  ///
  /// Complexity: constant on average; linear the first time after a change.
  public func index(of item: Item) -> ListIndex? {
    if let lookup = try? cache.lookup(items) { return lookup.index(of: item, in: items) }
    for (section, keys) in items.enumerated() {
      if let at = keys.firstIndex(of: item) { return ListIndex(section, at) }
    }
    return nil
  }

  /// Whether an item has this key. Complexity: as ``index(of:)``.
  public func contains(_ item: Item) -> Bool { index(of: item) != nil }

  /// Checks that no two sections and no two items have one key. Complexity: linear, once after a change.
  /// - Throws: ``ListError/duplicateItem(key:first:second:)``, ``ListError/duplicateSection(key:first:second:)``.
  public func validate() throws(ListError) {
    var seen: [Section: Int] = Dictionary(minimumCapacity: sections.count)
    for (number, section) in sections.enumerated() {
      if let first = seen.updateValue(number, forKey: section) {
        throw .duplicateSection(key: "\(section)", first: first, second: number)
      }
    }
    _ = try cache.lookup(items)
  }

  /// What finds items by key.
  func lookup() throws(ListError) -> ListLookup<Item> { try cache.lookup(items) }

  // MARK: Changing it

  /// Changes sections or items; what was found out about them is not true any more.
  mutating func edit<R, E: Error>(_ body: (inout [Section], inout [[Item]]) throws(E) -> R) throws(E) -> R {
    cache = ListLookupCache()
    return try body(&sections, &items)
  }
}

extension ListSnapshot: Equatable {
  /// Whether both have the same sections and items in the same order, and the same was said to have changed.
  public static func == (a: ListSnapshot, b: ListSnapshot) -> Bool {
    a.sections == b.sections && a.items == b.items && a.revisions == b.revisions && a.sectionRevisions == b.sectionRevisions
  }
}

extension ListSnapshot where Section == Int {
  /// Makes a snapshot of one section, whose key is 0.
  public init(items: [Item]) { self.init([(0, items)]) }
}
