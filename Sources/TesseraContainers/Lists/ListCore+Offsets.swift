internal import Tessera
internal import TesseraGeometry

// A shelf in a row is where it was when the row comes back.

extension ListCore {
  /// Most rows whose inner offsets are remembered.
  private static let mostKept = 4096

  /// Notes how far what scrolls in cells that go was scrolled. No lock held.
  func keepOffsets(of cells: [ListCell]) {
    guard !cells.isEmpty else { return }
    let source = self.source
    for cell in cells {
      var offsets: [[Int]: Point] = [:]
      visit(cell.node) { node, path in
        let physics = node.physics
        if physics.contentOffset != .zero { offsets[path] = physics.contentOffset }
      }
      guard let key = key(cell.element, source) else { continue }
      lock.withLock {
        if offsets.isEmpty {
          state.kept[key] = nil
        } else if state.kept.count < Self.mostKept {
          state.kept[key] = offsets
        }
      }
    }
  }

  /// Scrolls what scrolls in a new cell to where it was.
  func restoreOffsets(of node: AnyNode, _ element: ListElement, _ source: any ListSource) {
    guard lock.withLock({ !state.kept.isEmpty }), let key = key(element, source) else { return }
    guard let offsets = lock.withLock({ state.kept.removeValue(forKey: key) }) else { return }
    visit(node) { node, path in
      if let offset = offsets[path] { node.updateScrolling { $0.contentOffset = offset } }
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

  private func visit(_ node: AnyNode, _ path: [Int] = [], _ body: (any ScrollingNode, [Int]) -> Void) {
    if let scrolling = node as? any ScrollingNode { body(scrolling, path) }
    guard path.count < 16 else { return }
    for (number, below) in node.subnodes.enumerated() { visit(below, path + [number], body) }
  }
}
