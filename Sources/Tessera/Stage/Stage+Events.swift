public import TesseraGeometry

extension Stage {
  /// Dispatches the events of a frame, with the pointer locations in their order.
  func dispatchEvents() {
    let (pointer, count) = (loop.input.messages.pointer, loop.input.messages.events.count)
    for (number, event) in loop.input.messages.events.enumerated() {
      loop.pointing.move(pointer, before: number, of: count)
      if loop.surface.power.admits(event, at: clock.now) { dispatch(event) }
    }
    if pointer != nil { loop.surface.power.recordPointer(at: clock.now) }
    loop.pointing.move(pointer, before: count, of: count)
    trackPointer()
  }

  /// Delivers an event to its target node, and to the ancestors until one handles it.
  func dispatch(_ event: Event) {
    if let assistant = loop.accessibility.assistant, assistant.handle(event, in: self) == .handled { return }
    switch event {
    case .touch(let touch): dispatch(touch)
    case .wheel(let location, _):
      guard location.isFinite, let node = hitTest(location) else { return }
      bubble(from: node) { _ in event }
    case .contextMenu(let location): askForContextMenu(at: location)
    case .pointerButton(let press): dispatch(press)
    case .key(let press):
      if offerToInputMethod(event) { return }
      if press.isDown, press.key == .escape, leaveTopOverlay(event) { return }
      if press.isDown, FocusDirection(press) != nil { loop.focus.recordKey() }
      if let focused = focusedNode, bubble(from: focused, { _ in event }) != nil { return }
      if press.isDown {
        if let direction = FocusDirection(press), moveFocus(direction) { return }
        if press.key == .enter || press.key == .space, press.modifiers.isEmpty, !press.isRepeat, activateFocused() { return }
      }
      if press.isDown, press.key == .space, press.modifiers.subtracting(.shift).isEmpty { return turnPage(back: press.modifiers == .shift) }
      _ = offerToContainers(event)
    case .composition(let signs):
      if !offerToInputMethod(event) { show(composition: signs) }
    case .text(let text):
      let isComposed = loop.textInput.composing != nil && loop.textInput.composing === focusedNode
      loop.textInput.composing = nil
      if offerToInputMethod(event) { return }
      guard let focused = focusedNode else { return }
      if isComposed, let type = focused.hooks.textInput, type.performTextInput(.insert(text), erased: focused) { return }
      bubble(from: focused) { _ in event }
    case .focus:
      if offerToInputMethod(event) { return }
      if let focused = focusedNode { bubble(from: focused) { _ in event } }
    }
  }

  private func dispatch(_ sent: Touch) {
    loop.pointing.hover.record(sent)
    guard sent.location.isFinite else { return }
    var touch = sent
    // A missing time means now.
    if !touch.time.isFinite || touch.time <= 0 { touch.time = clock.now }
    func local(_ node: AnyNode) -> Event {
      var copy = touch
      copy.location = convert(touch.location, to: node) ?? touch.location
      return .touch(copy)
    }
    if touch.phase == .began {
      loop.focus.recordTouch()
      // The end of the previous touch was lost.
      cancelTouches { $0.touch.id == touch.id }
      cancelGestures(of: touch.id)
      let hit = hitTest(touch.location)
      if !loop.overlays.isEmpty, dismissOverlays(touchedAt: hit) { return }
      guard let node = hit else { return }
      let exclusive = exclusiveNode(around: node)
      guard loop.pointing.touches.admits(exclusive) else { return }
      if beginGestures(touch, at: node) { loop.pointing.touches.record(touch, at: node, exclusive: exclusive) }
      guard !loop.pointing.touches.isTakenAway(touch) else { return }
      if let owner = bubble(from: node, local) {
        loop.pointing.touches.capture(touch, by: owner)
        loop.pointing.touches.record(touch, at: owner, exclusive: exclusive)
        showToInputMethod(local(owner), of: owner)
        yieldGestures(touch, to: owner, from: node)
      }
      return
    }
    moveGestures(touch)
    guard let owner = loop.pointing.touches.owner(of: touch) else { return }
    let event = local(owner)
    _ = owner.handle(event)
    showToInputMethod(event, of: owner)
  }

  /// Cancels touches of nodes that must not receive them any more, and notifies the nodes. Their last location is in the coordinates of the
  /// node's box at that time.
  func cancelTouches(in tree: PaintTree? = nil, where isOver: (TouchRouter.Held) -> Bool) {
    for held in loop.pointing.touches.removeCancelled(where: isOver) {
      var touch = held.touch
      touch.phase = .cancelled
      touch.location = convert(touch.location, to: held.node, in: tree ?? loop.tree) ?? touch.location
      _ = held.node.handle(.touch(touch))
    }
  }

  /// Delivers an event to `node` and its ancestors, each with its localized form. Returns the node that handled it.
  @discardableResult
  func bubble(from node: AnyNode, _ localized: (AnyNode) -> Event) -> AnyNode? {
    var current: AnyNode? = node
    while let node = current {
      if node.handle(localized(node)) == .handled { return node }
      current = loop.overlays.above(node)
    }
    return nil
  }

  /// Scrolls one page, for an unhandled space key: the scrolling ancestor of the focus, or any scrolling node.
  private func turnPage(back isBack: Bool) {
    let event = Event.key(KeyPress(isBack ? .pageUp : .pageDown))
    if let focused = focusedNode, bubble(from: focused, { _ in event }) != nil { return }
    _ = offerToContainers(event)
  }

  /// Delivers an unhandled key to visible containers, the topmost and innermost first.
  private func offerToContainers(_ event: Event) -> Bool {
    guard let tree = loop.tree else { return false }
    for i in tree.scrollers.reversed().map(Int.init) where tree.isSeen(i) && !tree.isInert(i) {
      if tree.nodes[i].handle(event) == .handled { return true }
    }
    return false
  }

  /// Pass: resolves gestures by time, and runs due ticks.
  ///
  /// - Postcondition: no tick is due except those requested by ticks.
  func runTicks() {
    loop.frames.recorder.enter(.ticks)
    let now = clock.now
    perform(loop.pointing.touches.pass(at: now))
    reevaluate()
    for node in loop.schedule.dequeueNodes(at: now) where node.isIn(link) {
      let next = node.tick(at: now)
      loop.schedule.repeatTick(of: node, after: next, at: now)
    }
    for timer in loop.schedule.dequeueTimers(at: now) {
      let next = timer.fire(now)
      loop.schedule.repeatTimer(timer, after: next, at: now)
    }
  }

  /// Earliest time of scheduled work, seconds of the clock; nil if there is none.
  var nextDeadline: Double? {
    // Called without access to the loop's state, because sources are the program's code.
    let sources = loop.input.sources
    var next = Deadline.earlier(loop.schedule.deadline, loop.pointing.deadline)
    next = Deadline.earlier(next, jobDeadline)
    next = Deadline.earlier(next, groupDeadline)
    next = Deadline.earlier(next, loop.pressure.deadline)
    next = Deadline.earlier(next, loop.looks.deadline)
    next = Deadline.earlier(next, loop.surface.power.deadline)
    next = Deadline.earlier(next, motionDeadline)
    for source in sources { next = Deadline.earlier(next, source.deadline) }
    // The ring moves only when it is painted.
    let ringMoves = loop.focus.isRingMoving && displayIsReady
    let nextFrame = loop.frames.nextFrame(after: clock.now)
    next = Deadline.earlier(next, loop.animations.deadline(isAsleep: loop.surface.power.isAsleep, nextFrame: nextFrame))
    guard !loop.surface.power.isAsleep, ringMoves || loop.overlays.isFading(at: clock.now) || isShiftMoving else { return next }
    return Deadline.earlier(next, nextFrame)
  }

  func changeFocus(_ request: StageLink.FocusRequest) {
    let old = focusedNode
    let new: AnyNode?
    switch request {
    case .become(let node):
      guard node.isIn(link), !isHidden(node), !loop.overlays.isInLeaving(node) else { return }
      new = node
    case .resign(let node):
      guard old === node else { return }
      new = nil
    case .clear: new = nil
    }
    guard old !== new else { return }
    // Before the field commits its uncommitted text.
    if loop.textInput.composing === old { show(composition: "") }
    loop.focus.didChange(isLost: new == nil)
    shared.withLock { $0.focused = new }
    link.recordFocus(new)
    _ = old?.handle(.focus(false))
    old?.send(AnyNode.focusChange, false)
    old?.setNeedsDisplay()
    _ = new?.handle(.focus(true))
    new?.send(AnyNode.focusChange, true)
    new?.setNeedsDisplay()
    beginTextInput()
    // It may leave with the next layout.
    if let new, loop.focus.usesKeys, let tree = loop.tree, let i = tree.indexOf(new) { recordPlace(i, in: tree) }
  }

  /// Returns whether the node or an ancestor was hidden in the newest layout; it then receives no keys, because their effect would be
  /// invisible.
  func isHidden(_ node: AnyNode) -> Bool {
    guard let tree = loop.tree, var i = tree.indexOf(node) else { return false }
    while i >= 0 {
      if tree.properties[i].value.isHidden { return true }
      i = Int(tree.parent[i])
    }
    return false
  }

  /// Returns the topmost node that a touch at `location` (logical units of the stage) hits, or nil. Loop thread.
  ///
  /// A box precedes the slop around others, except around those inside it: a button is hit in its slop if only its container is at the
  /// point.
  /// - Complexity: nodes around the point and their ancestors, a 64th of their siblings, and nodes with slop.
  public func hitTest(_ location: Point) -> AnyNode? {
    checkLoop()
    guard let tree = loop.tree, location.isFinite else { return nil }
    var test = HitTest(tree)
    let found = test.node(at: location).map { tree.nodes[$0] }
    return loop.overlays.isHost(found) ? nil : found
  }

  /// Converts a point of the stage to a node's own box, logical units; nil if the node is not laid out or its transform is not invertible.
  /// Loop thread.
  public func convert(_ point: Point, to node: AnyNode) -> Point? {
    checkLoop()
    return convert(point, to: node, in: loop.tree)
  }

  /// Converts a point of a node's own box to the stage, logical units; nil if the node is not laid out. Loop thread.
  public func convert(_ point: Point, from node: AnyNode) -> Point? {
    checkLoop()
    guard let tree = loop.tree, var at = tree.indexOf(node) else { return nil }
    let scale = tree.environment.scale
    var result = point + tree.frames[at].origin
    while at >= 0 {
      if let transform = tree.transform(at) { result = transform.apply(result * scale) * (1 / scale) }
      if let shown = tree.shown(at) { result = result + Point(Double(shown.x) / scale, Double(shown.y) / scale) }
      at = Int(tree.parent[at])
    }
    return result
  }

  private func convert(_ point: Point, to node: AnyNode, in tree: PaintTree?) -> Point? {
    guard let tree, let target = tree.indexOf(node) else { return nil }
    var chain: [Int] = []
    var at = target
    while at >= 0 {
      chain.append(at)
      at = Int(tree.parent[at])
    }
    var result = point
    for i in chain.reversed() {
      guard let inside = tree.untransform(result, i) else { return nil }
      result = inside
    }
    return result - tree.frames[target].origin
  }
}
