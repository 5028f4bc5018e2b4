internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// List whose items the user can carry to other places.
protocol ItemLifting: ItemChoosing {
  /// Rules of the program for moving items.
  static func moveRules(of list: Node<Self>) -> ItemMoveRules

  /// Returns the position of an item whose corner is held at `corner`; `own` is its frame in the layout. In the coordinates of subnodes.
  static func carried(_ corner: Point, _ own: Rect) -> Point
  /// Returns the offsets by which other items make room for one of `size` that moves between two places.
  func gaps(from: ListIndex, to: ListIndex, size: Size, in list: ListState) -> [(host: AnyNode, by: Point)]
  /// Returns the corner of the place that an item with the frame `own` takes when it moves between two places, in the coordinates of
  /// subnodes; nil means its own.
  func landing(from: ListIndex, to: ListIndex, _ own: Rect, in list: ListState) -> Point?
  /// Applies or removes the style of a carried item. Loop.
  static func setLifted(_ isLifted: Bool, _ host: AnyNode, in list: Node<Self>)
}

extension ItemLifting {
  /// Shadow of a carried item.
  static var shadow: Shadow { Shadow(color: .theme(.shadow), offset: Point(0, 4), radius: 12) }

  /// Returns a recognizer that lifts an item after a finger rested on it for `minimumDuration` seconds.
  static func liftRecognizer(
    after minimumDuration: @escaping @Sendable (Node<Self>) -> Double, willLift: @escaping @Sendable (Node<Self>) -> Void = { _ in }
  ) -> GestureRecognizer {
    GestureRecognizer(
      priority: 1,
      make: { node in
        guard let list = node as? Node<Self>, moveRules(of: list).move != nil else { return nil }
        return LongPressGesture(minimumDuration: minimumDuration(list))
      },
      perform: { press in
        guard let list = press.node as? Node<Self> else { return }
        if press.phase == .began { willLift(list) }
        list.lift(press)
      })
  }
}

// Loop.

extension Node where Value: ItemLifting {
  /// Distance from an edge of the viewport at which a carried item scrolls the content, logical units, and the maximum speed, logical units
  /// a second.
  private static var edge: Double { 44 }
  private static var speed: Double { 900 }
  /// Maximum time that an item waits at its place for the data to follow, seconds.
  private static var patience: Double { 1 }

  private var lifted: ItemLift? { storage.lift.withLock { $0 } }

  /// Whether a lifted item is moving to its place.
  var isLanding: Bool { lifted?.landing != nil }
  private var moveRules: ItemMoveRules { Value.moveRules(of: self) }

  /// Placements of the carried item and of items that make room for it.
  private var liftPlacements: [SubnodePlacement] {
    guard let lift = lifted else { return [] }
    let list = storage.list
    // Horizontal offsets are in line direction.
    let forward = list.isRightToLeft ? -1.0 : 1
    func moved(_ host: AnyNode, _ by: Point) -> SubnodePlacement? {
      by == .zero ? nil : SubnodePlacement(host, offset: Point(by.x * forward, by.y))
    }
    let gaps = lift.gaps.values.compactMap { moved($0.host, $0.distance(at: lift.time)) }
    guard let own = list.frame(ofHost: lift.host) else { return gaps }
    let value = self.value
    let end = list.state.withLock { value.landing(from: lift.index, to: lift.target, own, in: $0) } ?? own.origin
    let corner = lift.landed(at: end) ?? Value.carried(lift.corner(scrolledBy: physics.state.offset), own)
    return gaps + [moved(lift.host, corner - own.origin)].compactMap { $0 }
  }

  /// Placements of sticky subnodes, of the carried item and of items that make room for it. Any thread.
  var placementsWithLift: [SubnodePlacement] {
    let lifted = liftPlacements
    guard !lifted.isEmpty else { return cellPlacements }
    // A carried item does not stick.
    let carried = Set(lifted.map(\.node))
    return cellPlacements.filter { !carried.contains($0.node) } + lifted
  }

  /// Returns the offsets by which others make room for an item of `size` that moves between two places.
  private func gaps(from: ListIndex, to: ListIndex, size: Size) -> [(host: AnyNode, by: Point)] {
    let value = self.value
    return storage.list.state.withLock { value.gaps(from: from, to: to, size: size, in: $0) }
  }

  fileprivate func lift(_ event: GestureEvent) {
    switch event.phase {
    case .began:
      release()
      guard !isCarrying, let index = item(at: event.reading.location), moveRules.canMove?(index) ?? true,
        let (host, frame) = storage.list.cell(of: .item(index))
      else { return }
      let lift = ItemLift(
        index, host, at: frame, finger: event.reading.location, scrolledBy: physics.state.offset, time: event.time)
      storage.lift.withLock { $0 = lift }
      storage.list.raise([.item(index)])
      Value.setLifted(true, host, in: self)
      setNeedsLayout()
      requestTick(after: 0)
    case .changed:
      storage.lift.withLock { $0?.finger = event.reading.location }
      carry(at: event.time)
    case .ended: drop(at: event.time)
    case .cancelled: drop(at: nil)
    default: break
    }
  }

  /// Determines the place under the item and makes other items give room.
  private func carry(at time: Double) {
    guard let lift = lifted, lift.landing == nil, let (_, own) = storage.list.cell(of: .item(lift.index)) else { return }
    let corner = Value.carried(lift.corner(scrolledBy: physics.state.offset), own)
    var target = lift.target
    let counts = storage.list.source.itemCounts
    switch storage.list.topmostLaidOut(at: corner + Point(own.width / 2, own.height / 2)) {
    case .item(let index): target = index
    case .header(let section): target = ListIndex(section, 0)
    case .footer(let section) where counts.indices.contains(section):
      target = ListIndex(section, section == lift.index.section ? counts[section] - 1 : counts[section])
    default: break
    }
    if let wanted = moveRules.moveTarget?(lift.index, target) { target = wanted }
    if !counts.indices.contains(target.section) || target.item < 0
      || target.item > counts[target.section] - (target.section == lift.index.section ? 1 : 0)
    {
      target = lift.index
    }
    let gaps = gaps(from: lift.index, to: target, size: own.size)
    storage.lift.withLock { lift in
      lift?.target = target
      lift?.time = time
      lift?.makeRoom(gaps, at: time)
    }
    moveRules.carry?(lift.index, target)
    setNeedsRanging()
  }

  /// Releases the item to the place under it; nil means back to its own place.
  func drop(at time: Double?) {
    let offset = physics.state.offset
    let own = lifted.flatMap { storage.list.frame(ofHost: $0.host) }
    storage.lift.withLock { lift in
      guard var dropped = lift, dropped.landing == nil else { return }
      if time == nil { dropped.target = dropped.index }
      let corner = dropped.corner(scrolledBy: offset)
      dropped.land(from: own.map { Value.carried(corner, $0) } ?? corner, at: time ?? dropped.time)
      lift = dropped
    }
    if let index = lifted?.index { moveRules.carry?(index, nil) }
    requestTick(after: 0)
  }

  /// Advances the carried item. Returns seconds until the next tick is needed.
  func tickLift(_ time: Double) -> Double? {
    guard let lift = lifted else { return nil }
    let passed = min(0.05, max(0, time - lift.time))
    storage.lift.withLock { $0?.time = time }
    if lift.isAdrift, let (_, own) = storage.list.cell(of: .item(lift.index)) {
      let gaps = gaps(from: lift.index, to: lift.target, size: own.size)
      storage.lift.withLock { lift in
        lift?.makeRoom(gaps, at: time)
        lift?.isAdrift = false
      }
      if lift.landing == nil { moveRules.carry?(lift.index, lift.target) }
    }
    if let landing = lift.landing {
      if lift.isDown {
        // The data did not follow.
        if time - landing.since > Self.patience { endLift() }
      } else if time - landing.since >= ItemLift.duration {
        storage.lift.withLock { $0?.isDown = true }
        if lift.target != lift.index, let move = moveRules.move {
          storage.list.skipTransition()
          move(lift.index, lift.target)
        } else {
          endLift()
        }
      }
      setNeedsRanging()
      return 1.0 / 60
    }
    // Near an edge the content scrolls.
    let axis = storage.list.layout.axis
    let (length, finger) = (frame.size[axis], lift.finger[axis])
    let beyond = finger < Self.edge ? finger - Self.edge : max(0, finger - (length - Self.edge))
    if beyond != 0 {
      var step = Point.zero
      step[axis] = max(-1, min(1, beyond / Self.edge)) * Self.speed * passed
      updateScrolling { scroll in
        let target = scroll.clamped(scroll.state.offset + step)
        if target != scroll.state.offset { scroll.jump(to: target) }
      }
      carry(at: time)
      send(Value.scroll, contentOffset)
    } else {
      setNeedsRanging()
    }
    return 1.0 / 60
  }

  private func endLift() {
    let lift = storage.lift.withLock { lift in
      defer { lift = nil }
      return lift
    }
    guard let lift else { return }
    storage.list.raise([])
    Value.setLifted(false, lift.host, in: self)
    setNeedsLayout()
  }

  /// Ends the lift once the data have followed an item at its place.
  func endLiftAfterLayout() {
    guard let lift = lifted, lift.isDown, storage.list.isTransitionSkipped == false else { return }
    endLift()
    setNeedsRanging()
  }
}
