internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

// Items that are carried to another place by a finger; loop.

extension Node where Value == ItemCollection {
  /// How near to an edge of the window a finger has the content go on, logical units, and how fast at most, by the second.
  private static var edge: Double { 44 }
  private static var speed: Double { 900 }
  /// How long an item takes to its place, and how long it waits there for the data to follow, seconds.
  private static var landing: Double { 0.18 }
  private static var patience: Double { 1 }

  func lift(_ event: GestureEvent) {
    switch event.phase {
    case .began:
      release()
      guard value.model.state.lift == nil, let index = item(at: event.reading.location), handlers.canMove?(index) ?? true,
        let (host, frame) = value.list.cell(of: .item(index))
      else { return }
      let (finger, scrolled) = (event.reading.location, value.scrolledBy)
      value.model.update {
        $0.lift = CollectionModel.Lift(index: index, host: host, grip: finger + scrolled - frame.origin, finger: finger, target: index)
        $0.lift?.time = event.time
      }
      value.list.raise([.item(index)])
      if handlers.look == nil {
        host.shadow = Shadow(color: Color(red: 0, green: 0, blue: 0, alpha: 0.3), offset: Point(0, 2), radius: 8)
      }
      dress(index)
      setNeedsLayout()
      requestTick(after: 0)
    case .changed:
      value.model.update { $0.lift?.finger = event.reading.location }
      carry(at: event.time)
    case .ended: drop(at: event.time)
    case .cancelled: drop(at: nil)
    default: break
    }
  }

  /// Finds the place that the item is over, and has others make room.
  private func carry(at time: Double) {
    guard let lift = value.model.state.lift, lift.landing == nil, let (_, frame) = value.list.cell(of: .item(lift.index)) else { return }
    let middle = lift.finger - lift.grip + value.scrolledBy + Point(frame.width / 2, frame.height / 2)
    var target = lift.target
    let counts = value.list.source.itemCounts
    switch value.list.topmostLaidOut(at: middle) {
    case .item(let index): target = index
    case .header(let section): target = ListIndex(section, 0)
    case .footer(let section) where counts.indices.contains(section):
      target = ListIndex(section, section == lift.index.section ? counts[section] - 1 : counts[section])
    default: break
    }
    if let wanted = handlers.moveTarget?(lift.index, target) { target = wanted }
    if !counts.indices.contains(target.section) || target.item < 0
      || target.item > counts[target.section] - (target.section == lift.index.section ? 1 : 0)
    {
      target = lift.index
    }
    let gaps = value.list.gaps(from: lift.index, to: target)
    value.model.update { state in
      guard var lift = state.lift else { return }
      (lift.target, lift.time) = (target, time)
      var wanted: [ObjectIdentifier: (host: AnyNode, to: Point)] = [:]
      for (host, distance) in gaps { wanted[ObjectIdentifier(host)] = (host, distance) }
      for (key, gap) in lift.gaps where wanted[key] == nil { wanted[key] = (gap.host, .zero) }
      for (key, (host, to)) in wanted where lift.gaps[key]?.to ?? .zero != to {
        lift.gaps[key] = CollectionModel.Gap(host: host, from: lift.gaps[key]?.distance(at: time) ?? .zero, to: to, since: time)
      }
      state.lift = lift
    }
    setNeedsRanging()
  }

  /// Lets the item go to the place that it is over; nil: back to its own.
  func drop(at time: Double?) {
    let offset = value.scrolledBy
    value.model.update { state in
      guard var lift = state.lift, lift.landing == nil else { return }
      let now = time ?? lift.time
      if time == nil { lift.target = lift.index }
      lift.landing = (lift.finger - lift.grip + offset, now)
      lift.time = now
      if lift.target == lift.index {
        for (key, gap) in lift.gaps {
          lift.gaps[key] = CollectionModel.Gap(host: gap.host, from: gap.distance(at: now), to: .zero, since: now)
        }
      }
      state.lift = lift
    }
    requestTick(after: 0)
  }

  /// Moves what a finger carries. Returns seconds until there is more to do.
  func tickLift(_ time: Double) -> Double? {
    guard let lift = value.model.state.lift else { return nil }
    let passed = min(0.05, max(0, time - lift.time))
    value.model.update { $0.lift?.time = time }
    if let landing = lift.landing {
      if lift.isDown {
        // The data did not follow.
        if time - landing.since > Self.patience { endLift() }
      } else if time - landing.since >= Self.landing {
        value.model.update { $0.lift?.isDown = true }
        if lift.target != lift.index, let move = handlers.move {
          value.list.skipTransition()
          move(lift.index, lift.target)
        } else {
          endLift()
        }
      }
      setNeedsRanging()
      return 1.0 / 60
    }
    // Near an edge the content goes on.
    let axis = value.listLayout.axis
    let (length, finger) = (frame.size[axis], lift.finger[axis])
    let beyond = finger < Self.edge ? finger - Self.edge : max(0, finger - (length - Self.edge))
    if beyond != 0 {
      var step = Point.zero
      step[axis] = max(-1, min(1, beyond / Self.edge)) * Self.speed * passed
      update { collection in
        let target = collection.scrolling.clamped(collection.scrolling.state.offset + step)
        if target != collection.scrolling.state.offset { collection.scrolling.jump(to: target) }
      }
      carry(at: time)
      send(.scroll)
    } else {
      setNeedsRanging()
    }
    return 1.0 / 60
  }

  private func endLift() {
    let lift = value.model.update { state in
      defer { state.lift = nil }
      return state.lift
    }
    guard let lift else { return }
    if handlers.look == nil { lift.host.shadow = nil }
    value.list.raise([])
    if let index = value.list.element(of: lift.host)?.index { dress(index) }
    setNeedsLayout()
  }

  /// The data have followed an item that was put in its place.
  func endLiftAfterLayout() {
    guard let lift = value.model.state.lift, lift.isDown, value.list.isTransitionSkipped == false else { return }
    endLift()
    setNeedsRanging()
  }
}

extension ItemCollection {
  /// Where the item that is carried is shown, and those that make room for it. Node's lock held.
  var liftPlacements: [SubnodePlacement] {
    guard let lift = model.state.lift else { return [] }
    // Offsets count in the direction of lines.
    let forward = list.isRightToLeft ? -1.0 : 1
    func moved(_ host: AnyNode, _ by: Point) -> SubnodePlacement? {
      by == .zero ? nil : SubnodePlacement(host, offset: Point(by.x * forward, by.y))
    }
    let result = lift.gaps.values.compactMap { moved($0.host, $0.distance(at: lift.time)) }
    guard let own = list.frame(ofHost: lift.host) else { return result }
    var corner = lift.finger - lift.grip + scrolling.state.offset
    if let landing = lift.landing {
      let share = lift.isDown ? 1 : min(1, max(0, (lift.time - landing.since) / 0.18))
      let end = list.place(of: lift.index, at: lift.target) ?? own.origin
      corner = landing.from + (end - landing.from) * (1 - (1 - share) * (1 - share))
    }
    return result + [moved(lift.host, corner - own.origin)].compactMap { $0 }
  }
}

extension ListCore {
  /// How far the cells between two places make room for an item that goes from one to the other: each lies where its neighbour lay.
  func gaps(from: ListIndex, to: ListIndex) -> [(AnyNode, Point)] {
    guard from != to else { return [] }
    return lock.withLock {
      guard let placement = state.placement else { return [] }
      return state.cells.values.compactMap { cell in
        guard case .item(let index) = cell.element, index != from, let own = placement.frame(of: cell.element) else { return nil }
        var after = index
        if after.section == from.section, after.item > from.item { after.item -= 1 }
        if after.section == to.section, after.item >= to.item { after.item += 1 }
        guard after != index, let there = placement.frame(of: .item(after)) else { return nil }
        return (cell.host, there.origin - own.origin)
      }
    }
  }

  /// The corner of the place that an item will take which goes from one place to another, in the coordinates of subnodes.
  func place(of from: ListIndex, at to: ListIndex) -> Point? {
    lock.withLock {
      guard let placement = state.placement else { return nil }
      if let frame = placement.frame(of: .item(to)) { return frame.origin + state.shift }
      // Behind the last of its section.
      return placement.frame(of: .item(ListIndex(to.section, max(0, to.item - 1)))).map { $0.origin + state.shift }
    }
  }
}
