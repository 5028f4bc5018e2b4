internal import Tessera
internal import TesseraGeometry

extension Node: CellNotifying where Value: ListType {
  /// Sends scroll events to the nodes of visible elements that observe them. Loop.
  func notifyCells(_ phase: CellScroll.Phase) {
    let offset = physics.state.offset
    let viewport = frame.size
    let visible = Rect(origin: offset, size: viewport)
    for (node, place) in storage.list.state.withLock({ state in state.cells.all.map { ($0.node, $0.frame) } })
    where place.intersects(visible) && node.hasHandlers(for: AnyNode.cellScroll) {
      node.send(AnyNode.cellScroll, CellScroll(phase: phase, frame: place.offset(by: offset * -1), viewport: viewport))
    }
  }
}
