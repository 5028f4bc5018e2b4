internal import Tessera
internal import TesseraGeometry

// What lies where, and what is carried over it. Any thread.

extension ListCore {
  /// The topmost element at a point in the coordinates of subnodes, those that stick to an edge first.
  func topmost(at point: Point) -> ListElement? {
    lock.withLock {
      guard let placement = state.placement else { return nil }
      let at = Rect(origin: point - state.shift, size: Size(1e-6, 1e-6))
      let visible = state.visible.offset(by: state.shift * -1)
      if let sticky = placement.stickyElements(in: visible).last(where: { ItemFrames.touches(at, $0.frame) }) { return sticky.element }
      return placement.elements(in: at).max { $0.zIndex < $1.zIndex }?.element
    }
  }

  /// The subnode of an element and where it lies, in the coordinates of subnodes.
  func cell(of element: ListElement) -> (host: AnyNode, frame: Rect)? { lock.withLock { state.cells[element].map { ($0.host, $0.frame) } } }

  func frame(ofHost host: AnyNode) -> Rect? { lock.withLock { state.cells.values.first { $0.host === host }?.frame } }

  /// The element whose node, with what the list puts around it, `isWanted` says yes to; called without a lock.
  func element(where isWanted: (AnyNode) -> Bool) -> ListElement? {
    // A node is no subnode of what the list puts around it before a layout with both is adopted.
    lock.withLock { state.cells.values.map { ($0.element, $0.host, $0.node) } }.first { isWanted($0.1) || isWanted($0.2) }?.0
  }

  func skipTransition() { lock.withLock { state.skipsTransition = true } }
  var isTransitionSkipped: Bool { lock.withLock { state.skipsTransition } }

  /// The element that was laid out at a point in the coordinates of subnodes.
  func topmostLaidOut(at point: Point) -> ListElement? {
    lock.withLock { state.placement?.elements(in: Rect(origin: point - state.shift, size: Size(1e-6, 1e-6))).first?.element }
  }

  /// Has elements painted over all others, and kept wherever they are.
  func raise(_ elements: Set<ListElement>) {
    lock.withLock {
      for element in state.raised { state.cells[element]?.zIndex = 0 }
      state.raised = elements
      for element in elements { state.cells[element]?.zIndex = 1_000_000 }
    }
  }
}
