public import TesseraGeometry

extension Stage {
  /// Tells where a pointer is while no button is held: a mouse, not a finger. Takes effect with the next frame, in order with ``send(_:)``; of several places in one
  /// frame the last counts. Any thread.
  ///
  /// While a button is held the pointer is a ``Touch`` whose `pointer` is `mouse`. A finger that touches the screen ends what is hovered.
  ///
  /// - Parameter location: logical units of the stage; nil: it left the window, or the last mouse is gone. One that is not finite counts as nil.
  public func movePointer(to location: Point?) { inbox.post(pointer: location) }

  /// The innermost node under the pointer; nil: none, or no pointer is known. Loop thread.
  public var hoveredNode: AnyNode? {
    checkLoop()
    return loop.hover.chain.first
  }

  /// Dispatches the events of a frame, and has the pointer where it was told to be among them.
  func dispatchEvents() {
    let pointer = loop.input.messages.pointer
    for (number, event) in loop.input.messages.events.enumerated() {
      if let pointer, pointer.eventsBefore == number { loop.hover.move(to: pointer.location) }
      dispatch(event)
    }
    if let pointer, pointer.eventsBefore >= loop.input.messages.events.count { loop.hover.move(to: pointer.location) }
    followPointer()
  }

  /// Pass: finds what is under the pointer, where that or the pointer may have moved, and tells the nodes.
  func followPointer() {
    guard loop.hover.takeMove(at: clock.now) else { return }
    let location = loop.hover.location
    let overlays = loop.overlays
    var chain: [AnyNode] = []
    var owner: AnyNode?
    var current = location.flatMap(hitTest)
    while let node = current {
      chain.append(node)
      let asksNode = owner == nil && node.hooks.hoverable != nil
      if asksNode, let place = location.flatMap({ convert($0, to: node) }), node.hover(at: place) == .handled { owner = node }
      current = overlays.above(node)
    }
    let (oldOwner, oldChain) = loop.hover.replace(owner: owner, chain: chain)
    if let oldOwner, oldOwner !== owner { _ = oldOwner.hover(at: nil) }
    guard !chain.elementsEqual(oldChain, by: ===) else { return }
    link.noteHover(chain)
    for node in oldChain where !chain.contains(where: { $0 === node }) { node.send(AnyNode.hoverChange, false) }
    for node in chain.reversed() where !oldChain.contains(where: { $0 === node }) { node.send(AnyNode.hoverChange, true) }
  }
}
