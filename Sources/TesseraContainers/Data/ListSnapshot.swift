/// Data of a list at one moment: ordered sections and items, each identified by a key.
///
/// A value. Copies share memory until one of them is changed. Build a snapshot or change a copy of the previous one, and apply it to a
/// list. The list computes the changes; items with the same key keep their identity.
///
/// ```swift
/// var messages = ListSnapshot<Day, Message.ID>()
/// messages.appendSections([.today])
/// messages.append(ids, to: .today)
/// messages.reconfigure([edited])
/// ```
///
/// Keys should be small: an identifier, not the model itself. Besides the keys a snapshot uses 8 bytes an item once it was applied or
/// searched by key. Applying it and ``validate()`` check that keys are unique.
public struct ListSnapshot<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  /// Keys of the sections, in order.
  public private(set) var sections: [Section] = []
  /// Keys of the items of each section.
  var items: [[Item]] = []
  /// Items marked as changed, each with a unique revision.
  var revisions: [Item: UInt64] = [:]
  var sectionRevisions: [Section: UInt64] = [:]
  private var cache = ListLookupCache<Item>()

  /// Creates a snapshot without sections.
  public init() {}

  /// Creates a snapshot of these sections. Complexity: linear in the sections.
  public init(_ sections: [(section: Section, items: [Item])]) {
    self.sections = sections.map(\.section)
    items = sections.map(\.items)
  }

  // MARK: What is in it

  /// Number of sections.
  public var sectionCount: Int { sections.count }

  /// Number of items in all sections. Complexity: linear in the sections.
  public var count: Int { items.reduce(0) { $0 + $1.count } }

  /// Number of items of each section.
  public var itemCounts: [Int] { items.map(\.count) }

  /// Returns the number of items of the section at `index`; 0 if it does not exist.
  public func count(inSection index: Int) -> Int { items.indices.contains(index) ? items[index].count : 0 }

  /// Returns the keys of the items of `section`; empty if it does not exist.
  public func items(in section: Section) -> [Item] { index(ofSection: section).map { items[$0] } ?? [] }

  /// Key at `index`; nil if there is none.
  public subscript(index: ListIndex) -> Item? {
    guard items.indices.contains(index.section), items[index.section].indices.contains(index.item) else { return nil }
    return items[index.section][index.item]
  }

  /// Returns the index of the section with this key. Complexity: linear in the sections.
  public func index(ofSection section: Section) -> Int? { sections.firstIndex(of: section) }

  /// Returns the place of the item with this key; the first if the key is duplicated.
  ///
  /// Complexity: constant on average; linear the first time after a change.
  public func index(of item: Item) -> ListIndex? {
    if let lookup = try? cache.lookup(items) { return lookup.index(of: item, in: items) }
    for (section, keys) in items.enumerated() {
      if let at = keys.firstIndex(of: item) { return ListIndex(section, at) }
    }
    return nil
  }

  /// Returns whether an item has this key. Complexity: as ``index(of:)``.
  public func contains(_ item: Item) -> Bool { index(of: item) != nil }

  /// Checks that keys of sections and of items are unique. Complexity: linear, once after a change.
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

  /// Lookup of items by key.
  func lookup() throws(ListError) -> ListLookup<Item> { try cache.lookup(items) }

  // MARK: Changing it

  /// Changes sections or items and discards the cached lookup.
  mutating func edit<R, E: Error>(_ body: (inout [Section], inout [[Item]]) throws(E) -> R) throws(E) -> R {
    cache = ListLookupCache()
    return try body(&sections, &items)
  }
}

extension ListSnapshot: Equatable {
  /// Returns whether both have the same sections and items in the same order, and the same revisions.
  public static func == (a: ListSnapshot, b: ListSnapshot) -> Bool {
    a.sections == b.sections && a.items == b.items && a.revisions == b.revisions && a.sectionRevisions == b.sectionRevisions
  }
}

extension ListSnapshot where Section == Int {
  /// Creates a snapshot of one section, whose key is 0.
  public init(items: [Item]) { self.init([(0, items)]) }
}
