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

/// Values behind the keys of a snapshot: they make the content of its rows. A value; any thread.
protocol SnapshotValues: Sendable {
  func hasHeader(_ section: Int) -> Bool
  func hasFooter(_ section: Int) -> Bool
  /// Returns the content of an element; nil if there is none.
  func content(of element: ListElement) -> DataRowContent?
  /// Returns the keys of `new` that are in `old`, too, but with other content; nil if the rows are made from values of other types. Linear in the
  /// items.
  func changed<Section, Item>(
    from old: any SnapshotValues, _ before: ListSnapshot<Section, Item>, to now: ListSnapshot<Section, Item>
  ) -> (rows: [Item], sections: [Section])?
}

/// Values of a program with the closures for their rows.
struct ItemValues<Group: Sendable, Item: Sendable>: SnapshotValues {
  let recipe: ItemRecipe<Group, Item>
  let groups: [Group]
  let items: [[Item]]

  private func item(at index: ListIndex) -> Item? {
    guard items.indices.contains(index.section), items[index.section].indices.contains(index.item) else { return nil }
    return items[index.section][index.item]
  }

  func hasHeader(_ section: Int) -> Bool { recipe.header != nil && groups.indices.contains(section) }
  func hasFooter(_ section: Int) -> Bool { recipe.footer != nil && groups.indices.contains(section) }

  func content(of element: ListElement) -> DataRowContent? {
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

  func changed<Section, Key>(
    from old: any SnapshotValues, _ before: ListSnapshot<Section, Key>, to now: ListSnapshot<Section, Key>
  ) -> (rows: [Key], sections: [Section])? {
    guard let old = old as? Self else { return nil }
    if old.recipe != recipe { return (now.items.flatMap { $0 }, now.sections) }
    let isSame = Self.comparison(Item.self)
    var rows: [Key] = []
    for (section, keys) in now.items.enumerated() {
      // Fast path: the place is unchanged and needs no lookup.
      let former = before.items.indices.contains(section) ? before.items[section] : []
      for (number, key) in keys.enumerated() {
        let place = former.indices.contains(number) && former[number] == key ? ListIndex(section, number) : before.index(of: key)
        guard let place, let value = old.item(at: place), !isSame(value, items[section][number]) else { continue }
        rows.append(key)
      }
    }
    guard recipe.header != nil || recipe.footer != nil else { return (rows, []) }
    let isSameGroup = Self.comparison(Group.self)
    let sections = now.sections.enumerated().filter { number, id in
      before.index(ofSection: id).map { !isSameGroup(old.groups[$0], groups[number]) } ?? false
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
}

extension SnapshotSource {
  /// Creates a source of values, each identified by its id.
  init<Group, Value>(_ recipe: ItemRecipe<Group, Value>, _ sections: [(id: Section, group: Group, items: [Value])], id: (Value) -> Item) {
    let values = ItemValues(recipe: recipe, groups: sections.map(\.group), items: sections.map(\.items))
    self.init(ListSnapshot(sections.map { ($0.id, $0.items.map(id)) }), rows: .values(values))
  }
}
