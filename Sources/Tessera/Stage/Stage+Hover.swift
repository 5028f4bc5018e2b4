public import TesseraGeometry

extension Stage {
  /// Sets the location of a pointer without a pressed button: a mouse, not a finger. It takes effect in the next frame, in order with
  /// ``send(_:)``; the last of several locations in one frame is used. Any thread.
  ///
  /// While a button is pressed the pointer is a ``Touch`` whose `pointer` is `mouse`. A finger that touches the screen ends hovering.
  ///
  /// - Parameter location: logical units of the stage; nil means that the pointer left the window, or that no mouse is connected. A
  ///   non-finite location is treated as nil.
  public func movePointer(to location: Point?) { inbox.post(pointer: location) }

  /// Innermost node under the pointer; nil if there is none or the location is unknown. Loop thread.
  public var hoveredNode: AnyNode? {
    checkLoop()
    return loop.pointing.hover.chain.first
  }

  /// Pass: determines the nodes under the pointer if they or the pointer may have moved, and notifies them.
  func trackPointer() {
    guard loop.pointing.hover.consumeMove(at: clock.now) else { return }
    let location = loop.pointing.hover.location
    let overlays = loop.overlays
    var chain: [AnyNode] = []
    var owner: AnyNode?
    var current = location.flatMap(hitTest)
    while let node = current {
      chain.append(node)
      let asksNode = owner == nil && (node.hooks.hoverable != nil || node.isPressable)
      if asksNode, let place = location.flatMap({ convert($0, to: node) }), node.hover(at: place) == .handled { owner = node }
      current = overlays.above(node)
    }
    let (oldOwner, oldChain) = loop.pointing.hover.replace(owner: owner, chain: chain)
    if let oldOwner, oldOwner !== owner { _ = oldOwner.hover(at: nil) }
    guard !chain.elementsEqual(oldChain, by: ===) else { return }
    link.recordHover(chain)
    for node in oldChain where !chain.contains(where: { $0 === node }) { node.send(AnyNode.hoverChange, false) }
    for node in chain.reversed() where !oldChain.contains(where: { $0 === node }) { node.send(AnyNode.hoverChange, true) }
  }
}
