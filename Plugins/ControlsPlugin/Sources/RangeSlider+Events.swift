public import Tessera
internal import TesseraGeometry
public import TesseraRender

extension RangeSlider {
  public static func handle(_ event: Event, node: Node<RangeSlider>) -> EventResponse {
    switch event {
    case .touch(let touch): return handle(touch, node)
    case .key(let press): return handle(press, node)
    case .wheel(_, let delta):
      // The wheel scrolls the page: only a focused control handles it.
      guard node.storage.interaction.isFocused, node.canBeChanged, delta.y.isFinite, delta.y != 0 else { return .ignored }
      move(node, part(node), by: delta.y < 0 ? 1 : -1, isLast: true)
      return .handled
    default: return node.interact(with: event)
    }
  }

  /// Returns the tile that keys move: 0 for the lower number, 1 for the higher one.
  private static func part(_ node: Node<RangeSlider>) -> Int { node.storage.state.withLock { $0.part ?? 0 } }

  private static func number(_ node: Node<RangeSlider>, _ part: Int) -> Double {
    part == 0 ? node.value.shown.low : node.value.shown.high
  }

  // MARK: fingers

  private static func handle(_ touch: Touch, _ node: Node<RangeSlider>) -> EventResponse {
    guard touch.location.isFinite else { return .handled }
    let track = SliderTrack(Rect(size: node.frame.size), .horizontal, node.environmentValues)
    if touch.phase == .began { return begin(touch, track, node) }
    guard node.storage.interaction.touch == touch.id else { return .handled }
    let (value, part) = (node.value, part(node))
    if touch.phase == .moved {
      if let middle = node.storage.state.withLock({ $0.moved(to: touch.location, track) }) {
        set(node, part, value.range.number(track.share(at: middle)), isLast: false)
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
      set(node, part, value.range.number(track.share(at: track.distance(of: touch.location))), isLast: true)
    }
    return .handled
  }

  /// Takes the nearer tile; of two at the same place the one towards the finger.
  private static func begin(_ touch: Touch, _ track: SliderTrack, _ node: Node<RangeSlider>) -> EventResponse {
    let outcome = node.step(.touch(touch, isInside: true, delaysPress: false))
    guard outcome.response == .handled else { return .ignored }
    if let delay = outcome.delay { node.requestTick(after: delay) }
    let value = node.value
    let distance = track.distance(of: touch.location)
    let middles = [value.shown.low, value.shown.high].map { track.middle(value.range.share($0)) }
    let (toLow, toHigh) = (abs(distance - middles[0]), abs(distance - middles[1]))
    // At the end of the range only the lower tile can move.
    let isHigh = toLow == toHigh ? distance >= middles[0] && middles[0] < track.end - track.tileSide / 2 : toHigh < toLow
    let middle = middles[isHigh ? 1 : 0]
    let isOnTile = min(toLow, toHigh) <= track.tileSide / 2 + 4
    node.storage.state.withLock {
      $0.part = isHigh ? 1 : 0
      $0.drag = TileDrag(
        start: touch.location, location: touch.location, grip: isOnTile ? middle - distance : 0, isMoving: isOnTile, middle: middle)
    }
    node.setNeedsDisplay()
    return .handled
  }

  // MARK: keys

  /// Enter, the press of an encoder, edits the lower number, then the higher one, and then ends editing.
  private static func handle(_ press: KeyPress, _ node: Node<RangeSlider>) -> EventResponse {
    let (direction, isEnabled, part) = (node.environmentValues.direction, node.canBeChanged, part(node))
    let (wasEditing, number) = (node.storage.interaction.isEditing, number(node, part))
    if wasEditing, part == 0, press.isDown, !press.isRepeat, press.key == .enter || press.key == .space {
      let high = node.value.shown.high
      node.storage.state.withLock { ($0.part, $0.valueBeforeEditing) = (1, high) }
      node.setNeedsDisplay()
      return .handled
    }
    let change = node.storage.state.withLock { state -> ValueChange? in
      state.interaction.valueKey(press, axis: .horizontal, direction: direction, isEnabled: isEnabled)
    }
    switch change {
    case .steps(let steps): move(node, part, by: steps, isLast: !wasEditing)
    case .minimum: set(node, part, node.value.range.minimum, isLast: !wasEditing)
    case .maximum: set(node, part, node.value.range.maximum, isLast: !wasEditing)
    case .beginEditing:
      let low = node.value.shown.low
      node.storage.state.withLock { ($0.part, $0.valueBeforeEditing) = (0, low) }
    case .commit: finish(node)
    case .restore: set(node, part, node.storage.state.withLock { $0.valueBeforeEditing } ?? number, isLast: true)
    case nil: return .ignored
    }
    node.setNeedsDisplay()
    return .handled
  }

  // MARK: values

  @discardableResult
  private static func move(_ node: Node<RangeSlider>, _ part: Int, by steps: Int, isLast: Bool) -> Bool {
    set(node, part, node.value.range.moved(number(node, part), by: steps), isLast: isLast)
  }

  /// Sets a number chosen by the user, as near to it as the other number allows. Returns whether it has changed.
  @discardableResult
  private static func set(_ node: Node<RangeSlider>, _ part: Int, _ number: Double, isLast: Bool) -> Bool {
    let new = node.value.allowed(number, part: part)
    guard new != self.number(node, part) else { return false }
    if part == 0 {
      node.low = new
      node.value.lowBinding?.wrappedValue = new
      node.send(lowChange, new)
    } else {
      node.high = new
      node.value.highBinding?.wrappedValue = new
      node.send(highChange, new)
    }
    if isLast { finish(node) }
    return true
  }

  private static func finish(_ node: Node<RangeSlider>) {
    let (low, high) = node.value.shown
    node.send(change, low...high)
  }

  /// Does nothing: `handle` processes touches and keys.
  public static func activate(_ node: Node<RangeSlider>) {}

  // MARK: focus and semantics

  private static func frame(ofTile part: Int, in node: Node<RangeSlider>) -> Rect {
    let track = SliderTrack(Rect(size: node.frame.size), .horizontal, node.environmentValues)
    let (middle, side) = (track.point(track.middle(node.value.range.share(number(node, part)))), track.tileSide)
    return Rect(middle.x - side / 2, middle.y - side / 2, side, side)
  }

  /// Returns the tile that keys move.
  public static func focusArea(in node: Node<RangeSlider>) -> RoundedRect? {
    RoundedRect(frame(ofTile: part(node), in: node), radius: node.environmentValues.theme[.tileRadius])
  }

  public static func semantics(of node: Node<RangeSlider>) -> NodeSemantics {
    let value = node.value
    var semantics = NodeSemantics(.group, label: value.spokenLabel)
    semantics.value = value.range.words(value.shown.low, unit: "") + " – " + value.range.words(value.shown.high, unit: value.unit)
    if !value.isEnabled { semantics.isDisabled = true }
    return semantics
  }

  /// Each tile is a slider.
  public static func semanticsParts(of node: Node<RangeSlider>) -> [SemanticsPart] {
    let (value, canBeUsed) = (node.value, node.canBeUsed)
    let range = value.range
    return [0, 1].map { part in
      let number = number(node, part)
      var semantics = NodeSemantics(.slider, label: value.spokenLabel, value: range.words(number, unit: value.unit))
      semantics.number = SemanticsNumber(number, in: range.minimum...range.maximum, step: range.step > 0 ? range.step : nil)
      if !canBeUsed { semantics.isDisabled = true }
      semantics.actions = [.increment, .decrement]
      return SemanticsPart(part, semantics, frame: frame(ofTile: part, in: node))
    }
  }

  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<RangeSlider>) -> Bool {
    guard let part, part == 0 || part == 1, node.canBeChanged, action == .increment || action == .decrement else { return false }
    return move(node, part, by: action == .increment ? 1 : -1, isLast: true)
  }
}
