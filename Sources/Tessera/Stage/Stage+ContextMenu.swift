internal import TesseraGeometry

extension Stage {
  /// Requests a context menu from the node at a location and its ancestors: from the first whose type handles the request or that the
  /// program observes.
  func askForContextMenu(at location: Point) {
    guard location.isFinite else { return }
    let hit = hitTest(location)
    if !loop.overlays.isEmpty, dismissOverlays(touchedAt: hit) { return }
    askForContextMenu(at: location, from: hit)
  }

  /// Delivers the press of a button to the node under the pointer and its ancestors: to the first whose type handles it or that the program
  /// observes. The release goes to the same node. An unhandled press of the right button requests a context menu.
  func dispatch(_ press: PointerPress) {
    guard press.location.isFinite else { return }
    func local(_ node: AnyNode) -> PointerPress {
      var copy = press
      copy.location = convert(press.location, to: node) ?? press.location
      return copy
    }
    let former = loop.pointing.release(press.button)
    guard press.isDown else {
      guard let former, former.isIn(link) else { return }
      if former.handle(.pointerButton(local(former))) == .ignored { former.send(AnyNode.pointerButton, local(former)) }
      return
    }
    let hit = hitTest(press.location)
    if !loop.overlays.isEmpty, dismissOverlays(touchedAt: hit) { return }
    var current = hit
    while let node = current {
      let isHandled = node.handle(.pointerButton(local(node))) == .handled
      if isHandled || node.hasHandlers(for: AnyNode.pointerButton) {
        loop.pointing.press(press.button, on: node)
        if isHandled { return }
        node.send(AnyNode.pointerButton, local(node))
        break
      }
      current = loop.overlays.above(node)
    }
    if press.button == .secondary { askForContextMenu(at: press.location, from: hit) }
  }

  private func askForContextMenu(at location: Point, from hit: AnyNode?) {
    var current = hit
    while let node = current {
      let place = convert(location, to: node) ?? location
      if node.handle(.contextMenu(location: place)) == .handled { return }
      if node.hasHandlers(for: AnyNode.contextMenu) { return node.send(AnyNode.contextMenu, place) }
      current = loop.overlays.above(node)
    }
  }
}
