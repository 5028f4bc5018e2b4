internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

// Rows that are carried to another place by a finger; loop.

extension Node where Value == Table {
  /// How near to an edge of the window a finger has the content go on, logical units, and how fast at most, by the second.
  private static var edge: Double { 44 }
  private static var speed: Double { 900 }
  /// How long a row takes to its place, seconds.
  private static var landing: Double { 0.18 }
  /// How long a row waits in its place for the data to follow, seconds.
  private static var patience: Double { 1 }

  func lift(_ event: GestureEvent) {
    switch event.phase {
    case .began:
      release()
      closeSwipe()
      let handlers = self.handlers
      guard value.model.state.lift == nil, let index = item(at: event.reading.location), handlers.canMove?(index) ?? true,
        let (host, frame) = value.list.cell(of: .item(index))
      else { return }
      let grip = event.reading.location.y + value.scrolledBy.y - frame.minY
      value.model.update {
        $0.lift = TableModel.Lift(index: index, host: host, grip: grip, finger: event.reading.location.y, target: index)
        $0.lift?.time = event.time
      }
      value.list.raise([.item(index)])
      host.shadow = Shadow(color: Color(red: 0, green: 0, blue: 0, alpha: 0.3), offset: Point(0, 2), radius: 8)
      setNeedsLayout()
      requestTick(after: 0)
    case .changed:
      value.model.update { $0.lift?.finger = event.reading.location.y }
      carry(at: event.time)
    case .ended: drop(at: event.time)
    case .cancelled:
      value.model.update { if let index = $0.lift?.index { $0.lift?.target = index } }
      drop(at: event.time)
    default: break
    }
  }

  /// Finds the place that the row is over, and has others make room.
  private func carry(at time: Double) {
    guard let lift = value.model.state.lift, lift.landing == nil, let (_, frame) = value.list.cell(of: .item(lift.index)) else { return }
    let top = lift.finger - lift.grip + value.scrolledBy.y
    let middle = top + frame.height / 2
    var target = lift.index
    if let over = value.list.topmostLaidOut(at: Point(frame.midX, middle)) {
      let counts = value.list.source.itemCounts
      switch over {
      case .item(let index): target = index
      case .header(let section):
        target = over.order < ListElement.item(lift.index).order ? ListIndex(section, 0) : target
        if section > lift.index.section { target = ListIndex(section, 0) }
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
    }
    let room = frame.height + self.rowSpacing
    let gaps = value.list.gaps(from: lift.index, to: target, room: room)
    value.model.update { state in
      guard var lift = state.lift else { return }
      lift.target = target
      lift.time = time
      for (host, distance) in gaps {
        let key = ObjectIdentifier(host)
        let now = lift.gaps[key]?.distance(at: time) ?? 0
        if lift.gaps[key]?.to ?? 0 != distance { lift.gaps[key] = .init(host: host, from: now, to: distance, since: time) }
      }
      let there = Set(gaps.map { ObjectIdentifier($0.0) })
      for key in lift.gaps.keys where !there.contains(key) {
        guard let gap = lift.gaps[key], gap.to != 0 else { continue }
        lift.gaps[key] = .init(host: gap.host, from: gap.distance(at: time), to: 0, since: time)
      }
      state.lift = lift
    }
    setNeedsRanging()
  }

  /// Lets the row go to the place that it is over; nil: back to its own.
  func drop(at time: Double?) {
    if time == nil { value.model.update { if let index = $0.lift?.index { $0.lift?.target = index } } }
    let offset = value.scrolledBy.y
    value.model.update { state in
      guard let lift = state.lift, lift.landing == nil else { return }
      let now = time ?? lift.time
      state.lift?.landing = (lift.finger - lift.grip + offset, now)
      state.lift?.time = now
      if lift.target == lift.index {
        for (key, gap) in lift.gaps { state.lift?.gaps[key] = .init(host: gap.host, from: gap.distance(at: now), to: 0, since: now) }
      }
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
    let height = frame.height
    let beyond = lift.finger < Self.edge ? lift.finger - Self.edge : max(0, lift.finger - (height - Self.edge))
    if beyond != 0 {
      let step = max(-1, min(1, beyond / Self.edge)) * Self.speed * passed
      update { table in
        let target = table.scrolling.clamped(table.scrolling.state.offset + Point(0, step))
        if target != table.scrolling.state.offset { table.scrolling.jump(to: target) }
      }
      carry(at: time)
      send(.scroll)
    } else {
      setNeedsRanging()
    }
    return 1.0 / 60
  }

  func endLift() {
    let host = value.model.update { state in
      defer { state.lift = nil }
      return state.lift?.host
    }
    guard let host else { return }
    host.shadow = nil
    value.list.raise([])
    setNeedsLayout()
  }

  /// The data have followed a row that was put in its place.
  func endLiftAfterLayout() {
    guard let lift = value.model.state.lift, lift.isDown, value.list.isTransitionSkipped == false else { return }
    endLift()
    setNeedsRanging()
  }
}

extension Table {
  /// Where the row that is carried is shown, and those that make room for it. Node's lock held.
  var liftPlacements: [SubnodePlacement] {
    guard let lift = model.state.lift else { return [] }
    var result = lift.gaps.values.compactMap { gap -> SubnodePlacement? in
      let distance = gap.distance(at: lift.time)
      return distance == 0 ? nil : SubnodePlacement(gap.host, offset: Point(0, distance))
    }
    guard let own = list.frame(ofHost: lift.host) else { return result }
    var top = lift.finger - lift.grip + scrolling.state.offset.y
    if let landing = lift.landing {
      let share = lift.isDown ? 1 : min(1, max(0, (lift.time - landing.since) / 0.18))
      let end = list.landing(from: lift.index, to: lift.target, own) ?? own.minY
      top = landing.from + (end - landing.from) * (1 - (1 - share) * (1 - share))
    }
    if top != own.minY { result.append(SubnodePlacement(lift.host, offset: Point(0, top - own.minY))) }
    return result
  }
}

extension ListCore {
  /// How far the cells between two places make room for an item that goes from one to the other.
  func gaps(from: ListIndex, to: ListIndex, room: Double) -> [(AnyNode, Double)] {
    guard from != to else { return [] }
    return lock.withLock {
      state.cells.values.compactMap { cell in
        guard cell.element != .item(from) else { return nil }
        let order = cell.element.order
        let (own, other) = (ListElement.item(from).order, ListElement.item(to).order)
        if own < other {
          let isBetween = order > own && (from.section == to.section ? order <= other : order < other)
          return isBetween ? (cell.host, -room) : nil
        }
        return order >= other && order < own ? (cell.host, room) : nil
      }
    }
  }

  /// Where the top of an item will be that goes from one place to another.
  func landing(from: ListIndex, to: ListIndex, _ own: Rect) -> Double? {
    lock.withLock {
      guard from != to, let placement = state.placement else { return nil }
      func frame(_ element: ListElement) -> Rect? { placement.frame(of: element)?.offset(by: state.shift) }
      if to < from { return frame(.item(to))?.minY ?? frame(.header(to.section))?.maxY }
      if to.section == from.section { return frame(.item(to)).map { $0.maxY - own.height } }
      if let next = frame(.item(to)) { return next.minY - own.height }
      let last = to.item > 0 ? frame(.item(ListIndex(to.section, to.item - 1))) : frame(.header(to.section))
      return last.map { $0.maxY - own.height }
    }
  }
}
