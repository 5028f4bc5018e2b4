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

/// A list, for who keeps what nodes know while there are none.
protocol RowKeeping: AnyNode {
  /// What is known of rows, those included that there are; nil: nothing. Any thread.
  var keptRows: KeptRows? { get }
  /// Has rows begin as they were kept. Any thread.
  func takeKeptRows(_ kept: KeptRows)
}

extension Node: RowKeeping where Value: ListType {
  var keptRows: KeptRows? { value.list.keptRows }
  func takeKeptRows(_ kept: KeptRows) { value.list.takeKeptRows(kept) }
}

extension ListCore {
  /// Most rows of which something is remembered; of more nothing is, which is counted.
  static let mostKept = 4096

  /// Notes what the nodes in cells that go alone know, by the keys of `former` where the data is another by now. No lock held.
  func keepStates(of cells: [ListCell], _ former: (any ListSource)? = nil) {
    guard !cells.isEmpty else { return }
    let source = former ?? self.source
    let focused = node?.focusedNode
    for cell in cells {
      let row = keptRow(of: cell.node, focused)
      // Most lists remember nothing.
      if row.isEmpty, lock.withLock({ state.kept.isEmpty }) { continue }
      guard let key = key(cell.element, source) else { continue }
      lock.withLock {
        if row.focus != nil {
          // Where a person was last counts.
          if let before = state.focusKey { state.kept[before]?.focus = nil }
          (state.focusKey, state.refocused) = (key, nil)
        }
        if row.isEmpty {
          state.kept[key] = nil
        } else if state.kept[key] != nil || state.kept.count < Self.mostKept {
          state.kept[key] = row
        } else {
          state.statistics.forgotten += 1
        }
      }
    }
  }

  /// Gives the nodes in a new cell back what those before them knew.
  func restoreStates(of node: AnyNode, _ element: ListElement, _ source: any ListSource) {
    guard lock.withLock({ !state.kept.isEmpty }), let key = key(element, source) else { return }
    guard let row = lock.withLock({ state.kept.removeValue(forKey: key) }) else { return }
    give(row, to: node)
  }

  /// Gives the nodes in a cell that takes the place of another what that one's know. No lock held.
  func carryStates(from old: AnyNode, to new: AnyNode) {
    give(keptRow(of: old, node?.focusedNode), to: new)
  }

  /// Gives what cells of `former` data know, which came too late to be among the others, to those that show the same by now, or keeps it. No lock held.
  func handOn(_ late: [ListCell], _ former: any ListSource) {
    // By the keys that they had; without keys their places are others' now.
    keepStates(of: late.filter { former.key(of: $0.element) != nil }, former)
    let (cells, source) = nodesAndSource
    for (node, element) in cells { restoreStates(of: node, element, source) }
  }

  private var nodesAndSource: ([(AnyNode, ListElement)], any ListSource) {
    lock.withLock { (state.cells.values.map { ($0.node, $0.element) }, state.source) }
  }

  fileprivate var keptRows: KeptRows? {
    let (cells, source, known) = lock.withLock { (Array(state.cells.values), state.source, state.kept) }
    let focused = node?.focusedNode
    var kept = KeptRows(rows: known)
    let before = lock.withLock { state.focusKey }
    for cell in cells {
      let row = keptRow(of: cell.node, focused)
      guard !row.isEmpty, let key = key(lock.withLock { cell.element }, source) else { continue }
      if row.focus != nil, let before { kept.rows[before]?.focus = nil }
      kept.rows[key] = row
    }
    return kept.rows.isEmpty ? nil : kept
  }

  fileprivate func takeKeptRows(_ kept: KeptRows) {
    lock.withLock {
      state.kept.merge(kept.rows) { $1 }
      state.focusKey = kept.rows.first { $0.value.focus != nil }?.key
    }
    let (cells, source) = nodesAndSource
    for (node, element) in cells { restoreStates(of: node, element, source) }
  }

  /// Gives the focus back to a row that came again after it had left with it, unless something else has it by now. Loop.
  func returnFocus(in list: AnyNode) {
    guard let node = lock.withLock({ state.refocused }), node.isInside(list) else { return }
    lock.withLock { state.refocused = nil }
    if list.focusedNode == nil { node.becomeFocused() }
  }

  private func keptRow(of node: AnyNode, _ focused: AnyNode?) -> KeptRow {
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
    visit(node) { node, path, _ in
      if let state = row.states[path] { node.restoreState(state) }
      if row.focus == path { lock.withLock { state.refocused = node } }
      guard let list = node as? any RowKeeping else { return true }
      if let rows = row.lists[path] { list.takeKeptRows(rows) }
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
