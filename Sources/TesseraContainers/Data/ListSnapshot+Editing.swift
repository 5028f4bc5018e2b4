internal import Synchronization

/// Revision numbers of changes, unique in the process.
private let nextRevision = Atomic<UInt64>(1)

// Each function with several keys is at most linear in the snapshot for any number of keys. Prefer it to a loop over single keys.

extension ListSnapshot {
  // MARK: Sections

  /// Adds sections without items at the end.
  public mutating func appendSections(_ new: [Section]) {
    edit { sections, items in
      sections += new
      items += new.map { _ in [] }
    }
  }

  /// Adds sections without items before `section`.
  /// - Throws: ``ListError/unknownSection(key:_:)``.
  public mutating func insertSections(_ new: [Section], before section: Section) throws(ListError) {
    let at = try place(ofSection: section, .insert)
    insertSections(new, at: at)
  }

  /// Adds sections without items after `section`.
  /// - Throws: ``ListError/unknownSection(key:_:)``.
  public mutating func insertSections(_ new: [Section], after section: Section) throws(ListError) {
    let at = try place(ofSection: section, .insert)
    insertSections(new, at: at + 1)
  }

  private mutating func insertSections(_ new: [Section], at place: Int) {
    edit { sections, items in
      sections.insert(contentsOf: new, at: place)
      items.insert(contentsOf: new.map { _ in [] }, at: place)
    }
  }

  /// Removes sections with their items. Unknown keys are ignored.
  public mutating func deleteSections(_ gone: Set<Section>) {
    edit { sections, items in
      let kept = sections.indices.filter { !gone.contains(sections[$0]) }
      items = kept.map { items[$0] }
      sections = kept.map { sections[$0] }
    }
  }

  /// Moves a section, with its items, before `other`.
  /// - Throws: ``ListError/unknownSection(key:_:)``.
  public mutating func moveSection(_ section: Section, before other: Section) throws(ListError) {
    try moveSection(section, other, offset: 0)
  }

  /// Moves a section, with its items, after `other`.
  /// - Throws: ``ListError/unknownSection(key:_:)``.
  public mutating func moveSection(_ section: Section, after other: Section) throws(ListError) {
    try moveSection(section, other, offset: 1)
  }

  private mutating func moveSection(_ section: Section, _ other: Section, offset: Int) throws(ListError) {
    let from = try place(ofSection: section, .move)
    _ = try place(ofSection: other, .move)
    guard section != other else { return }
    edit { sections, items in
      let (key, keys) = (sections.remove(at: from), items.remove(at: from))
      let to = (sections.firstIndex(of: other) ?? 0) + offset
      sections.insert(key, at: to)
      items.insert(keys, at: to)
    }
  }

  // MARK: Items

  /// Adds items at the end of `section`.
  /// - Throws: ``ListError/unknownSection(key:_:)``.
  public mutating func append(_ new: [Item], to section: Section) throws(ListError) {
    let at = try place(ofSection: section, .append)
    edit { _, items in items[at] += new }
  }

  /// Adds items at the beginning of `section`.
  /// - Throws: ``ListError/unknownSection(key:_:)``.
  public mutating func prepend(_ new: [Item], to section: Section) throws(ListError) {
    let at = try place(ofSection: section, .insert)
    edit { _, items in items[at].insert(contentsOf: new, at: 0) }
  }

  /// Adds items before `item`.
  /// - Throws: ``ListError/unknownItem(key:_:)``.
  public mutating func insert(_ new: [Item], before item: Item) throws(ListError) {
    let at = try place(of: item, .insert)
    edit { _, items in items[at.section].insert(contentsOf: new, at: at.item) }
  }

  /// Adds items after `item`.
  /// - Throws: ``ListError/unknownItem(key:_:)``.
  public mutating func insert(_ new: [Item], after item: Item) throws(ListError) {
    let at = try place(of: item, .insert)
    edit { _, items in items[at.section].insert(contentsOf: new, at: at.item + 1) }
  }

  /// Removes items from any section. Unknown keys are ignored.
  public mutating func delete(_ gone: Set<Item>) {
    edit { _, items in
      for section in items.indices where items[section].contains(where: gone.contains) {
        items[section].removeAll(where: gone.contains)
      }
    }
    for item in gone { revisions[item] = nil }
  }

  /// Removes all items and keeps the sections.
  public mutating func deleteAllItems() {
    edit { _, items in for section in items.indices { items[section] = [] } }
    revisions = [:]
  }

  /// Moves an item before `other`, in any section.
  /// - Throws: ``ListError/unknownItem(key:_:)``.
  public mutating func move(_ item: Item, before other: Item) throws(ListError) { try move(item, other, offset: 0) }

  /// Moves an item after `other`, in any section.
  /// - Throws: ``ListError/unknownItem(key:_:)``.
  public mutating func move(_ item: Item, after other: Item) throws(ListError) { try move(item, other, offset: 1) }

  private mutating func move(_ item: Item, _ other: Item, offset: Int) throws(ListError) {
    let from = try place(of: item, .move)
    var to = try place(of: other, .move)
    guard item != other else { return }
    if from.section == to.section, from.item < to.item { to.item -= 1 }
    edit { _, items in
      let key = items[from.section].remove(at: from.item)
      items[to.section].insert(key, at: to.item + offset)
    }
  }

  /// Moves an item to the end of `section`.
  /// - Throws: ``ListError/unknownItem(key:_:)``, ``ListError/unknownSection(key:_:)``.
  public mutating func move(_ item: Item, toEndOf section: Section) throws(ListError) {
    let from = try place(of: item, .move)
    let to = try place(ofSection: section, .move)
    edit { _, items in
      let key = items[from.section].remove(at: from.item)
      items[to].append(key)
    }
  }

  // MARK: What changed

  /// Marks these items as changed. They keep their identity and receive their new content.
  ///
  /// The change is relative to all snapshots that were not derived from this one. Unknown keys are ignored.
  public mutating func reconfigure(_ changed: [Item]) {
    guard !changed.isEmpty else { return }
    let number = nextRevision.wrappingAdd(1, ordering: .relaxed).newValue
    for item in changed { revisions[item] = number }
  }

  /// Marks the headers and footers of these sections as changed.
  public mutating func reconfigureSections(_ changed: [Section]) {
    guard !changed.isEmpty else { return }
    let number = nextRevision.wrappingAdd(1, ordering: .relaxed).newValue
    for section in changed { sectionRevisions[section] = number }
  }

  // MARK: Places

  private func place(ofSection section: Section, _ change: ListError.Change) throws(ListError) -> Int {
    guard let at = index(ofSection: section) else { throw .unknownSection(key: "\(section)", change) }
    return at
  }

  private func place(of item: Item, _ change: ListError.Change) throws(ListError) -> ListIndex {
    guard let at = index(of: item) else { throw .unknownItem(key: "\(item)", change) }
    return at
  }
}
