internal import TesseraGeometry

extension Stage {
  /// Requests a context menu from the node at a location and its ancestors: from the first whose type handles the request or that the
  /// program observes.
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
