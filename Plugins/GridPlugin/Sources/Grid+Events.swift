public import Tessera
internal import TesseraContainers
internal import TesseraGeometry
internal import TesseraRender

extension Grid {
  public static func valueDidChange(_ node: Node<Grid>) {
    let (value, storage) = (node.value, node.storage)
    wire(node)
    let (isNewData, isNewLook) = storage.shared.state.withLock { state -> (Bool, Bool) in
      let isNewRows = state.rows != value.rows
      let isNewOrder = state.sort != value.sorting
      let isNewColumns = state.columns != value.columns
      let isNewLook = isNewColumns || state.keepsFirst != value.keepsFirstColumn
      (state.rows, state.columns, state.sort, state.keepsFirst) = (value.rows, value.columns, value.sorting, value.keepsFirstColumn)
      if isNewColumns { state.resized = [:] }
      if isNewRows || isNewColumns { state.widthsScale = 0 }
      if isNewRows || isNewOrder || isNewColumns {
        let column = value.sorting.flatMap { order in value.columns.firstIndex { $0.id == order.column } }
        state.order =
          value.rows.isSortable ? column.map { value.rows.order($0, isAscending: value.sorting?.isAscending ?? true) } : nil
      }
      return (isNewRows || isNewOrder || isNewColumns, isNewLook || isNewOrder)
    }
    if storage.table.selection != value.selection { storage.table.selection = value.selection }
    if isNewData { storage.controller.reloadData() }
    if isNewLook || isNewData { storage.setNeedsDisplay() }
    showSelection(value, storage, isMoved: isNewData)
  }

  /// Connects the parts with the node once.
  private static func wire(_ node: Node<Grid>) {
    let isFirst = node.storage.isWired.withLock { isWired in
      defer { isWired = true }
      return !isWired
    }
    guard isFirst else { return }
    let storage = node.storage
    storage.table.show(storage.controller)
    storage.head.on(GridHead.press) { [weak node] column in if let node { sort(by: column, node) } }
    storage.head.on(GridHead.move) { [weak node] _ in node?.storage.setNeedsDisplay() }
    wireEditing(node)
    storage.table.onSelect { [weak node] index in
      guard let node else { return }
      let row = node.storage.shared.row(at: index.item)
      node.selectedRow = row
      node.send(select, row)
    }
  }

  private static func showSelection(_ value: Grid, _ storage: GridStorage, isMoved: Bool) {
    let table = storage.table
    guard value.selection == .single || isMoved else { return }
    let order = storage.shared.state.withLock { $0.order }
    let place = value.selectedRow.flatMap { row in
      row >= 0 && row < value.rows.count ? (order.flatMap { $0.firstIndex(of: row) } ?? row) : nil
    }
    let wanted = value.selection == .none ? [] : place.map { [ListIndex(0, $0)] } ?? []
    guard table.selectedRows != wanted else { return }
    for row in table.selectedRows where !wanted.contains(row) { table.deselect(row) }
    for row in wanted { table.select(row) }
  }

  private static func sort(by column: Int, _ node: Node<Grid>) {
    let columns = node.value.columns
    guard columns.indices.contains(column), columns[column].isSortable else { return }
    let id = columns[column].id
    let isAscending = node.sorting?.column == id ? !(node.sorting?.isAscending ?? false) : true
    node.sorting = GridSort(id, isAscending: isAscending)
    node.send(sort, GridSort(id, isAscending: isAscending).text)
  }

  // MARK: sideways

  /// Scrolls sideways with a wheel and with arrow keys that no row has handled.
  public static func handle(_ event: Event, node: Node<Grid>) -> EventResponse {
    let shared = node.storage.shared
    if case .key(let press) = event, press.isDown, shared.state.withLock({ $0.editing != nil }) {
      switch press.key {
      case .tab: return move(by: press.modifiers.contains(.shift) ? -1 : 1, node)
      case .escape:
        end(node)
        return .handled
      default: return .ignored
      }
    }
    if case .key(let press) = event, press.isDown, press.key == .function(2), press.modifiers.isEmpty { return editByKey(node) }
    let places = shared.places(node.frame.width, node.environmentValues)
    guard places.reach > 0 else { return .ignored }
    let distance: Double
    switch event {
    case .wheel(_, let delta) where delta.x.isFinite && delta.x != 0: distance = delta.x * (places.isRightToLeft ? -1 : 1)
    case .key(let press) where press.isDown && press.modifiers.isEmpty && (press.key == .left || press.key == .right):
      distance = (press.key == .right) == places.isRightToLeft ? -96 : 96
    default: return .ignored
    }
    let isOther = shared.state.withLock { state in
      let next = min(places.reach, max(0, min(places.reach, state.offset) + distance))
      defer { state.offset = next }
      return state.offset != next
    }
    guard isOther else { return .ignored }
    node.storage.setNeedsDisplay()
    return .handled
  }
}
