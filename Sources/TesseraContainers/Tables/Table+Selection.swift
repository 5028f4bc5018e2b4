public import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

extension Node where Value == Table {
  /// Closures of the program for the rows. Any thread.
  public var handlers: TableHandlers {
    get { storage.rows.withLock { $0.handlers } }
    set {
      storage.rows.withLock { $0.handlers = newValue }
      updateStyles()
    }
  }

  /// Current swipe of a row.
  var swipe: TableRows.Swipe? { storage.rows.withLock { $0.swipe } }

  /// Selected rows in order. Rows keep their selection when they move. Any thread.
  public var selectedRows: [ListIndex] { storage.choice.withLock { $0.selected.sorted() } }

  /// Row of the keyboard cursor. Any thread.
  public var cursorRow: ListIndex? { storage.choice.withLock { $0.cursor } }

  /// Selects an existing row; in single selection it replaces the selected one. Sends no signal. Any thread.
  public func select(_ row: ListIndex) { applySelection(row) }

  /// Deselects a row. Sends no signal. Any thread.
  public func deselect(_ row: ListIndex) { dropSelection(row) }

  // MARK: How rows look

  /// Styles the row that shows `index`.
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
    let mark = color(of: host.element.index, choice, hasCursor: rows.swipe == nil && focusedNode === self)
    let isHovered = mark == nil && choice.hovered != nil && choice.hovered == host.element.index
    let color = isHovered ? value.highlightColor.opacity(Self.hoverShare) : mark
    let isHoverChange = (isHovered || mark == nil) && (host.value.isHoverMark || host.background == nil)
    let content = host.update { row in
      let index = row.element.index
      row.separator = index.map { !list.isLast($0) } ?? false ? table.separator : nil
      row.isDeletable = table.isEditing && index.map { handlers.delete != nil && handlers.canDelete?($0) ?? true } ?? false
      row.isMovable = table.isEditing && index.map { handlers.move != nil && handlers.canMove?($0) ?? true } ?? false
      row.padding = table.rowPadding
      row.padding?.isEdge = index == nil
      (row.deleteTitle, row.moveTitle) = (table.deleteTitle, table.moveTitle)
      row.accessory = index.map { handlers.accessory?($0) ?? table.accessory } ?? .none
      row.isSelected = index.map(choice.selected.contains) ?? false
      row.show(rows.shownSwipe(of: index))
      row.highlight = color?.overContent ?? .clear
      row.isHoverMark = isHovered
      return row.content
    }
    let background = color.flatMap(\.behindContent).map(Paint.color)
    host.show(background, \.background, isGone: background == nil, isHoverChange: isHoverChange)
    guard let index = host.element.index else { return }
    notify(content, handlers.updateAppearance) {
      ListItemState(
        index, choice, hasFocus: focusedNode === self, isLifted: storage.lift.withLock { $0?.index == index && $0?.host === host },
        isEditing: table.isEditing)
    }
  }

  /// Strength of the hover highlight relative to the pressed one.
  private static var hoverShare: Float { 1.0 / 3 }

  /// Returns the highlight of a row that is selected, pressed or has the cursor.
  private func color(of index: ListIndex?, _ choice: ItemChoice, hasCursor: Bool) -> Color? {
    guard let index else { return nil }
    if choice.selected.contains(index) { return value.selectionColor }
    return index == choice.pressed || index == choice.cursor && hasCursor ? value.highlightColor : nil
  }

  // MARK: Input; loop

  func tap(_ point: Point) {
    if swipe != nil { return closeSwipe() }
    tapItem(at: point)
  }

  /// Deletes a row on request of the user.
  func delete(_ host: Node<TableRow>) {
    guard let index = host.element.index, handlers.canDelete?(index) ?? true else { return }
    handlers.delete?(index)
  }
}

extension Color {
  /// Maximum opacity of a highlight over the content, so that text stays legible.
  private static let limit: Float = 0.12

  /// Part of the highlight over the content.
  fileprivate var overContent: Color { withAlpha { min($0, Self.limit) } }

  /// Part of the highlight behind the content, where it covers no text. Together with the part over the content it gives the highlight's
  /// colour. nil means none.
  fileprivate var behindContent: Color? {
    let part = withAlpha { max(0, 1 - (1 - $0) / (1 - Self.limit)) }
    return part.alpha > 0 || part.resolved(in: .dark).alpha > 0 ? part : nil
  }

  /// The color with another alpha. A token stays one.
  private func withAlpha(_ change: (Float) -> Float) -> Color {
    if tokenNumber != nil { return alpha > 0 ? opacity(change(alpha) / alpha) : self }
    return map { color in
      var part = color
      part.alpha = change(color.alpha)
      return part
    }
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
