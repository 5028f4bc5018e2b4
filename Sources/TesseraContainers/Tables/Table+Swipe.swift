internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout

// Swiped rows; loop.

extension Node where Value == Table {
  /// Minimum distance of a released swipe for its buttons to stay open, as a fraction of their breadth.
  private static var stays: Double { 0.5 }
  /// Movement of the row when its actions open or close.
  private static var actionsTransition: LayoutTransition {
    LayoutTransition(duration: StandardMotion.rowActions.seconds, curve: .easeOut, insertion: .none, removal: .none)
  }
  /// Minimum distance for a full swipe, which performs the outermost action, as a fraction of the row's breadth.
  private static var isAll: Double { 0.6 }
  /// Minimum velocity of a fling, logical units a second.
  private static var isThrow: Double { 400 }

  /// Returns whether the row at a point has actions for a swipe towards the trailing or the leading edge. While a row is open any swipe
  /// applies to it.
  func canPull(at point: Point, isForward: Bool) -> Bool {
    guard swipe?.due == nil else { return false }
    guard swipe == nil else { return true }
    guard let index = item(at: point) else { return false }
    return !(isForward ? handlers.leading(index) : handlers.trailing(index, deleteTitle: deleteTitleInUse)).isEmpty
  }

  func swipe(_ event: GestureEvent) {
    let forward = resolvedDirection == .rtl ? -1.0 : 1
    switch event.phase {
    case .began:
      release()
      guard let index = item(at: event.reading.location) else { return }
      let handlers = self.handlers
      let open = swipe
      if let open, open.index != index { return closeSwipe() }
      let (leading, trailing) = (handlers.leading(index), handlers.trailing(index, deleteTitle: deleteTitleInUse))
      guard !leading.isEmpty || !trailing.isEmpty else { return }
      storage.rows.withLock {
        $0.swipe = TableRows.Swipe(
          index: index, leading: leading, trailing: trailing, distance: open?.distance ?? 0, base: open?.distance ?? 0, width: frame.width,
          side: open?.side ?? 0)
        $0.closing = nil
      }
    case .changed:
      let changed = storage.rows.withLock { state -> (index: ListIndex, turns: Bool)? in
        guard var swipe = state.swipe, swipe.isHeld else { return nil }
        var distance = swipe.base + event.reading.translation.x * forward
        if distance > 0, swipe.leading.isEmpty || distance < 0, swipe.trailing.isEmpty { distance *= 0.1 }
        swipe.distance = min(swipe.width, max(-swipe.width, distance))
        if swipe.distance != 0 { swipe.side = swipe.distance > 0 ? 1 : -1 }
        let wasArmed = swipe.isArmed
        swipe.isArmed = swipe.actions.first?.isFullSwipe ?? false && abs(swipe.distance) > swipe.width * Self.isAll
        state.swipe = swipe
        return (swipe.index, wasArmed != swipe.isArmed)
      }
      guard let changed else { return }
      if changed.turns { moveActions(of: changed.index) } else { updateStyle(of: changed.index) }
    case .ended, .cancelled:
      guard let swipe = self.swipe, swipe.isHeld else { return }
      let actions = swipe.actions
      let breadth = Self.breadth(of: actions)
      let speed = event.phase == .ended ? event.reading.velocity.x * forward * (swipe.distance > 0 ? 1 : -1) : 0
      let pulled = abs(swipe.distance)
      if event.phase == .ended, let first = actions.first, swipe.isArmed {
        storage.rows.withLock { $0.swipe?.due = first }
        settle(swipe.distance > 0 ? swipe.width : -swipe.width) { $0.performDue() }
      } else if !actions.isEmpty, speed > -Self.isThrow, pulled > breadth * Self.stays || speed > Self.isThrow {
        settle(swipe.distance > 0 ? breadth : -breadth)
      } else {
        closeSwipe()
      }
    default: break
    }
  }

  private static func breadth(of actions: [RowAction]) -> Double {
    actions.reduce(0) { $0 + RowActionStyle(title: $1.title, color: $1.color, titleColor: $1.titleColor, number: 0).breadth }
  }

  /// Moves the swiped row to `distance`. `then` is called after it has arrived or can no longer arrive.
  private func settle(_ distance: Double, then: (@Sendable (Node<Table>) -> Void)? = nil) {
    let index = storage.rows.withLock { state in
      state.swipe?.distance = distance
      state.swipe?.isHeld = false
      return state.swipe?.index
    }
    if let index { moveActions(of: index, then: then) }
  }

  /// Moves a row and its actions to their current places. `then` is called after they have arrived or can no longer arrive.
  private func moveActions(of index: ListIndex, then: (@Sendable (Node<Table>) -> Void)? = nil) {
    guard let host = storage.list.host(for: .item(index)) as? Node<TableRow> else {
      then?(self)
      return
    }
    let handle = host.animate(Self.actionsTransition) { updateStyle(ofRow: host) }
    guard let then else { return }
    handle.onCompletion { [weak self] _ in if let self { then(self) } }
  }

  /// Closes the swiped row. A released full swipe is performed first.
  func closeSwipe() {
    if swipe?.due != nil { return performDue() }
    let index = storage.rows.withLock { state -> ListIndex? in
      guard var swipe = state.swipe else { return nil }
      (swipe.distance, swipe.isHeld, swipe.isArmed) = (0, false, false)
      (state.swipe, state.closing) = (nil, swipe)
      return swipe.index
    }
    guard let index else { return }
    moveActions(of: index) { table in
      // The buttons are now out of view.
      let closed = table.storage.rows.withLock { state -> ListIndex? in
        defer { state.closing = nil }
        return state.closing?.index
      }
      if let closed { table.updateStyle(of: closed) }
    }
  }

  /// Performs the action of a full swipe.
  private func performDue() {
    let due = storage.rows.withLock { state -> (action: RowAction, index: ListIndex)? in
      guard let swipe = state.swipe, let action = swipe.due else { return nil }
      state.swipe?.due = nil
      return (action, swipe.index)
    }
    if let due { perform(due.action, due.index) }
  }

  /// Handles a tap on an action button.
  func performAction(_ number: Int, of host: Node<TableRow>) {
    guard let swipe = self.swipe, host.element.index == swipe.index else { return }
    guard swipe.actions.indices.contains(number) else { return }
    perform(swipe.actions[number], swipe.index)
  }

  /// Performs an action, and closes the row if it still exists afterwards.
  private func perform(_ action: RowAction, _ index: ListIndex) {
    action.perform(index)
    closeSwipe()
  }

  /// Layout direction of the table.
  var resolvedDirection: LayoutDirection { storage.list.isRightToLeft ? .rtl : .ltr }
}

extension Node: ScrollBeginning where Value == Table {
  /// Closes the actions of the swiped row.
  func scrollDidBegin() { if swipe != nil { closeSwipe() } }
}
