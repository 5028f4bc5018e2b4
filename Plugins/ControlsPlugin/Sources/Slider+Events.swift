public import Tessera
internal import TesseraGeometry
public import TesseraRender

extension Slider {
  public static func handle(_ event: Event, node: Node<Slider>) -> EventResponse {
    switch event {
    case .touch(let touch): return handle(touch, node)
    case .key(let press): return handle(press, node)
    case .wheel(_, let delta):
      // The wheel scrolls the page: only a focused control handles it.
      guard node.storage.interaction.isFocused, node.canBeChanged, delta.y.isFinite, delta.y != 0 else { return .ignored }
      set(node, node.value.range.moved(node.amount, by: delta.y < 0 ? 1 : -1), isLast: true)
      return .handled
    case .focus, .text, .composition, .contextMenu, .pointerButton: return node.interact(with: event)
    }
  }

  // MARK: fingers

  private static func track(_ node: Node<Slider>) -> SliderTrack {
    node.value.track(in: node.contentRect, node.environmentValues)
  }

  private static func handle(_ touch: Touch, _ node: Node<Slider>) -> EventResponse {
    guard touch.location.isFinite else { return .handled }
    let (track, value) = (track(node), node.value)
    if touch.phase == .began {
      let outcome = node.step(.touch(touch, isInside: true, delaysPress: false))
      guard outcome.response == .handled else { return .ignored }
      if let delay = outcome.delay { node.requestTick(after: delay) }
      let middle = track.middle(value.range.share(value.amount))
      let distance = track.distance(of: touch.location)
      let isOnTile = abs(distance - middle) <= track.tileSide / 2 + 4
      node.storage.state.withLock {
        $0.drag = TileDrag(
          start: touch.location, location: touch.location, grip: isOnTile ? middle - distance : 0, isMoving: isOnTile, middle: middle)
      }
      if isOnTile { node.setNeedsDisplay() }
      return .handled
    }
    guard node.storage.interaction.touch == touch.id else { return .handled }
    if touch.phase == .moved {
      if let middle = node.storage.state.withLock({ $0.moved(to: touch.location, track) }) {
        set(node, value.range.nearest(value.range.number(track.share(at: middle))), isLast: false)
      }
      return .handled
    }
    let drag = node.storage.state.withLock { state in
      defer { state.drag = nil }
      return state.drag
    }
    _ = node.step(.release)
    node.setNeedsDisplay()
    guard let drag else { return .handled }
    if drag.isMoving {
      finish(node)
    } else if touch.phase == .ended {
      let distance = track.distance(of: touch.location)
      let number = value.range.number(track.share(at: distance))
      // A tap on an end is a step.
      let isOnEnd = !value.ends.isEmpty && (distance < 0 || distance > track.end)
      let isUp = isOnEnd ? distance > 0 : number > value.amount
      set(
        node, value.jumps && !isOnEnd ? value.range.nearest(number) : value.range.moved(value.amount, by: isUp ? 1 : -1), isLast: true,
        moves: true)
    }
    return .handled
  }

  // MARK: keys

  private static func handle(_ press: KeyPress, _ node: Node<Slider>) -> EventResponse {
    let (environment, isEnabled) = (node.environmentValues, node.canBeChanged)
    let (axis, amount, range) = (node.axis, node.amount, node.value.range)
    let wasEditing = node.storage.interaction.isEditing
    let change = node.storage.state.withLock { state -> ValueChange? in
      let change = state.interaction.valueKey(press, axis: axis, direction: environment.direction, isEnabled: isEnabled)
      if change == .beginEditing { state.valueBeforeEditing = amount }
      return change
    }
    if wasEditing != node.storage.interaction.isEditing { node.setNeedsDisplay() }
    switch change {
    case .steps(let steps): set(node, range.moved(amount, by: steps), isLast: !wasEditing)
    case .minimum: set(node, range.minimum, isLast: !wasEditing)
    case .maximum: set(node, range.maximum, isLast: !wasEditing)
    case .beginEditing: break
    case .commit: finish(node)
    case .restore:
      if let before = node.storage.state.withLock({ $0.valueBeforeEditing }) { set(node, before, isLast: true) }
    // The release of a handled key is handled, too.
    case nil: return .ignored
    }
    return .handled
  }

  // MARK: values

  /// Sets a number chosen by the user.
  ///
  /// - Parameters:
  ///   - isLast: Whether the user has finished choosing.
  ///   - moves: Whether the tile is animated; otherwise it changes its position in the next frame.
  private static func set(_ node: Node<Slider>, _ number: Double, isLast: Bool, moves: Bool = false) {
    guard number != node.amount else { return }
    if moves { node.amount = number } else { animate(.none) { node.amount = number } }
    node.value.binding?.wrappedValue = number
    node.send(changing, number)
    if isLast { node.send(change, number) }
  }

  private static func finish(_ node: Node<Slider>) { node.send(change, node.amount) }

  /// Does nothing: `handle` processes touches and keys.
  public static func activate(_ node: Node<Slider>) {}

  // MARK: focus and semantics

  /// Returns the tile.
  public static func focusArea(in node: Node<Slider>) -> RoundedRect? {
    let (track, value) = (track(node), node.value)
    let middle = track.point(track.middle(value.range.share(value.amount)))
    let side = track.tileSide
    return RoundedRect(
      Rect(middle.x - side / 2, middle.y - side / 2, side, side), radius: node.environmentValues.theme[.tileRadius])
  }

  public static func semantics(of node: Node<Slider>) -> NodeSemantics {
    let value = node.value
    let range = value.range
    var semantics = NodeSemantics(.slider, label: value.spokenLabel, value: range.words(value.amount, unit: value.unit))
    semantics.number = SemanticsNumber(
      range.nearest(value.amount), in: range.minimum...range.maximum, step: range.step > 0 ? range.step : nil)
    if !value.isEnabled { semantics.isDisabled = true }
    semantics.actions = [.increment, .decrement]
    return semantics
  }

  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Slider>) -> Bool {
    guard part == nil, node.canBeChanged, action == .increment || action == .decrement else { return false }
    set(node, node.value.range.moved(node.amount, by: action == .increment ? 1 : -1), isLast: true)
    return true
  }
}

extension ControlStorage.State {
  /// Moves the drag to a new location of the finger. Returns the new middle of the tile along the track; nil until the finger has moved far
  /// enough.
  mutating func moved(to location: Point, _ track: SliderTrack) -> Double? {
    guard var drag else { return nil }
    defer { self.drag = drag }
    let (now, before) = (track.distance(of: location), track.distance(of: drag.location))
    drag.location = location
    if !drag.isMoving {
      guard abs(now - track.distance(of: drag.start)) >= TileDrag.threshold else { return nil }
      // The tile moves to the finger.
      (drag.isMoving, drag.middle) = (true, now)
      return now
    }
    // Far from the track, the tile moves more slowly, for fine steps.
    let across = track.across(location)
    let speed = across >= 100 ? 0.1 : across >= 40 ? 0.25 : 1
    drag.middle = speed == 1 && drag.isFine == false ? now + drag.grip : drag.middle + (now - before) * speed
    if speed < 1 { drag.isFine = true }
    drag.middle = min(track.end, max(0, drag.middle))
    return drag.middle
  }
}
