public import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

extension Node where Value == Table {
  /// What the program says about rows, and does for them. Any thread.
  public var handlers: TableHandlers {
    get { storage.rows.withLock { $0.handlers } }
    set {
      storage.rows.withLock { $0.handlers = newValue }
      updateStyles()
    }
  }

  /// The row that is pulled aside.
  var swipe: TableRows.Swipe? { storage.rows.withLock { $0.swipe } }

  /// The rows that are selected, in their order. They stay so wherever they go. Any thread.
  public var selectedRows: [ListIndex] { storage.choice.withLock { $0.selected.sorted() } }

  /// The row that keys are for. Any thread.
  public var cursorRow: ListIndex? { storage.choice.withLock { $0.cursor } }

  /// Selects a row that is there, in place of those selected where one may be at most. Sends no signal. Any thread.
  public func select(_ row: ListIndex) { takeSelection(row) }

  /// Takes a row out of the selection. Sends no signal. Any thread.
  public func deselect(_ row: ListIndex) { dropSelection(row) }

  // MARK: How rows look

  /// Gives the row that is shown for `index` its style.
  func updateStyle(of index: ListIndex) {
    if let host = storage.list.host(for: .item(index)) as? Node<TableRow> { updateStyle(ofRow: host) }
  }

  func updateStyles() {
    for host in storage.list.hosts { if let host = host as? Node<TableRow> { updateStyle(ofRow: host) } }
  }

  func updateStyle(ofRow host: Node<TableRow>) {
    let (table, list) = (value, storage.list)
    let (rows, choice) = (storage.rows.withLock { $0 }, storage.choice.withLock { $0 })
    let handlers = rows.handlers
    host.update { row in
      let index = row.element.index
      row.separator = index.map { !list.isLast($0) } ?? false ? table.separator : nil
      row.isDeletable = table.isEditing && index.map { handlers.delete != nil && handlers.canDelete?($0) ?? true } ?? false
      row.isMovable = table.isEditing && index.map { handlers.move != nil && handlers.canMove?($0) ?? true } ?? false
      (row.deleteTitle, row.moveTitle) = (table.deleteTitle, table.moveTitle)
      let swipe = rows.swipe.flatMap { $0.index == index ? $0 : nil }
      row.pull = swipe?.distance ?? 0
      // Towards the row's edge the outermost comes first.
      let shown = swipe.map { $0.distance > 0 ? $0.leading : $0.distance < 0 ? $0.trailing : [] } ?? []
      let styles = shown.enumerated().map { RowActionStyle(title: $1.title, color: $1.color, titleColor: $1.titleColor, number: $0) }
      row.actions = swipe.map { $0.distance < 0 } ?? false ? styles.reversed() : styles
    }
    let index = host.element.index
    let color: Color? =
      index.map(choice.selected.contains) ?? false
      ? table.selectionColor
      : index != nil && index == choice.pressed
        ? table.highlightColor
        : index != nil && index == choice.cursor && rows.swipe == nil && focusedNode === self ? table.highlightColor : nil
    let background = color.map { Paint.color($0) }
    if host.background != background { host.background = background }
  }

  // MARK: What people do; loop

  func tap(_ point: Point) {
    if swipe != nil { return closeSwipe() }
    tapItem(at: point)
  }

  /// Deletes a row that a person wants to be gone.
  func delete(_ host: Node<TableRow>) {
    guard let index = host.element.index, handlers.canDelete?(index) ?? true else { return }
    handlers.delete?(index)
  }
}

extension Table: ItemChoosing {
  static func choiceRules(of list: Node<Table>) -> ItemChoiceRules {
    let (table, handlers) = (list.value, list.handlers)
    return ItemChoiceRules(
      shouldHighlight: handlers.shouldHighlight, shouldSelect: handlers.shouldSelect, shouldDeselect: handlers.shouldDeselect,
      activate: handlers.activate, isEditing: table.isEditing,
      allowsSelectionWhileEditing: table.allowsSelectionWhileEditing)
  }

  static func updateStyle(of index: ListIndex, in list: Node<Table>) { list.updateStyle(of: index) }
}
