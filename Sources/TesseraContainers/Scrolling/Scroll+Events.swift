public import Tessera
internal import TesseraGeometry
internal import TesseraLayout

// All of this runs on the loop.

extension Scroll {
  public static var recognizers: [GestureRecognizer] {
    [
      GestureRecognizer(
        make: { node in
          guard let value = (node as? Node<Scroll>)?.value, value.isScrollEnabled else { return nil }
          let movable = value.axisSet.filter(value.canMove)
          guard !movable.isEmpty else { return nil }
          // A finger on content that moves stops it at once, and presses nothing.
          return PanGesture(axis: movable.count == 1 ? movable.first : nil, minimumDistance: value.isMoving ? 0 : 8)
        },
        perform: { event in
          if let node = event.node as? Node<Scroll> { drag(node, event) }
        })
    ]
  }

  private static func drag(_ node: Node<Scroll>, _ event: GestureEvent) {
    switch event.phase {
    case .began:
      node.update { $0.beginDrag() }
      began(node)
    case .changed:
      guard var drag = node.value.state.drag else { return }
      var step = event.reading.translation - drag.done
      drag.done = event.reading.translation
      let axes = node.value.axisSet
      if axes.count == 2, node.value.isDirectionalLocked {
        if drag.lock == nil { drag.lock = abs(step.x) > abs(step.y) ? .horizontal : .vertical }
        if let lock = drag.lock { step[lock.cross] = 0 }
      }
      let velocity = event.reading.velocity * -1
      node.update { scroll in
        scroll.state.drag?.done = drag.done
        scroll.state.drag?.lock = drag.lock
        scroll.state.velocity = velocity
      }
      for axis in Axis.allCases where axes.contains(axis) {
        var left = node.update { $0.pull(axis, by: -step[axis]) }
        for outer in scrollers(above: node) where left != 0 {
          let before = outer.value.state.offset
          left = outer.update { $0.pull(axis, by: left) }
          if outer.value.state.offset != before {
            moved(outer)
            // Its bar fades when nothing moves it any more.
            outer.requestTick(after: 0)
          }
        }
        if left != 0 { node.update { $0.giveWay(axis, by: left) } }
      }
      moved(node)
    case .ended, .cancelled:
      guard let lock = node.value.state.drag.map(\.lock) else { return }
      var velocity = event.phase == .ended ? event.reading.velocity * -1 : .zero
      if let lock { velocity[lock.cross] = 0 }
      node.update { scroll in
        scroll.state.drag = nil
        scroll.state.velocity = .zero
      }
      for axis in Axis.allCases where node.value.axisSet.contains(axis) { letGo(node, axis, velocity[axis], at: event.time) }
      node.requestTick(after: 0)
    default: break
    }
  }

  /// Lets content go on; where its edge stops it already, that of the next scrolling node above that can.
  private static func letGo(_ node: Node<Scroll>, _ axis: Axis, _ velocity: Double, at time: Double) {
    let value = node.value
    guard let range = value.range(axis) else { return }
    let at = value.state.offset[axis]
    let outer = scrollers(above: node).first { $0.value.hasRoom(axis, towards: velocity) }
    if let outer, range.contains(at), !value.hasRoom(axis, towards: velocity), abs(velocity) >= leastSpeed {
      outer.update { $0.letGo(axis, velocity: velocity, at: time) }
      began(outer)
      outer.requestTick(after: 0)
      return
    }
    node.update { $0.letGo(axis, velocity: velocity, at: time, goesOn: outer != nil && range.contains(at)) }
  }

  /// Whether content can go on towards larger (`velocity` above 0) or smaller offsets.
  private func hasRoom(_ axis: Axis, towards velocity: Double) -> Bool {
    guard isScrollEnabled, let range = range(axis), axisSet.contains(axis) else { return false }
    return velocity > 0 ? state.offset[axis] < range.upperBound : state.offset[axis] > range.lowerBound
  }

  /// The scrolling nodes that `node` lies in, innermost first.
  private static func scrollers(above node: AnyNode) -> [Node<Scroll>] {
    var result: [Node<Scroll>] = []
    var current = node.supernode
    while let above = current {
      if let scroll = above as? Node<Scroll> { result.append(scroll) }
      current = above.supernode
    }
    return result
  }

  public static func handle(_ event: Event, node: Node<Scroll>) -> EventResponse {
    guard case .wheel(_, let delta) = event, delta.isFinite, node.value.isScrollEnabled else { return .ignored }
    let handled = node.update { scroll -> Bool in
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

  /// Where the content will be when all motion is over.
  private var destination: Point {
    var result = state.offset
    for (axis, motion) in state.motions { result[axis] = motion.way.destination }
    return result
  }

  public static func tick(_ node: Node<Scroll>, at time: Double) -> Double? {
    if node.value.isMoving {
      began(node)
      let handed = node.update { $0.move(to: time) }
      moved(node)
      for (axis, velocity) in handed {
        guard let outer = scrollers(above: node).first(where: { $0.value.hasRoom(axis, towards: velocity) }) else { continue }
        outer.update { $0.letGo(axis, velocity: velocity, at: time) }
        outer.requestTick(after: 0)
      }
    }
    let value = node.value
    if value.isMoving { return 0.004 }
    if !value.isDragging, value.state.isUnderWay {
      node.update { $0.state.isUnderWay = false }
      node.send(.scrollEnded)
    }
    return node.update { $0.fadeIndicators(at: time) }
  }

  public static func layoutDidFinish(_ node: Node<Scroll>) {
    let size = node.frame.size
    let frames = node.subnodes.map(\.frame)
    let style = node.style
    var content = Rect(size: size)
    for axis in Axis.allCases {
      let isHorizontal = axis == .horizontal
      var (low, high) = (0.0, size[axis])
      for (frame, subnode) in zip(frames, node.subnodes) where frame.isFinite {
        // Only what reaches farther than all before is asked for its margin.
        let (near, far) = (frame.origin[axis], frame.origin[axis] + frame.size[axis])
        if far + 1000 > high || near < low {
          let margin = subnode.style.margin
          let padding = style.padding
          high = max(
            high, far + points(isHorizontal ? margin.right : margin.bottom) + points(isHorizontal ? padding.right : padding.bottom))
          if near < 0 {
            low = min(low, near - points(isHorizontal ? margin.left : margin.top) - points(isHorizontal ? padding.left : padding.top))
          }
        }
      }
      content.origin[axis] = low
      content.size[axis] = high - low
    }
    node.update { $0.take(ScrollState.Metrics(size: size, content: content, frames: frames)) }
  }

  private static func points(_ length: Dimension) -> Double {
    if case .points(let value) = length, value.isFinite { value } else { 0 }
  }

  public static func interfaceStateDidChange(_ node: Node<Scroll>, from old: InterfaceState, to new: InterfaceState) {
    // Ticks end with the stage: what was under way would be so for ever.
    guard new == .idle else { return }
    node.update { scroll in
      scroll.state.stop()
      scroll.state.drag = nil
      scroll.state.offset = scroll.clamped(scroll.state.offset)
      scroll.state.isUnderWay = false
      scroll.state.indicatorOpacity = 0
      scroll.state.indicatorEnd = nil
    }
  }

  // MARK: What is told

  private static func began(_ node: Node<Scroll>) {
    let isFirst = node.update { scroll in
      defer { scroll.state.isUnderWay = true }
      return !scroll.state.isUnderWay
    }
    if isFirst { node.send(.scrollBegan) }
  }

  private static func moved(_ node: Node<Scroll>) {
    node.update { scroll in
      scroll.state.indicatorOpacity = scroll.showsIndicators ? 1 : 0
      scroll.state.indicatorEnd = nil
    }
    node.send(.scroll)
  }
}
