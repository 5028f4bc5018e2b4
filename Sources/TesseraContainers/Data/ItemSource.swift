internal import Tessera
internal import TesseraLayout

/// Closures that create rows, headers and footers from a program's values. A value, equal only to itself and its copies; any thread.
struct ItemRecipe<Group: Sendable, Item: Sendable>: Sendable, Equatable {
  typealias Part = @Sendable (Group) throws -> any LayoutElement

  let usesState: Bool
  let row: @Sendable (Item, ListItemState) throws -> [any LayoutElement]
  let header: Part?
  let footer: Part?
  /// Creates a source of other values with the same recipe.
  let source: @Sendable (ItemRecipe, [Group]) -> any ListSource
  private let number = ListData.nextNumber()

  init(
    usesState: Bool, row: @escaping @Sendable (Item, ListItemState) throws -> [any LayoutElement], header: Part?, footer: Part?,
    source: @escaping @Sendable (ItemRecipe, [Group]) -> any ListSource
  ) {
    self.usesState = usesState
    self.row = row
    self.header = header
    self.footer = footer
    self.source = source
  }

  static func == (a: ItemRecipe, b: ItemRecipe) -> Bool { a.number == b.number }
}

/// Values of a program as the data of a list, each identified by its id. A value.
struct ItemSource<SectionID: Hashable & Sendable, Group: Sendable, ID: Hashable & Sendable, Item: Sendable>: ListSource {
  let recipe: ItemRecipe<Group, Item>
  let snapshot: ListSnapshot<SectionID, ID>
  let groups: [Group]
  let items: [[Item]]
  let itemCounts: [Int]

  init(_ recipe: ItemRecipe<Group, Item>, _ sections: [(id: SectionID, group: Group, items: [Item])], id: (Item) -> ID) {
    self.recipe = recipe
    snapshot = ListSnapshot(sections.map { ($0.id, $0.items.map(id)) })
    groups = sections.map(\.group)
    items = sections.map(\.items)
    itemCounts = snapshot.itemCounts
  }

  func item(at index: ListIndex) -> Item? {
    guard items.indices.contains(index.section), items[index.section].indices.contains(index.item) else { return nil }
    return items[index.section][index.item]
  }

  func key(of element: ListElement) -> AnyHashable? {
    switch element {
    case .item(let index), .supplementary(_, let index): snapshot[index].map { AnyHashable($0) }
    case .header(let section), .footer(let section):
      snapshot.sections.indices.contains(section) ? AnyHashable(snapshot.sections[section]) : nil
    }
  }

  func index(of key: AnyHashable) -> ListIndex? { (key.base as? ID).flatMap { snapshot.index(of: $0) } }
  func hasHeader(_ section: Int) -> Bool { recipe.header != nil && groups.indices.contains(section) }
  func hasFooter(_ section: Int) -> Bool { recipe.footer != nil && groups.indices.contains(section) }

  func makeNode(for element: ListElement) throws -> AnyNode? {
    content(of: element).map { Node(DataRow(content: $0)) }
  }

  func update(_ node: AnyNode, for element: ListElement) -> Bool {
    guard let row = node as? Node<DataRow>, let content = content(of: element) else { return false }
    row.content = content
    return true
  }

  private func content(of element: ListElement) -> DataRowContent? {
    let recipe = self.recipe
    func part(_ build: ItemRecipe<Group, Item>.Part?, _ section: Int) -> DataRowContent? {
      guard let build, groups.indices.contains(section) else { return nil }
      let group = groups[section]
      return DataRowContent(of: element, usesState: false) { _ in [try build(group)] }
    }
    switch element {
    case .item(let index):
      guard let item = item(at: index) else { return nil }
      return DataRowContent(of: element, usesState: recipe.usesState) { try recipe.row(item, $0) }
    case .header(let section): return part(recipe.header, section)
    case .footer(let section): return part(recipe.footer, section)
    case .supplementary: return nil
    }
  }

  func changes(since old: any ListSource) throws(ListError) -> ListDiff? {
    guard let old = old as? Self else { return nil }
    if (try? old.validate()) == nil {
      try validate()
      return ListDiff(replacing: old.itemCounts, with: itemCounts)
    }
    var marked = snapshot
    let (rows, sections) = try changed(since: old)
    marked.reconfigure(rows)
    marked.reconfigureSections(sections)
    return try ListDiff(from: old.snapshot, to: marked)
  }

  /// Returns the ids of remaining items and sections whose content changed. Linear in the items.
  private func changed(since old: Self) throws(ListError) -> (rows: [ID], sections: [SectionID]) {
    if old.recipe != recipe { return (snapshot.items.flatMap { $0 }, snapshot.sections) }
    let isSame = Self.comparison(Item.self)
    var rows: [ID] = []
    for (section, keys) in snapshot.items.enumerated() {
      // Fast path: the place is unchanged and needs no lookup.
      let before = old.snapshot.items.indices.contains(section) ? old.snapshot.items[section] : []
      for (number, key) in keys.enumerated() {
        let place =
          before.indices.contains(number) && before[number] == key ? ListIndex(section, number) : old.snapshot.index(of: key)
        guard let place, let former = old.item(at: place), !isSame(former, items[section][number]) else { continue }
        rows.append(key)
      }
    }
    guard recipe.header != nil || recipe.footer != nil else { return (rows, []) }
    let isSameGroup = Self.comparison(Group.self)
    let sections = snapshot.sections.enumerated().filter { number, id in
      old.snapshot.index(ofSection: id).map { !isSameGroup(old.groups[$0], groups[number]) } ?? false
    }
    return (rows, sections.map(\.element))
  }

  /// Returns the comparison for a type. Values without equality count as changed; objects are compared by identity.
  private static func comparison<Value>(_: Value.Type) -> (Value, Value) -> Bool {
    func equal<E: Equatable>(_: E.Type) -> (Value, Value) -> Bool {
      { a, b in
        guard let a = a as? E, let b = b as? E else { return false }
        return a == b
      }
    }
    if let equatable = Value.self as? any Equatable.Type { return equal(equatable) }
    if Value.self is AnyObject.Type { return { $0 as AnyObject === $1 as AnyObject } }
    return { _, _ in Value.self == Void.self }
  }

  func validate() throws(ListError) { try snapshot.validate() }
}
