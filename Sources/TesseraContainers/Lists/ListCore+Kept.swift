internal import Tessera

// A row is as a person left it when it comes back: a shelf where it was scrolled to, a field with what was typed.

extension ListCore {
  /// Most rows of which something is remembered.
  private static let mostKept = 4096

  /// Notes what the nodes in cells that go alone know, by the keys of `former` where the data is another by now. No lock held.
  func keepStates(of cells: [ListCell], _ former: (any ListSource)? = nil) {
    guard !cells.isEmpty else { return }
    let source = former ?? self.source
    for cell in cells {
      let states = states(of: cell.node)
      guard let key = key(cell.element, source) else { continue }
      lock.withLock {
        if states.isEmpty {
          state.kept[key] = nil
        } else if state.kept.count < Self.mostKept {
          state.kept[key] = states
        }
      }
    }
  }

  /// Gives the nodes in a new cell back what those before them knew.
  func restoreStates(of node: AnyNode, _ element: ListElement, _ source: any ListSource) {
    guard lock.withLock({ !state.kept.isEmpty }), let key = key(element, source) else { return }
    guard let states = lock.withLock({ state.kept.removeValue(forKey: key) }) else { return }
    give(states, to: node)
  }

  /// Gives the nodes in a cell that takes the place of another what that one's know. No lock held.
  func carryStates(from old: AnyNode, to new: AnyNode) {
    give(states(of: old), to: new)
  }

  private func states(of node: AnyNode) -> [[Int]: AttributeValue] {
    var states: [[Int]: AttributeValue] = [:]
    visit(node) { node, path in
      if let state = node.preservedState { states[path] = state }
    }
    return states
  }

  private func give(_ states: [[Int]: AttributeValue], to node: AnyNode) {
    visit(node) { node, path in
      if let state = states[path] { node.restoreState(state) }
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

  private func visit(_ node: AnyNode, _ path: [Int] = [], _ body: (AnyNode, [Int]) -> Void) {
    body(node, path)
    guard path.count < 16 else { return }
    for (number, below) in node.subnodes.enumerated() { visit(below, path + [number], body) }
  }
}
