public import Tessera
public import TesseraLayout

/// A list whose rows a program can give as values: `Table(rooms, id: \.name) { room in Text(room.name) }`, in a builder or as a node of its own. The value
/// carries the data; given again with other data, the list finds what changed.
public protocol DataListType: ListType, ValueObservingType {
  /// What is shown; nil: what `apply(_:cells:animated:completion:)` and its like gave.
  var data: ListData? { get set }
  /// Takes how many items may be selected. Default: nothing.
  mutating func take(selection: Table.Selection)
}

extension DataListType {
  public mutating func take(selection: Table.Selection) {}

  public static func valueDidChange(_ node: Node<Self>) { node.takeData() }

  /// Makes a list of values.
  ///
  /// - Parameters:
  ///   - items: the values, in order.
  ///   - id: what tells a value from all others of the list: what has the same id is the same row, wherever it goes.
  ///   - selection: where the program keeps what is selected, by id; nil: the list alone knows.
  ///   - header: what stands before the rows and scrolls with them, as the header of a section does; nil: nothing.
  ///   - row: the elements of a row; called on workers, where the row comes near the screen and where its value is another. What it reads of `@Observable` models
  ///     is followed. A row whose closure throws is reported and left empty.
  public init<Item: Sendable, ID: Hashable & Sendable>(
    _ items: [Item], id: @escaping @Sendable (Item) -> ID, selection: ListSelection<ID>? = nil,
    header: (any LayoutElement)? = nil, @LayoutElementBuilder row: @escaping ListData.Row<Item>
  ) {
    self.init()
    take(.items(items, id, usesState: false, { item, _ in try row(item) }, header: header, selection))
  }

  /// Makes a list of values whose rows show what is done with them: `row` gets the state of the row as well, and is called again when that changes.
  public init<Item: Sendable, ID: Hashable & Sendable>(
    _ items: [Item], id: @escaping @Sendable (Item) -> ID, selection: ListSelection<ID>? = nil,
    header: (any LayoutElement)? = nil, @LayoutElementBuilder row: @escaping ListData.StatefulRow<Item>
  ) {
    self.init()
    take(.items(items, id, usesState: true, row, header: header, selection))
  }

  /// Makes a list of values that say themselves what tells them apart.
  public init<Item: Identifiable & Sendable>(
    _ items: [Item], selection: ListSelection<Item.ID>? = nil, header: (any LayoutElement)? = nil,
    @LayoutElementBuilder row: @escaping ListData.Row<Item>
  ) where Item.ID: Sendable {
    self.init(items, id: { $0.id }, selection: selection, header: header, row: row)
  }

  /// Makes a list of values that say themselves what tells them apart, whose rows show what is done with them.
  public init<Item: Identifiable & Sendable>(
    _ items: [Item], selection: ListSelection<Item.ID>? = nil, header: (any LayoutElement)? = nil,
    @LayoutElementBuilder row: @escaping ListData.StatefulRow<Item>
  ) where Item.ID: Sendable {
    self.init(items, id: { $0.id }, selection: selection, header: header, row: row)
  }

  /// Makes a list of sections of values.
  ///
  /// - Parameters:
  ///   - sections: the values of the sections, in order.
  ///   - id: what tells a section from all others.
  ///   - items: the values in a section, in order.
  ///   - itemID: what tells a value from all others, those of other sections as well.
  ///   - selection: where the program keeps what is selected, by id; nil: the list alone knows.
  ///   - row: the elements of a row, with what is done with it.
  ///   - header: the header of a section, one element; nil: none.
  ///   - footer: the footer of a section, one element; nil: none.
  public init<Group: Sendable, SectionID: Hashable & Sendable, Item: Sendable, ID: Hashable & Sendable>(
    sections: [Group], id: @escaping @Sendable (Group) -> SectionID, items: @escaping @Sendable (Group) -> [Item],
    itemID: @escaping @Sendable (Item) -> ID, selection: ListSelection<ID>? = nil,
    @LayoutElementBuilder row: @escaping ListData.StatefulRow<Item>,
    header: ListData.Part<Group>? = nil, footer: ListData.Part<Group>? = nil
  ) {
    self.init()
    take(.sections(sections, id, items, itemID, usesState: true, row, header: header, footer: footer, selection))
  }

  /// Reads what the program wants to be selected; a layout that does is told of changes of the models that it is in.
  func followSelection(in list: ListStorage) {
    guard let link = data?.selection else { return }
    let wanted = link.get()
    list.wantedSelection.withLock { $0 = wanted }
  }

  mutating func take(_ data: ListData) {
    self.data = data
    if let selection = data.selection { take(selection: selection.isMultiple ? .multiple : .single) }
  }
}

extension Node where Value: DataListType {
  /// Makes a node of a list of values, as the list itself is made.
  public convenience init<Item: Sendable, ID: Hashable & Sendable>(
    _ items: [Item], id: @escaping @Sendable (Item) -> ID, selection: ListSelection<ID>? = nil,
    header: (any LayoutElement)? = nil, @LayoutElementBuilder row: @escaping ListData.Row<Item>
  ) {
    self.init(Value(items, id: id, selection: selection, header: header, row: row))
  }

  /// Makes a node of a list of values whose rows show what is done with them.
  public convenience init<Item: Sendable, ID: Hashable & Sendable>(
    _ items: [Item], id: @escaping @Sendable (Item) -> ID, selection: ListSelection<ID>? = nil,
    header: (any LayoutElement)? = nil, @LayoutElementBuilder row: @escaping ListData.StatefulRow<Item>
  ) {
    self.init(Value(items, id: id, selection: selection, header: header, row: row))
  }

  /// Shows other values with the rows, ids and selection of those before. What has the same id stays the same row. Any thread.
  ///
  /// Reported through `Stage/onError`, and nothing else done, where the list was not made of values of this type.
  ///
  /// - Parameters:
  ///   - items: the values, in order.
  ///   - isAnimated: whether what comes, goes and moves is seen to do so.
  ///   - completion: called on a worker when layouts begin to show the values (outside of a stage before the return); false: they cannot be shown.
  public func show<Item: Sendable>(_ items: [Item], animated isAnimated: Bool = true, completion: (@Sendable (Bool) -> Void)? = nil) {
    guard let data = value.data?.with(items: items, isAnimated: isAnimated, completion: completion) else {
      completion?(false)
      return report(.data, "values of \(Item.self) came, and the list was not made of any; `init(_:id:row:)` says what their rows are")
    }
    update { $0.data = data }
  }

  /// Shows other sections with the rows, ids and selection of those before. Any thread.
  public func show<Group: Sendable, Item: Sendable>(
    sections: [Group], of _: Item.Type, animated isAnimated: Bool = true, completion: (@Sendable (Bool) -> Void)? = nil
  ) {
    guard let data = value.data?.with(sections: sections, of: Item.self, isAnimated: isAnimated, completion: completion) else {
      completion?(false)
      return report(.data, "sections of \(Group.self) came, and the list was not made of any; `init(sections:…)` says what their rows are")
    }
    update { $0.data = data }
  }

  /// Takes the data that came with the value.
  func takeData() {
    guard let data = value.data else { return }
    let isNew = storage.list.dataTaken.withLock { taken -> Bool in
      defer { taken = data }
      return taken !== data
    }
    guard isNew else { return }
    data.recipe.tell(self)
    apply(source: data.source, animated: data.isAnimated) { [weak self] isTaken in
      self?.takeSelection()
      data.completion?(isTaken)
    }
  }

  private func takeSelection() {
    guard value.data?.selection != nil else { return }
    (self as? any SelectionTaking)?.takeSelection()
  }
}

/// A list whose selection a program keeps.
protocol SelectionTaking: AnyNode {
  func takeSelection()
}

extension Node: SelectionTaking where Value: ItemChoosing {
  /// Selects what the program says that is selected, and nothing else. Sends no signal.
  func takeSelection() {
    guard let link = storage.list.dataTaken.withLock({ $0 })?.selection else { return }
    select(runsFor(link.get))
  }

  /// Selects what the newest layout found that the program wants to be selected. Loop.
  func takeWantedSelection() {
    let wanted = storage.list.wantedSelection.withLock { wanted in
      defer { wanted = nil }
      return wanted
    }
    if let wanted { select(wanted) }
  }

  private func select(_ keys: Set<AnyHashable>) {
    let source = storage.list.source
    let selected = Set(keys.compactMap { source.index(of: $0) })
    let changed = storage.choice.withLock { choice -> Set<ListIndex> in
      defer { choice.selected = selected }
      return choice.selected.symmetricDifference(selected)
    }
    for item in changed { Value.updateStyle(of: item, in: self) }
  }

  /// Writes what a person selected where the program keeps it, and tells.
  func tellSelection() {
    let selected = storage.choice.withLock { $0.selected }
    if let link = storage.list.dataTaken.withLock({ $0 })?.selection {
      let source = storage.list.source
      runsFor { link.set(Set(selected.compactMap { source.key(of: .item($0)) })) }
    }
    send(ItemSignals.selectionChange, selected.sorted())
  }
}
