public import Tessera
internal import EditableTextPlugin
internal import TesseraContainers
internal import TesseraGeometry

// Editing of cells in place.

extension Node where Value == Grid {
  /// Checks cells that the user has typed, in addition to the rules of their column. Any thread.
  ///
  /// - Parameter check: Returns the message for an invalid change; nil accepts it. Frame loop.
  public func validate(_ check: @escaping @Sendable (GridEdit) -> String?) { storage.check.withLock { $0 = check } }

  /// Begins to edit a cell, if its column is editable. Frame loop.
  /// - Parameters:
  ///   - row: Index in the data.
  ///   - column: Id of the column.
  /// - Returns: Whether the cell is edited.
  @discardableResult
  public func edit(row: Int, column: String) -> Bool {
    guard let index = value.columns.firstIndex(where: { $0.id == column }) else { return false }
    return Grid.begin(GridPlace(row: row, column: index), self)
  }
}

extension Grid {
  /// Connects the field with the table, once.
  static func wireEditing(_ node: Node<Grid>) {
    let storage = node.storage
    storage.shared.field.onSubmit { [weak node] _ in if let node { commit(node) } }
    storage.shared.field.onFocusChange { [weak node] isFocused in
      guard let node else { return }
      let isMoving = node.storage.shared.state.withLock { state in
        if isFocused { state.isMoving = false }
        return state.isMoving
      }
      // A field on its way to another cell may lose the focus in between.
      guard !isFocused, !isMoving else { return }
      // A cell that is left with an invalid text keeps its former content.
      if !commit(node, isLast: true) { end(node, keepsFocus: false) }
    }
    storage.table.handlers.activate = { [weak node] index in
      guard let node else { return }
      let row = node.storage.shared.row(at: index.item)
      let touched = node.storage.shared.state.withLock { state -> Int? in
        defer { state.touched = nil }
        return state.touched.flatMap { $0.row == row ? $0.column : nil }
      }
      if let touched {
        begin(GridPlace(row: row, column: touched), node)
      } else if let first = node.columns.firstIndex(where: \.isEditable) {
        begin(GridPlace(row: row, column: first), node)
      }
    }
  }

  /// Edits the first editable cell of the row of the cursor.
  static func editByKey(_ node: Node<Grid>) -> EventResponse {
    let table = node.storage.table
    guard let index = table.cursorRow ?? table.selectedRows.first, let column = node.columns.firstIndex(where: \.isEditable) else {
      return .ignored
    }
    return begin(GridPlace(row: node.storage.shared.row(at: index.item), column: column), node) ? .handled : .ignored
  }

  @discardableResult
  static func begin(_ place: GridPlace, _ node: Node<Grid>) -> Bool {
    let (value, shared, environment) = (node.value, node.storage.shared, node.environmentValues)
    guard value.columns.indices.contains(place.column), value.columns[place.column].isEditable, place.row >= 0,
      place.row < value.rows.count, environment.isEnabled, !environment.isReadOnly
    else { return false }
    if shared.state.withLock({ $0.editing != nil }), !commit(node) { return false }
    let (field, column) = (shared.field, value.columns[place.column])
    field.string = value.rows.cell(place.row, place.column).letters
    field.selection = 0..<field.string.count
    field.font.size = environment.theme[.body].size
    field.purpose = column.isNumeric ? .decimal : .text
    field.alignment = column.isNumeric ? .end : .start
    field.semantics.label = column.title
    shared.state.withLock { ($0.editing, $0.isMoving) = (place, true) }
    layOut(place.row, node)
    node.afterNextLayout { [weak node] in
      guard let node, node.storage.shared.state.withLock({ $0.editing == place }) else { return }
      let field = node.storage.shared.field
      if field.isFocused { node.storage.shared.state.withLock { $0.isMoving = false } } else { field.becomeFocused() }
    }
    return true
  }

  /// Stores the typed letters. Returns false if they are invalid; the message is shown then, unless the cell has lost the focus (`isLast`).
  @discardableResult
  static func commit(_ node: Node<Grid>, isLast: Bool = false) -> Bool {
    let (value, shared) = (node.value, node.storage.shared)
    guard let place = shared.state.withLock({ $0.editing }), value.columns.indices.contains(place.column) else { return true }
    let (column, old) = (value.columns[place.column], value.rows.cell(place.row, place.column))
    let cell: GridCell
    switch column.read(shared.field.string) {
    case .failure(let problem):
      if !isLast { complain(problem.message, at: place, node) }
      return false
    case .success(let read): cell = read
    }
    let edit = GridEdit(row: place.row, column: column.id, cell: cell)
    if cell != old, let message = node.storage.check.withLock({ $0 })?(edit) {
      if !isLast { complain(message, at: place, node) }
      return false
    }
    end(node, keepsFocus: !isLast)
    guard cell != old else { return true }
    if let rows = value.rows.replacing(place.row, place.column, with: cell) {
      // The nodes of the rows stay, and the row keeps its place until the user sorts again.
      shared.state.withLock { $0.rows = rows }
      node.rows = rows
    }
    node.send(Grid.edit, edit)
    return true
  }

  /// Stops editing without a change.
  static func end(_ node: Node<Grid>, keepsFocus: Bool = true) {
    let shared = node.storage.shared
    let place = shared.state.withLock { state in
      defer { state.editing = nil }
      return state.editing
    }
    guard let place else { return }
    shared.field.isInvalid = false
    shared.tip.dismiss()
    layOut(place.row, node)
    if keepsFocus { node.storage.table.becomeFocused() }
  }

  private static func complain(_ message: String, at place: GridPlace, _ node: Node<Grid>) {
    let shared = node.storage.shared
    shared.field.isInvalid = true
    shared.field.semantics.hint = message
    guard let row = node.storage.rowNode(place.row) else { return }
    row.setNeedsDisplay()
    shared.tip.show(message, isProblem: true, at: row.cellFrame(place.column), row)
  }

  private static func layOut(_ row: Int, _ node: Node<Grid>) {
    guard let row = node.storage.rowNode(row) else { return }
    row.setNeedsLayout()
    row.setNeedsDisplay()
  }

  /// Selects a row, and moves the cursor of the keys there.
  private static func choose(_ row: Int, _ shown: Int, _ node: Node<Grid>) {
    let table = node.storage.table
    table.scroll(to: ListIndex(0, shown), at: .nearest, animated: false)
    // A tap moves the cursor as well. A row far away has no node.
    let host = table.subnodes.first { host in host.subnodes.contains { ($0 as? Node<GridRow>)?.value.row == row } }
    if let host, Table.perform(.activate, onSubnode: host, of: table) { return }
    node.selectedRow = row
    node.send(select, row)
  }

  /// Moves to the next cell that can be edited, or to the previous one. Returns `ignored` at the end of the table.
  static func move(by step: Int, _ node: Node<Grid>) -> EventResponse {
    let (value, shared) = (node.value, node.storage.shared)
    guard let place = shared.state.withLock({ $0.editing }) else { return .ignored }
    let editable = value.columns.indices.filter { value.columns[$0].isEditable }
    guard let index = editable.firstIndex(of: place.column), commit(node) else { return .handled }
    if editable.indices.contains(index + step) {
      begin(GridPlace(row: place.row, column: editable[index + step]), node)
      return .handled
    }
    let order = shared.state.withLock { $0.order }
    let shown = (order.flatMap { $0.firstIndex(of: place.row) } ?? place.row) + step
    guard shown >= 0, shown < value.rows.count, let column = step > 0 ? editable.first : editable.last else { return .handled }
    let row = shared.row(at: shown)
    choose(row, shown, node)
    begin(GridPlace(row: row, column: column), node)
    return .handled
  }
}
