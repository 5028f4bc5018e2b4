internal import Tessera

// Rows restore their state when they are recreated: scroll offsets, typed text and the focus.

/// State that only the nodes of one row have. A value.
struct KeptRow: Sendable {
  /// States by the paths of nodes in the row.
  var states: [[Int]: AttributeValue] = [:]
  /// Kept rows of lists inside the row.
  var lists: [[Int]: KeptRows] = [:]
  /// Path of the node that had the focus.
  var focus: [Int]?

  var isEmpty: Bool { states.isEmpty && lists.isEmpty && focus == nil }
}

/// Kept state of a list's rows, by their keys.
struct KeptRows: @unchecked Sendable {
  // @unchecked: the keys are those of `ListSource`, which any thread may ask for and compare.
  var rows: [AnyHashable: KeptRow] = [:]
}

/// Removed row with the state of its nodes. A value.
struct KeptCell: @unchecked Sendable {
  // @unchecked: the key is one of `ListSource`, which any thread may ask for and compare.
  let key: AnyHashable
  let row: KeptRow
}

/// Kept state of rows without nodes. A value.
struct KeptRowTable {
  /// Rows by their keys and places.
  private(set) var rows: [AnyHashable: KeptRow] = [:]
  /// Key of the row that was removed while it had the focus.
  private(set) var focusKey: AnyHashable?
  /// Node that regains the focus when it is in the tree.
  weak var refocused: AnyNode?
  /// Number of rows that could not be kept because the table was full.
  private(set) var forgotten = 0

  /// Maximum number of kept rows; further rows are counted and not kept.
  static let most = 4096

  /// Keeps the state of a row that is removed.
  mutating func keep(_ cell: KeptCell) {
    if cell.row.focus != nil {
      // Only the last focused row is kept as focused.
      if let before = focusKey { rows[before]?.focus = nil }
      (focusKey, refocused) = (cell.key, nil)
    }
    if cell.row.isEmpty {
      rows[cell.key] = nil
    } else if rows[cell.key] != nil || rows.count < Self.most {
      rows[cell.key] = cell.row
    } else {
      forgotten += 1
    }
  }

  /// Removes and returns the state of a row.
  mutating func remove(_ key: AnyHashable) -> KeptRow? { rows.removeValue(forKey: key) }

  /// Adds the kept rows of another list.
  mutating func merge(_ kept: KeptRows) {
    rows.merge(kept.rows) { $1 }
    focusKey = kept.rows.first { $0.value.focus != nil }?.key
  }

  /// Removes all rows, because their places now belong to other rows.
  mutating func removeAll() { rows = [:] }
}

/// List whose row states can be kept while its node does not exist.
protocol RowKeeping: AnyNode {
  /// State of all rows, including those with nodes; nil means none. Any thread.
  var keptRows: KeptRows? { get }
  /// Restores kept rows. Any thread.
  func restoreRows(_ kept: KeptRows)
}

extension Node: RowKeeping where Value: ListType {
  var keptRows: KeptRows? { storage.list.keptRows(focused: focusedNode) }
  func restoreRows(_ kept: KeptRows) { storage.list.restoreRows(kept) }
}

extension ListStorage {
  /// Keeps the state of the nodes in removed cells, by the keys of `source`. No lock held.
  func keepStates(of cells: [ListCell], _ source: any ListSource, focused: AnyNode?) {
    for kept in states(of: cells, source, focused: focused) { rows.withLock { $0.keep(kept) } }
  }

  /// Returns the state of the nodes in cells, by the keys of `source`; changes nothing. No lock held.
  func states(of cells: [ListCell], _ source: any ListSource, focused: AnyNode?) -> [KeptCell] {
    guard !cells.isEmpty else { return [] }
    // Most lists keep nothing.
    let isEmpty = rows.withLock(\.rows.isEmpty)
    return cells.compactMap { cell in
      let row = keptRow(of: cell.node, focused)
      if row.isEmpty, isEmpty { return nil }
      return key(cell.element, source).map { KeptCell(key: $0, row: row) }
    }
  }

  /// Restores the kept state in the nodes of a new cell.
  func restoreStates(of node: AnyNode, _ element: ListElement, _ source: any ListSource) {
    guard rows.withLock({ !$0.rows.isEmpty }), let key = key(element, source) else { return }
    guard let row = rows.withLock({ $0.remove(key) }) else { return }
    restore(row, to: node)
  }

  /// Copies the state of the nodes in a cell to the nodes of the cell that replaces it. No lock held.
  func carryStates(from old: AnyNode, to new: AnyNode, focused: AnyNode?) { restore(keptRow(of: old, focused), to: new) }

  /// Moves the state of cells of `former` data that arrived too late to cells that show the same element now, or keeps it. No lock held.
  func handOn(_ late: [ListCell], _ former: any ListSource, _ owner: any ListOwner) {
    // By their former keys; without keys their places now belong to other rows.
    keepStates(of: late.filter { former.key(of: $0.element) != nil }, former, focused: owner.focusedNode)
    restoreStates()
  }

  private func restoreStates() {
    let (cells, source) = state.withLock { ($0.cells.all, $0.source) }
    for cell in cells { restoreStates(of: cell.node, cell.element, source) }
  }

  fileprivate func keptRows(focused: AnyNode?) -> KeptRows? {
    let (cells, source) = state.withLock { ($0.cells.all, $0.source) }
    let (known, before) = rows.withLock { ($0.rows, $0.focusKey) }
    var kept = KeptRows(rows: known)
    for cell in cells {
      let row = keptRow(of: cell.node, focused)
      guard !row.isEmpty, let key = key(cell.element, source) else { continue }
      if row.focus != nil, let before { kept.rows[before]?.focus = nil }
      kept.rows[key] = row
    }
    return kept.rows.isEmpty ? nil : kept
  }

  fileprivate func restoreRows(_ kept: KeptRows) {
    rows.withLock { $0.merge(kept) }
    restoreStates()
  }

  /// Restores the focus to a recreated row that was removed with it, unless another node has the focus. Loop.
  func returnFocus(in list: AnyNode) {
    guard let node = rows.withLock({ $0.refocused }), node.isInside(list) else { return }
    rows.withLock { $0.refocused = nil }
    if list.focusedNode == nil { node.becomeFocused() }
  }

  private func keptRow(of node: AnyNode, _ focused: AnyNode?) -> KeptRow {
    if let row = node as? Node<DataRow>, let kept = row.storage.kept.withLock({ $0?.state }) as? KeptRow { return kept }
    var row = KeptRow()
    visit(node) { node, path, below in
      let own = node.preservedState
      if let own { row.states[path] = own }
      if node === focused { row.focus = path }
      // Fast path: nearly all nodes of rows are leaves without state.
      guard own != nil || !below.isEmpty, let list = node as? any RowKeeping else { return true }
      if let rows = list.keptRows { row.lists[path] = rows }
      return false
    }
    return row
  }

  private func restore(_ row: KeptRow, to node: AnyNode) {
    guard !row.isEmpty else { return }
    if let data = node as? Node<DataRow>, data.subnodes.isEmpty {
      // Its spec creates the nodes in the first layout.
      data.storage.kept.withLock { $0 = DataRow.Storage.Kept(state: row) { [weak self] node in self?.restore(row, to: node) } }
      return
    }
    visit(node) { node, path, _ in
      if let state = row.states[path] { node.restoreState(state) }
      if row.focus == path { rows.withLock { $0.refocused = node } }
      guard let list = node as? any RowKeeping else { return true }
      if let rows = row.lists[path] { list.restoreRows(rows) }
      return false
    }
  }

  private func key(_ element: ListElement, _ source: any ListSource) -> AnyHashable? {
    // Without keys an element is identified by its place, until the data changes.
    source.key(of: element).map { AnyHashable(KeptKey(kind: element.order.3, isItem: element.index != nil, key: $0)) }
      ?? AnyHashable(element)
  }

  /// Key of a kept element.
  private struct KeptKey: Hashable {
    let kind: String
    let isItem: Bool
    let key: AnyHashable
  }

  /// Calls `body` for a node and its descendants, with their paths. It skips the descendants of nodes for which `body` returns false,
  /// because a list keeps the state of its own rows.
  private func visit(_ node: AnyNode, _ path: [Int] = [], _ body: (AnyNode, [Int], [AnyNode]) -> Bool) {
    let below = node.subnodes
    guard body(node, path, below), path.count < 16 else { return }
    for (number, below) in below.enumerated() { visit(below, path + [number], body) }
  }
}
