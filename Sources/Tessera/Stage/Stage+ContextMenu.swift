internal import TesseraGeometry

extension Stage {
  /// Asks the node at a place, and those above it, for what can be done there: the first whose type handles it, or that a program listens to.
  func askForContextMenu(at location: Point) {
    guard location.isFinite else { return }
    let hit = hitTest(location)
    if !loop.overlays.isEmpty, dismissOverlays(touchedAt: hit) { return }
    var current = hit
    while let node = current {
      let place = convert(location, to: node) ?? location
      if node.handle(.contextMenu(location: place)) == .handled { return }
      if node.hasHandlers(for: AnyNode.contextMenu) { return node.send(AnyNode.contextMenu, place) }
      current = loop.overlays.above(node)
    }
  }
}
