internal import Tessera
internal import TesseraGeometry

// The following runs on the loop.

/// Effects of input and time on scrolling nodes.
enum ScrollEvents {
  /// Recognizer that drags the content.
  static var dragRecognizer: GestureRecognizer {
    GestureRecognizer(
      make: { node in
        guard let value = (node as? any ScrollingNode)?.physics, value.isScrollEnabled else { return nil }
        let movable = value.axisSet.filter(value.canMove)
        guard !movable.isEmpty else { return nil }
        // A touch on moving content stops it immediately and presses nothing.
        return PanGesture(axis: movable.count == 1 ? movable.first : nil, minimumDistance: value.isMoving ? 0 : 8)
      },
      perform: { event in
        if let node = event.node as? any ScrollingNode { drag(node, event) }
      })
  }

  /// Recognizers for dragging with one finger, pinching with two, and double taps.
  static var zoomRecognizers: [GestureRecognizer] {
    let drag = dragRecognizer
    let pinch = GestureRecognizer(
      priority: 1,
      make: { node in (node as? any ScrollingNode)?.physics.canZoom == true ? PinchGesture() : nil },
      perform: { event in if let node = event.node as? ScrollNode { ScrollEvents.pinch(node, event) } })
    pinch.allowTogether(with: drag)
    let twice = GestureRecognizer(
      make: { node in (node as? any ScrollingNode)?.physics.canZoom == true ? TapGesture(count: 2) : nil },
      perform: { event in
        guard let node = event.node as? ScrollNode else { return }
        let scroll = node.physics
        let range = scroll.zoomRange
        let now = scroll.state.zooming.scale
        let anchor = (scroll.state.offset + event.reading.location) * (1 / now)
        node.zoom(to: now > range.lowerBound * 1.01 ? range.lowerBound : range.upperBound, at: anchor)
      })
    return [drag, pinch, twice]
  }

  private static func pinch(_ node: ScrollNode, _ event: GestureEvent) {
    let point = event.reading.location
    switch event.phase {
    case .began:
      node.updateScrolling { $0.beginPinch(at: point) }
      began(node)
    case .changed:
      node.updateScrolling { $0.pinch(by: event.reading.scale, at: point) }
      moved(node)
      node.send(Scroll.zoom, node.zoomScale)
    case .ended, .cancelled:
      node.updateScrolling { $0.endPinch(at: point) }
      node.requestTick(after: 0)
      if node.physics.state.zooming.motion == nil { node.send(Scroll.zoomEnded, node.zoomScale) }
    default: return
    }
    node.showZoom()
  }

  private static func drag(_ node: any ScrollingNode, _ event: GestureEvent) {
    // During a pinch the two fingers determine the position.
    if node.physics.state.zooming.pinch != nil { return }
    switch event.phase {
    case .began:
      node.updateScrolling { $0.beginDrag(at: event.time) }
      began(node)
      // The first movement includes the distance that starts a drag.
      if event.reading.translation != .zero { fallthrough }
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
      let taker = axes.contains(.vertical) ? puller(above: node) : nil
      for axis in Axis.allCases where axes.contains(axis) {
        var way = -step[axis]
        // A sheet moves up before its content scrolls, and moves down after it.
        if axis == .vertical, way > 0, let taker { way = pull(taker, by: way, from: node) }
        var left = node.updateScrolling { $0.pull(axis, by: way) }
        for outer in scrollers(above: node) where left != 0 {
          let before = outer.physics.state.offset
          left = outer.updateScrolling { $0.pull(axis, by: left) }
          if outer.physics.state.offset != before {
            moved(outer)
            // The bar of the outer node fades when it no longer moves.
            outer.requestTick(after: 0)
          }
        }
        if axis == .vertical, left < 0, let taker { left = pull(taker, by: left, from: node) }
        if left != 0 { node.updateScrolling { $0.pullBeyondBounds(axis, by: left) } }
      }
      moved(node)
    case .ended, .cancelled:
      guard let lock = node.physics.state.drag.map(\.lock) else {
        // The program has set the offset; a sheet that the drag pulled is released nevertheless.
        if node.physics.axisSet.contains(.vertical) { _ = puller(above: node)?.endPull(velocity: 0) }
        return
      }
      var velocity = event.phase == .ended ? event.reading.velocity * -1 : .zero
      if let lock { velocity[lock.cross] = 0 }
      // A node removed from the tree during the touch has no ancestors any more.
      let pulled = node.physics.state.drag?.pulled?.node
      if node.physics.axisSet.contains(.vertical), (pulled ?? puller(above: node))?.endPull(velocity: velocity.y) == true { velocity.y = 0 }
      if event.phase == .ended { velocity = node.physics.adding(velocity, at: event.time) }
      let isRefreshing = node.updateScrolling { scroll in
        let isPulled = event.phase == .ended && scroll.isPulledToRefresh
        if isPulled { scroll.state.refresh.isRefreshing = true }
        scroll.state.drag = nil
        scroll.state.velocity = .zero
        return isPulled
      }
      if isRefreshing { node.send(Scroll.refresh) }
      for axis in Axis.allCases where node.physics.axisSet.contains(axis) { letGo(node, axis, velocity[axis], at: event.time) }
      node.requestTick(after: 0)
    default: break
    }
  }

  /// Starts the deceleration of the content. If it is at its bounds, the next scrolling ancestor that can move does instead.
  private static func letGo(_ node: any ScrollingNode, _ axis: Axis, _ velocity: Double, at time: Double) {
    let value = node.physics
    guard let range = value.range(axis) else { return }
    let at = value.state.offset[axis]
    let outer = scrollers(above: node).first { $0.physics.hasRoom(axis, towards: velocity) }
    if let outer, range.contains(at), !value.hasRoom(axis, towards: velocity), abs(velocity) >= ScrollPhysics.leastSpeed {
      outer.updateScrolling { $0.letGo(axis, velocity: velocity, at: time) }
      began(outer)
      outer.requestTick(after: 0)
      return
    }
    node.updateScrolling { $0.letGo(axis, velocity: velocity, at: time, goesOn: outer != nil && range.contains(at)) }
  }

  /// Moves a pullable ancestor by part of the drag. Returns the remaining distance.
  private static func pull(_ taker: any Pullable, by distance: Double, from node: any ScrollingNode) -> Double {
    let left = taker.pull(distance, from: node)
    if left != distance { node.updateScrolling { $0.state.drag?.pulled = ScrollState.Pulled(node: taker) } }
    return left
  }

  /// Returns the innermost ancestor that follows drags of its scrolling content.
  private static func puller(above node: AnyNode) -> (any Pullable)? {
    var current = node.supernode
    while let above = current {
      if let taker = above as? any Pullable { return taker }
      current = above.supernode
    }
    return nil
  }

  /// Returns the scrolling ancestors of `node`, innermost first.
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
    guard node.physics.isScrollEnabled else { return .ignored }
    switch event {
    case .wheel(_, let delta) where delta.isFinite: return wheel(by: delta, node)
    case .key(let press) where press.isDown && press.modifiers.isEmpty: return turn(press.key, node)
    default: return .ignored
    }
  }

  /// Scrolls one page, or to the beginning or end, by a key.
  private static func turn(_ key: KeyPress.Key, _ node: any ScrollingNode) -> EventResponse {
    let isHandled = node.updateScrolling { scroll -> Bool in
      guard let target = scroll.target(of: key), target != scroll.destination else { return false }
      scroll.lead(to: target)
      return true
    }
    guard isHandled else { return .ignored }
    began(node)
    node.requestTick(after: 0)
    return .handled
  }

  private static func wheel(by delta: Point, _ node: any ScrollingNode) -> EventResponse {
    let jumps = node.environmentValues.reducesMotion || max(abs(delta.x), abs(delta.y)) < ScrollPhysics.leastNotch
    let handled = node.updateScrolling { scroll -> Bool in
      let from = scroll.state.motions.isEmpty ? scroll.state.offset : scroll.destination
      let target = scroll.clamped(from + delta)
      guard target != from else { return false }
      var rest = target
      for axis in Axis.allCases where target[axis] != from[axis] {
        guard let range = scroll.range(axis) else { continue }
        // A notch of a wheel scrolls one page, or to the next snap position.
        let push = delta[axis] > 0 ? 1000.0 : -1000
        let snap = scroll.snapping(axis)
        if case .pages = snap {
          rest[axis] = snap.target(from: from[axis], velocity: push, in: range, deceleration: scroll.throwDeceleration) ?? rest[axis]
        }
        if case .points = snap {
          rest[axis] = snap.target(from: target[axis], velocity: 0, in: range, deceleration: scroll.throwDeceleration) ?? rest[axis]
        }
      }
      if rest != target { scroll.lead(to: rest) } else if jumps { scroll.jump(to: target) } else { scroll.lead(to: target, by: .notch) }
      return true
    }
    guard handled else { return .ignored }
    scrolledByProgram(node)
    node.requestTick(after: 0)
    return .handled
  }

  static func tick(_ node: any ScrollingNode, at time: Double) -> Double? {
    node.updateScrolling { $0.state.clock = time }
    defer { node.send(scrollTick) }
    if node.physics.isMoving {
      began(node)
      let isZooming = node.physics.state.zooming.motion != nil
      let handed = node.updateScrolling { scroll in
        scroll.moveZoom(to: time)
        return scroll.move(to: time)
      }
      moved(node)
      if isZooming, let scroll = node as? ScrollNode {
        scroll.showZoom()
        scroll.send(scroll.physics.state.zooming.motion == nil ? Scroll.zoomEnded : Scroll.zoom, scroll.zoomScale)
      }
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
      node.send(Scroll.scrollEnded, node.physics.contentOffset)
      notifyCells(of: node, .ended)
    }
    let fade = node.updateScrolling { scroll in
      if scroll.state.refresh.isRefreshing { scroll.state.refresh.step = SpinnerPicture.step(at: time) }
      return scroll.fadeIndicators(at: time)
    }
    guard value.state.refresh.isRefreshing, node.interfaceState == .visible else { return fade }
    return min(fade ?? .infinity, SpinnerPicture.pause)
  }

  // MARK: Signals

  /// Called when the program or a wheel moves the content.
  static func scrolledByProgram(_ node: any ScrollingNode) {
    if node.physics.isMoving { began(node) } else { moved(node) }
  }

  private static func began(_ node: any ScrollingNode) {
    let isFirst = node.updateScrolling { scroll in
      defer { scroll.state.isUnderWay = true }
      return !scroll.state.isUnderWay
    }
    guard isFirst else { return }
    (node as? any ScrollBeginning)?.scrollDidBegin()
    node.send(Scroll.scrollBegan)
    notifyCells(of: node, .began)
  }

  private static func moved(_ node: any ScrollingNode) {
    node.updateScrolling { scroll in
      scroll.state.indicatorOpacity = scroll.showsIndicators ? 1 : 0
      scroll.state.indicatorEnd = nil
    }
    node.send(Scroll.scroll, node.physics.contentOffset)
    notifyCells(of: node, .moved)
  }

  private static func notifyCells(of node: any ScrollingNode, _ phase: CellScroll.Phase) {
    (node as? any CellNotifying)?.notifyCells(phase)
  }
}

extension Motion {
  /// Movement after a notch of a wheel; the next notch continues with its velocity.
  fileprivate static let notch = StandardMotion.wheelNotch.motion
}
