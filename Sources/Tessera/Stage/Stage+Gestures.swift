internal import TesseraGeometry

extension Stage {
  /// Returns the nearest node, from `node` upwards, whose touches exclude those of others; nil: none.
  func exclusiveNode(around node: AnyNode) -> AnyNode? {
    var current: AnyNode? = node
    while let node = current, !node.isExclusiveTouch { current = loop.overlays.above(node) }
    return current
  }

  /// Offers a touch that begins at `node` to the recognizers of it and of its ancestors. Returns whether there are any.
  func beginGestures(_ touch: Touch, at node: AnyNode) -> Bool {
    var candidates: [GestureArena.Candidate] = []
    var current: AnyNode? = node
    var distance = 0
    while let node = current {
      // A pressable node sends its tap itself.
      let ownTap = node.tapOfPress
      for recognizer in node.recognizers where recognizer.isEnabled && recognizer !== ownTap {
        candidates.append(.init(recognizer: recognizer, node: node, distance: distance, toNode: map(to: node)))
      }
      current = loop.overlays.above(node)
      distance += 1
    }
    perform(loop.pointing.touches.begin(touch, candidates))
    return !candidates.isEmpty
  }

  /// Delivers a movement to the gestures of a touch.
  func moveGestures(_ touch: Touch) {
    perform(loop.pointing.touches.move(touch))
  }

  /// Called when a node handled a touch itself: gestures of its ancestors that apply to the touched node only end.
  func yieldGestures(_ touch: Touch, to owner: AnyNode, from node: AnyNode) {
    let overlays = loop.overlays
    func distance() -> Int {
      var current: AnyNode? = node
      var distance = 0
      while let node = current, node !== owner {
        current = overlays.above(node)
        distance += 1
      }
      return distance
    }
    perform(loop.pointing.touches.yield(touch, toHandlerAt: distance()))
  }

  /// Cancels a touch whose end was lost, because another one with the same id begins.
  func cancelGestures(of touch: Int) {
    perform(loop.pointing.touches.cancel(touch, at: clock.now))
  }

  /// Cancels the gestures of nodes that are no longer in this stage.
  func cancelGesturesOfNodesThatLeft() {
    perform(loop.pointing.touches.leave(at: clock.now) { [link] in !$0.isIn(link) })
  }

  /// Performs the effects that the arena returned.
  func perform(_ effects: [GestureArena.Effect]) {
    for effect in effects {
      switch effect {
      case .cancelTouches(let ids): cancelTouches { ids.contains($0.touch.id) }
      case .report(let recognizer, let event): recognizer.report(event)
      }
    }
  }

  /// Returns the transform from the stage's coordinates to those of a node's box; identity if there is none.
  private func map(to node: AnyNode) -> Transform {
    guard let origin = convert(.zero, to: node), let x = convert(Point(1, 0), to: node), let y = convert(Point(0, 1), to: node) else {
      return .identity
    }
    return Transform(a: x.x - origin.x, b: x.y - origin.y, c: y.x - origin.x, d: y.y - origin.y, tx: origin.x, ty: origin.y)
  }
}
