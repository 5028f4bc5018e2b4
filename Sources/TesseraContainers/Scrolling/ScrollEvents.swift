internal import Tessera
internal import TesseraGeometry

// All of this runs on the loop.

/// What input and time do to nodes that scroll.
enum ScrollEvents {
  /// Has a finger move the content.
  static var dragRecognizer: GestureRecognizer {
    GestureRecognizer(
      make: { node in
        guard let value = (node as? any ScrollingNode)?.physics, value.isScrollEnabled else { return nil }
        let movable = value.axisSet.filter(value.canMove)
        guard !movable.isEmpty else { return nil }
        // A finger on content that moves stops it at once, and presses nothing.
        return PanGesture(axis: movable.count == 1 ? movable.first : nil, minimumDistance: value.isMoving ? 0 : 8)
      },
      perform: { event in
        if let node = event.node as? any ScrollingNode { drag(node, event) }
      })
  }

  private static func drag(_ node: any ScrollingNode, _ event: GestureEvent) {
    switch event.phase {
    case .began:
      node.updateScrolling { $0.beginDrag() }
      began(node)
    case .changed:
      guard var drag = node.physics.state.drag else { return }
      var step = event.reading.translation - drag.done
      drag.done = event.reading.translation
      let axes = node.physics.axisSet
      if axes.count == 2, node.physics.isDirectionalLocked {
        if drag.lock == nil { drag.lock = abs(step.x) > abs(step.y) ? .horizontal : .vertical }
        if let lock = drag.lock { step[lock.cross] = 0 }
      }
      let velocity = event.reading.velocity * -1
      node.updateScrolling { scroll in
        scroll.state.drag?.done = drag.done
        scroll.state.drag?.lock = drag.lock
        scroll.state.velocity = velocity
      }
      for axis in Axis.allCases where axes.contains(axis) {
        var left = node.updateScrolling { $0.pull(axis, by: -step[axis]) }
        for outer in scrollers(above: node) where left != 0 {
          let before = outer.physics.state.offset
          left = outer.updateScrolling { $0.pull(axis, by: left) }
          if outer.physics.state.offset != before {
            moved(outer)
            // Its bar fades when nothing moves it any more.
            outer.requestTick(after: 0)
          }
        }
        if left != 0 { node.updateScrolling { $0.giveWay(axis, by: left) } }
      }
      moved(node)
    case .ended, .cancelled:
      guard let lock = node.physics.state.drag.map(\.lock) else { return }
      var velocity = event.phase == .ended ? event.reading.velocity * -1 : .zero
      if let lock { velocity[lock.cross] = 0 }
      node.updateScrolling { scroll in
        scroll.state.drag = nil
        scroll.state.velocity = .zero
      }
      for axis in Axis.allCases where node.physics.axisSet.contains(axis) { letGo(node, axis, velocity[axis], at: event.time) }
      node.requestTick(after: 0)
    default: break
    }
  }

  /// Lets content go on; where its edge stops it already, that of the next scrolling node above that can.
  private static func letGo(_ node: any ScrollingNode, _ axis: Axis, _ velocity: Double, at time: Double) {
    let value = node.physics
    guard let range = value.range(axis) else { return }
    let at = value.state.offset[axis]
    let outer = scrollers(above: node).first { $0.physics.hasRoom(axis, towards: velocity) }
    if let outer, range.contains(at), !value.hasRoom(axis, towards: velocity), abs(velocity) >= Scrolling.leastSpeed {
      outer.updateScrolling { $0.letGo(axis, velocity: velocity, at: time) }
      began(outer)
      outer.requestTick(after: 0)
      return
    }
    node.updateScrolling { $0.letGo(axis, velocity: velocity, at: time, goesOn: outer != nil && range.contains(at)) }
  }

  /// The scrolling nodes that `node` lies in, innermost first.
  private static func scrollers(above node: AnyNode) -> [any ScrollingNode] {
    var result: [any ScrollingNode] = []
    var current = node.supernode
    while let above = current {
      if let scroll = above as? any ScrollingNode { result.append(scroll) }
      current = above.supernode
    }
    return result
  }

  static func handle(_ event: Event, _ node: any ScrollingNode) -> EventResponse {
    guard case .wheel(_, let delta) = event, delta.isFinite, node.physics.isScrollEnabled else { return .ignored }
    let handled = node.updateScrolling { scroll -> Bool in
      let from = scroll.state.motions.isEmpty ? scroll.state.offset : scroll.destination
      let target = scroll.clamped(from + delta)
      guard target != from else { return false }
      var rest = target
      for axis in Axis.allCases where target[axis] != from[axis] {
        guard let range = scroll.range(axis) else { continue }
        // A notch of a wheel is a page, or goes on to the next place to rest.
        let push = delta[axis] > 0 ? 1000.0 : -1000
        let snap = scroll.snapping(axis)
        if case .pages = snap {
          rest[axis] = snap.target(from: from[axis], velocity: push, in: range, deceleration: scroll.deceleration) ?? rest[axis]
        }
        if case .points = snap {
          rest[axis] = snap.target(from: target[axis], velocity: 0, in: range, deceleration: scroll.deceleration) ?? rest[axis]
        }
      }
      if rest == target { scroll.jump(to: target) } else { scroll.lead(to: rest) }
      return true
    }
    guard handled else { return .ignored }
    moved(node)
    node.requestTick(after: 0)
    return .handled
  }

  static func tick(_ node: any ScrollingNode, at time: Double) -> Double? {
    if node.physics.isMoving {
      began(node)
      let handed = node.updateScrolling { $0.move(to: time) }
      moved(node)
      for (axis, velocity) in handed {
        guard let outer = scrollers(above: node).first(where: { $0.physics.hasRoom(axis, towards: velocity) }) else { continue }
        outer.updateScrolling { $0.letGo(axis, velocity: velocity, at: time) }
        outer.requestTick(after: 0)
      }
    }
    let value = node.physics
    if value.isMoving { return 0.004 }
    if !value.isDragging, value.state.isUnderWay {
      node.updateScrolling { $0.state.isUnderWay = false }
      node.send(.scrollEnded)
    }
    return node.updateScrolling { $0.fadeIndicators(at: time) }
  }

  // MARK: What is told

  /// The program has content move, or moved it.
  static func scrolledByProgram(_ node: any ScrollingNode) {
    if node.physics.isMoving { began(node) } else { moved(node) }
  }

  private static func began(_ node: any ScrollingNode) {
    let isFirst = node.updateScrolling { scroll in
      defer { scroll.state.isUnderWay = true }
      return !scroll.state.isUnderWay
    }
    if isFirst { node.send(.scrollBegan) }
  }

  private static func moved(_ node: any ScrollingNode) {
    node.updateScrolling { scroll in
      scroll.state.indicatorOpacity = scroll.showsIndicators ? 1 : 0
      scroll.state.indicatorEnd = nil
    }
    node.send(.scroll)
  }
}
