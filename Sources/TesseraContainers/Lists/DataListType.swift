public import Tessera
public import TesseraLayout

/// List whose rows can be given as values, in a builder or as a node: `Table(rooms, id: \.name) { room in Text(room.name) }`. The value
/// contains the data. If it is set again with other data, the list computes the changes.
public protocol DataListType: ListType, ValueObservingType {
  /// Data of the list; nil means the data set by `apply(_:cells:animated:completion:)` and similar functions.
  var data: ListData? { get set }
  /// Sets the number of items that may be selected. Default: does nothing.
  mutating func setSelection(_ selection: SelectionMode)
}

extension DataListType {
  public mutating func setSelection(_ selection: SelectionMode) {}

  public static func valueDidChange(_ node: Node<Self>) { node.adoptData() }

  /// Creates a list of values.
  ///
  /// - Parameters:
  ///   - items: values, in order.
  ///   - id: identity of a value, unique in the list; the row of an id is kept wherever it moves.
  ///   - selection: storage of the selection by id; nil means that only the list stores it.
  ///   - header: element before the rows, which scrolls with them like the header of a section; nil means none.
  ///   - row: elements of a row. Called on workers when the row approaches the viewport and when its value has changed. `@Observable` models
  ///     that it reads are tracked. If the closure throws, the error is reported and the row left empty.
  public init<Item: Sendable, ID: Hashable & Sendable>(
    _ items: [Item], id: @escaping @Sendable (Item) -> ID, selection: ListSelection<ID>? = nil,
    header: (any LayoutElement)? = nil, @LayoutElementBuilder row: @escaping ListData.Row<Item>
  ) {
    self.init()
    setData(.items(items, id, usesState: false, { item, _ in try row(item) }, header: header, selection))
  }

  /// Creates a list of values whose rows show their state: `row` also receives the state of the row, and is called again when that changes.
  public init<Item: Sendable, ID: Hashable & Sendable>(
    _ items: [Item], id: @escaping @Sendable (Item) -> ID, selection: ListSelection<ID>? = nil,
    header: (any LayoutElement)? = nil, @LayoutElementBuilder row: @escaping ListData.StatefulRow<Item>
  ) {
    self.init()
    setData(.items(items, id, usesState: true, row, header: header, selection))
  }

  /// Creates a list of identifiable values.
  public init<Item: Identifiable & Sendable>(
    _ items: [Item], selection: ListSelection<Item.ID>? = nil, header: (any LayoutElement)? = nil,
    @LayoutElementBuilder row: @escaping ListData.Row<Item>
  ) where Item.ID: Sendable {
    self.init(items, id: { $0.id }, selection: selection, header: header, row: row)
  }

  /// Creates a list of identifiable values whose rows show their state.
  public init<Item: Identifiable & Sendable>(
    _ items: [Item], selection: ListSelection<Item.ID>? = nil, header: (any LayoutElement)? = nil,
    @LayoutElementBuilder row: @escaping ListData.StatefulRow<Item>
  ) where Item.ID: Sendable {
    self.init(items, id: { $0.id }, selection: selection, header: header, row: row)
  }

  /// Creates a list of sections of values.
  ///
  /// - Parameters:
  ///   - sections: values of the sections, in order.
  ///   - id: identity of a section.
  ///   - items: values in a section, in order.
  ///   - itemID: identity of a value, unique in all sections.
  ///   - selection: storage of the selection by id; nil means that only the list stores it.
  ///   - row: elements of a row, from the value and the state.
  ///   - header: header of a section, one element; nil means none.
  ///   - footer: footer of a section, one element; nil means none.
  public init<Group: Sendable, SectionID: Hashable & Sendable, Item: Sendable, ID: Hashable & Sendable>(
    sections: [Group], id: @escaping @Sendable (Group) -> SectionID, items: @escaping @Sendable (Group) -> [Item],
    itemID: @escaping @Sendable (Item) -> ID, selection: ListSelection<ID>? = nil,
    @LayoutElementBuilder row: @escaping ListData.StatefulRow<Item>,
    header: ListData.Part<Group>? = nil, footer: ListData.Part<Group>? = nil
  ) {
    self.init()
    setData(.sections(sections, id, items, itemID, usesState: true, row, header: header, footer: footer, selection))
  }

  /// Reads the selection from the program's storage; the list shows it when the layout is adopted. The layout is invalidated when the models
  /// behind it change.
  func readSelection(in context: LayoutContext) {
    guard let link = data?.selection else { return }
    let list = context.storage(of: Self.self).list
    // A lock, because erased keys are not Sendable.
    let wanted = Locked(link.get())
    context.onAdoption { list.wantedSelection.withLock { $0 = wanted.withLock { $0 } } }
  }

  mutating func setData(_ data: ListData) {
    self.data = data
    if let selection = data.selection { setSelection(selection.isMultiple ? .multiple : .single) }
  }
}

extension Node where Value: DataListType {
  /// Creates a node of a list of values, with the same parameters as the list.
  public convenience init<Item: Sendable, ID: Hashable & Sendable>(
    _ items: [Item], id: @escaping @Sendable (Item) -> ID, selection: ListSelection<ID>? = nil,
    header: (any LayoutElement)? = nil, @LayoutElementBuilder row: @escaping ListData.Row<Item>
  ) {
    self.init(Value(items, id: id, selection: selection, header: header, row: row))
  }

  /// Creates a node of a list of values whose rows show their state.
  public convenience init<Item: Sendable, ID: Hashable & Sendable>(
    _ items: [Item], id: @escaping @Sendable (Item) -> ID, selection: ListSelection<ID>? = nil,
    header: (any LayoutElement)? = nil, @LayoutElementBuilder row: @escaping ListData.StatefulRow<Item>
  ) {
    self.init(Value(items, id: id, selection: selection, header: header, row: row))
  }

  /// Shows other values with the same rows, ids and selection. Rows of the same id are kept. Any thread.
  ///
  /// If the list was not created from values of this type, an error is reported through `Stage/onError` and nothing changes.
  ///
  /// - Parameters:
  ///   - items: values, in order.
  ///   - isAnimated: whether insertions, deletions and moves are animated.
  ///   - completion: called on a worker when layouts begin to show the values, or before the function returns if the list is outside of a
  ///     stage. false means that they cannot be shown.
  public func show<Item: Sendable>(_ items: [Item], animated isAnimated: Bool = true, completion: (@Sendable (Bool) -> Void)? = nil) {
    guard let data = value.data?.with(items: items, isAnimated: isAnimated, completion: completion) else {
      completion?(false)
      return report(.data, "the list has no rows for values of \(Item.self); create it with `init(_:id:row:)`")
    }
    update { $0.data = data }
  }

  /// Shows other sections with the same rows, ids and selection. Any thread.
  public func show<Group: Sendable, Item: Sendable>(
    sections: [Group], of _: Item.Type, animated isAnimated: Bool = true, completion: (@Sendable (Bool) -> Void)? = nil
  ) {
    guard let data = value.data?.with(sections: sections, of: Item.self, isAnimated: isAnimated, completion: completion) else {
      completion?(false)
      return report(.data, "the list has no rows for sections of \(Group.self); create it with `init(sections:…)`")
    }
    update { $0.data = data }
  }

  /// Applies the data of the new value.
  func adoptData() {
    guard let data = value.data else { return }
    let isNew = storage.list.dataTaken.withLock { taken -> Bool in
      defer { taken = data }
      return taken != data
    }
    guard isNew else { return }
    apply(source: data.source, animated: data.isAnimated) { [weak self] isTaken in
      self?.adoptSelection()
      data.completion?(isTaken)
    }
  }

  private func adoptSelection() {
    guard value.data?.selection != nil else { return }
    (self as? any SelectionTaking)?.adoptSelection()
  }
}

/// List whose selection the program stores.
protocol SelectionTaking: AnyNode {
  func adoptSelection()
}

extension Node: SelectionTaking where Value: ItemChoosing {
  /// Selects exactly the items of the program's selection. Sends no signal.
  func adoptSelection() {
    guard let link = storage.list.dataTaken.withLock({ $0 })?.selection else { return }
    select(runsFor(link.get))
  }

  /// Applies the program's selection that the latest adopted layout read. Loop.
  func adoptWantedSelection() {
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

  /// Writes the user's selection to the program's storage and sends the signal.
  func notifySelection() {
    let selected = storage.choice.withLock { $0.selected }
    if let link = storage.list.dataTaken.withLock({ $0 })?.selection {
      let source = storage.list.source
      runsFor { link.set(Set(selected.compactMap { source.key(of: .item($0)) })) }
    }
    send(ItemSignals.selectionChange, selected.sorted())
  }
}
