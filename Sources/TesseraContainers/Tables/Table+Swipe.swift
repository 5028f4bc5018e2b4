internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout

// Rows that are pulled aside; loop.

extension Node where Value == Table {
  /// How far a row has to be let go at least for its buttons to stay, of their breadth.
  private static var stays: Double { 0.5 }
  /// How the row goes to its place when its actions open or close.
  private static var actionsTransition: LayoutTransition {
    LayoutTransition(duration: StandardMotion.rowActions.seconds, curve: .easeOut, insertion: .none, removal: .none)
  }
  /// How far it has to be pulled for the outermost button to be done, of the row's breadth.
  private static var isAll: Double { 0.6 }
  /// From this speed on, logical units a second, a pull is a throw.
  private static var isThrow: Double { 400 }

  /// Whether the row at a point has buttons to show when it is pulled towards the end of lines, or towards their start. While a row is pulled aside
  /// any pull is about that one.
  func canPull(at point: Point, isForward: Bool) -> Bool {
    guard swipe == nil else { return true }
    guard let index = item(at: point) else { return false }
    return !(isForward ? handlers.leading(index) : handlers.trailing(index, deleteTitle: value.deleteTitle)).isEmpty
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
      let (leading, trailing) = (handlers.leading(index), handlers.trailing(index, deleteTitle: value.deleteTitle))
      guard !leading.isEmpty || !trailing.isEmpty else { return }
      storage.rows.withLock {
        $0.swipe = TableRows.Swipe(
          index: index, leading: leading, trailing: trailing, distance: open?.distance ?? 0, base: open?.distance ?? 0, width: frame.width)
      }
    case .changed:
      let changed = storage.rows.withLock { state -> (index: ListIndex, turns: Bool)? in
        guard var swipe = state.swipe, swipe.isHeld else { return nil }
        var distance = swipe.base + event.reading.translation.x * forward
        if distance > 0, swipe.leading.isEmpty || distance < 0, swipe.trailing.isEmpty { distance *= 0.1 }
        swipe.distance = min(swipe.width, max(-swipe.width, distance))
        let wasArmed = swipe.isArmed
        let actions = swipe.distance > 0 ? swipe.leading : swipe.trailing
        swipe.isArmed = actions.first?.isFullSwipe ?? false && abs(swipe.distance) > swipe.width * Self.isAll
        state.swipe = swipe
        return (swipe.index, wasArmed != swipe.isArmed)
      }
      guard let changed else { return }
      if changed.turns { moveActions(of: changed.index) } else { updateStyle(of: changed.index) }
    case .ended, .cancelled:
      guard let swipe = self.swipe, swipe.isHeld else { return }
      let actions = swipe.distance > 0 ? swipe.leading : swipe.trailing
      let breadth = Self.breadth(of: actions)
      let speed = event.phase == .ended ? event.reading.velocity.x * forward * (swipe.distance > 0 ? 1 : -1) : 0
      let pulled = abs(swipe.distance)
      if event.phase == .ended, let first = actions.first, swipe.isArmed {
        settle(swipe.distance > 0 ? swipe.width : -swipe.width)
        perform(first, swipe.index)
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

  /// Lets the row that is pulled go to `distance`.
  private func settle(_ distance: Double) {
    let index = storage.rows.withLock { state in
      state.swipe?.distance = distance
      state.swipe?.isHeld = false
      return state.swipe?.index
    }
    if let index { moveActions(of: index) }
  }

  /// Has a row and its actions go to where they are to be now.
  private func moveActions(of index: ListIndex) {
    guard let host = storage.list.host(for: .item(index)) as? Node<TableRow> else { return }
    host.animate(Self.actionsTransition) { updateStyle(ofRow: host) }
  }

  /// Lets the row that is pulled aside go back.
  func closeSwipe() {
    let index = storage.rows.withLock { state in
      defer { state.swipe = nil }
      return state.swipe?.index
    }
    if let index { moveActions(of: index) }
  }

  /// A button beside a row was tapped.
  func performAction(_ number: Int, of host: Node<TableRow>) {
    guard let swipe = self.swipe, host.element.index == swipe.index else { return }
    let actions = swipe.distance > 0 ? swipe.leading : swipe.trailing
    guard actions.indices.contains(number) else { return }
    perform(actions[number], swipe.index)
  }

  /// Does what a button says, and lets the row go back, if it is still there afterwards.
  private func perform(_ action: RowAction, _ index: ListIndex) {
    action.perform(index)
    closeSwipe()
  }

  /// Where lines start in the table.
  var resolvedDirection: LayoutDirection { storage.list.isRightToLeft ? .rtl : .ltr }
}

extension Node: ScrollBeginning where Value == Table {
  /// Closes the actions of the row that is pulled aside.
  func scrollDidBegin() { if swipe != nil { closeSwipe() } }
}
