internal import Tessera

// A row is as a person left it when it comes back: a shelf where it was scrolled to, a field with what was typed, and with the focus.

/// What the nodes of one row alone know. A value.
struct KeptRow: Sendable {
  /// States, by the places of nodes in the row.
  var states: [[Int]: AttributeValue] = [:]
  /// What lists in the row know of their rows.
  var lists: [[Int]: KeptRows] = [:]
  /// Where the node is that had the focus.
  var focus: [Int]?

  var isEmpty: Bool { states.isEmpty && lists.isEmpty && focus == nil }
}

/// What a list knows of its rows, by their keys.
struct KeptRows: @unchecked Sendable {
  // @unchecked: the keys are those of `ListSource`, which any thread may ask for and compare.
  var rows: [AnyHashable: KeptRow] = [:]
}

/// A row that went, and what its nodes know. A value.
struct KeptCell: @unchecked Sendable {
  // @unchecked: the key is one of `ListSource`, which any thread may ask for and compare.
  let key: AnyHashable
  let row: KeptRow
}

/// What a list knows of rows without nodes. A value.
struct KeptRowTable {
  /// By the keys of the rows and their places in them.
  private(set) var rows: [AnyHashable: KeptRow] = [:]
  /// The row of which is remembered that it left with the focus.
  private(set) var focusKey: AnyHashable?
  /// The node that gets the focus back when it is in the tree.
  weak var refocused: AnyNode?
  /// How often there was no room.
  private(set) var forgotten = 0

  /// Most rows of which something is remembered; of more nothing is, which is counted.
  static let most = 4096

  /// Notes what is known of a row that goes.
  mutating func keep(_ cell: KeptCell) {
    if cell.row.focus != nil {
      // Where a person was last counts.
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

  /// Takes out what is known of a row.
  mutating func take(_ key: AnyHashable) -> KeptRow? { rows.removeValue(forKey: key) }

  /// Takes what another list knew.
  mutating func merge(_ kept: KeptRows) {
    rows.merge(kept.rows) { $1 }
    focusKey = kept.rows.first { $0.value.focus != nil }?.key
  }

  /// Forgets all rows: their places are others' now.
  mutating func removeAll() { rows = [:] }
}

/// A list, for who keeps what nodes know while there are none.
protocol RowKeeping: AnyNode {
  /// What is known of rows, those included that there are; nil: nothing. Any thread.
  var keptRows: KeptRows? { get }
  /// Has rows begin as they were kept. Any thread.
  func restoreRows(_ kept: KeptRows)
}

extension Node: RowKeeping where Value: ListType {
  var keptRows: KeptRows? { storage.list.keptRows(focused: focusedNode) }
  func restoreRows(_ kept: KeptRows) { storage.list.restoreRows(kept) }
}

extension ListStorage {
  /// Notes what the nodes in cells that go alone know, by the keys of `source`. No lock held.
  func keepStates(of cells: [ListCell], _ source: any ListSource, focused: AnyNode?) {
    for kept in states(of: cells, source, focused: focused) { rows.withLock { $0.keep(kept) } }
  }

  /// What the nodes in cells alone know, by the keys of `source`; changes nothing. No lock held.
  func states(of cells: [ListCell], _ source: any ListSource, focused: AnyNode?) -> [KeptCell] {
    guard !cells.isEmpty else { return [] }
    // Most lists remember nothing.
    let isEmpty = rows.withLock(\.rows.isEmpty)
    return cells.compactMap { cell in
      let row = keptRow(of: cell.node, focused)
      if row.isEmpty, isEmpty { return nil }
      return key(cell.element, source).map { KeptCell(key: $0, row: row) }
    }
  }

  /// Gives the nodes in a new cell back what those before them knew.
  func restoreStates(of node: AnyNode, _ element: ListElement, _ source: any ListSource) {
    guard rows.withLock({ !$0.rows.isEmpty }), let key = key(element, source) else { return }
    guard let row = rows.withLock({ $0.take(key) }) else { return }
    give(row, to: node)
  }

  /// Gives the nodes in a cell that takes the place of another what that one's know. No lock held.
  func carryStates(from old: AnyNode, to new: AnyNode, focused: AnyNode?) { give(keptRow(of: old, focused), to: new) }

  /// Gives what cells of `former` data know, which came too late to be among the others, to those that show the same by now, or keeps it. No lock held.
  func handOn(_ late: [ListCell], _ former: any ListSource, _ owner: any ListOwner) {
    // By the keys that they had; without keys their places are others' now.
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

  /// Gives the focus back to a row that came again after it had left with it, unless something else has it by now. Loop.
  func returnFocus(in list: AnyNode) {
    guard let node = rows.withLock({ $0.refocused }), node.isInside(list) else { return }
    rows.withLock { $0.refocused = nil }
    if list.focusedNode == nil { node.becomeFocused() }
  }

  private func keptRow(of node: AnyNode, _ focused: AnyNode?) -> KeptRow {
    if let row = node as? Node<DataRow>, let kept = row.storage.kept.withLock({ $0?.row }) { return kept }
    var row = KeptRow()
    visit(node) { node, path, below in
      let own = node.preservedState
      if let own { row.states[path] = own }
      if node === focused { row.focus = path }
      // Nearly all nodes of rows are leaves with nothing to keep: they are asked no more.
      guard own != nil || !below.isEmpty, let list = node as? any RowKeeping else { return true }
      if let rows = list.keptRows { row.lists[path] = rows }
      return false
    }
    return row
  }

  private func give(_ row: KeptRow, to node: AnyNode) {
    guard !row.isEmpty else { return }
    if let data = node as? Node<DataRow>, data.subnodes.isEmpty {
      // Its spec names them with the first layout.
      data.storage.kept.withLock { $0 = (row, { [weak self] node in self?.give(row, to: node) }) }
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
    // Without keys an element is its place, until the data changes.
    source.key(of: element).map { AnyHashable(KeptKey(kind: element.order.3, isItem: element.index != nil, key: $0)) }
      ?? AnyHashable(element)
  }

  /// What remembers an element by its key.
  private struct KeptKey: Hashable {
    let kind: String
    let isItem: Bool
    let key: AnyHashable
  }

  /// Calls `body` for a node and for all below it, with their places in it, but for what is below nodes for which it returns false: rows of a list in a
  /// row come and go, and the list keeps what they know.
  private func visit(_ node: AnyNode, _ path: [Int] = [], _ body: (AnyNode, [Int], [AnyNode]) -> Bool) {
    let below = node.subnodes
    guard body(node, path, below), path.count < 16 else { return }
    for (number, below) in below.enumerated() { visit(below, path + [number], body) }
  }
}
