public import Tessera
public import TesseraGeometry
public import TesseraRender

extension Dial: HitShapedType {
  /// Excludes the corners outside of the circle of a round dial, so that touches there hit the node below. `hitTestSlop` includes them again.
  public static func isHit(at point: Point, in node: Node<Dial>) -> Bool {
    let slop = node.hitTestSlop
    guard node.value.kind != .linear, max(slop.top, slop.right, slop.bottom, slop.left) <= 0 else { return true }
    let arc = arc(node)
    let (x, y) = (point.x - arc.center.x, point.y - arc.center.y)
    let reach = arc.outerRadius
    // The number of a half circle is below its middle.
    return node.value.kind == .half && y > 0 ? abs(x) <= reach : x * x + y * y <= reach * reach
  }
}

extension Dial {
  /// Distance from the arc up to which a touch takes it, logical units.
  private static let reach = 36.0

  public static func handle(_ event: Event, node: Node<Dial>) -> EventResponse {
    guard node.isEditable else { return .ignored }
    switch event {
    case .touch(let touch): return handle(touch, node)
    case .key(let press): return handle(press, node)
    case .wheel(_, let delta):
      // The wheel scrolls the page: only a focused control handles it.
      guard node.storage.interaction.isFocused, node.canBeChanged, delta.y.isFinite, delta.y != 0 else { return .ignored }
      set(node, node.value.range.moved(node.amount, by: delta.y < 0 ? 1 : -1), isLast: true)
      return .handled
    default: return node.interact(with: event)
    }
  }

  private static func arc(_ node: Node<Dial>) -> DialArc {
    node.value.line(in: Rect(size: node.frame.size), node.environmentValues)
  }

  /// Moves the tile with the finger. A touch far from the arc is ignored, so that it can scroll.
  private static func handle(_ touch: Touch, _ node: Node<Dial>) -> EventResponse {
    guard touch.location.isFinite else { return .ignored }
    let (arc, value) = (arc(node), node.value)
    if touch.phase == .began {
      guard arc.distance(touch.location) <= reach else { return .ignored }
      let outcome = node.step(.touch(touch, isInside: true, delaysPress: false))
      guard outcome.response == .handled else { return .ignored }
      if let delay = outcome.delay { node.requestTick(after: delay) }
      node.storage.state.withLock {
        $0.drag = TileDrag(start: touch.location, location: touch.location, grip: 0, isMoving: false)
      }
      return .handled
    }
    guard node.storage.interaction.touch == touch.id else { return .handled }
    let share = arc.share(at: touch.location)
    if touch.phase == .moved {
      let isMoving = node.storage.state.withLock { state -> Bool in
        guard let start = state.drag?.start else { return false }
        let (x, y) = (touch.location.x - start.x, touch.location.y - start.y)
        if x * x + y * y >= TileDrag.threshold * TileDrag.threshold { state.drag?.isMoving = true }
        return state.drag?.isMoving ?? false
      }
      // The tile does not jump over the opening.
      if isMoving, abs(share - value.range.share(value.amount)) <= 0.5 {
        set(node, value.range.nearest(value.range.number(share)), isLast: false)
      }
      return .handled
    }
    let drag = node.storage.state.withLock { state in
      defer { state.drag = nil }
      return state.drag
    }
    _ = node.step(.release)
    node.setNeedsDisplay()
    if drag?.isMoving == true {
      node.send(change, node.amount)
    } else if touch.phase == .ended, drag != nil {
      set(node, value.range.nearest(value.range.number(share)), isLast: true, moves: true)
    }
    return .handled
  }

  private static func handle(_ press: KeyPress, _ node: Node<Dial>) -> EventResponse {
    let (isEnabled, amount, range) = (node.canBeChanged, node.amount, node.value.range)
    // An arc turns clockwise in both directions.
    let direction = node.kind == .linear ? node.environmentValues.direction : .ltr
    let wasEditing = node.storage.interaction.isEditing
    let change = node.storage.state.withLock { state -> ValueChange? in
      let change = state.interaction.valueKey(press, axis: .horizontal, direction: direction, isEnabled: isEnabled)
      if change == .beginEditing { state.valueBeforeEditing = amount }
      return change
    }
    if wasEditing != node.storage.interaction.isEditing { node.setNeedsDisplay() }
    switch change {
    case .steps(let steps): set(node, range.moved(amount, by: steps), isLast: !wasEditing)
    case .minimum: set(node, range.minimum, isLast: !wasEditing)
    case .maximum: set(node, range.maximum, isLast: !wasEditing)
    case .beginEditing: break
    case .commit: node.send(Dial.change, node.amount)
    case .restore:
      if let before = node.storage.state.withLock({ $0.valueBeforeEditing }) { set(node, before, isLast: true) }
    case nil: return .ignored
    }
    return .handled
  }

  /// Sets a number chosen by the user. `moves`: the tile is animated.
  private static func set(_ node: Node<Dial>, _ number: Double, isLast: Bool, moves: Bool = false) {
    guard number != node.amount else { return }
    if moves { node.amount = number } else { animate(.none) { node.amount = number } }
    node.value.binding?.wrappedValue = number
    node.send(changing, number)
    if isLast { node.send(change, number) }
  }

  /// Does nothing: `handle` processes touches and keys.
  public static func activate(_ node: Node<Dial>) {}

  // MARK: focus and semantics

  public static func isFocusable(_ node: Node<Dial>) -> Bool { node.canBeUsed && node.isEditable }

  public static func hover(_ node: Node<Dial>, at location: Point?) -> EventResponse {
    node.isEditable ? node.interact(.hover(location != nil)) : .ignored
  }

  /// Returns the tile.
  public static func focusArea(in node: Node<Dial>) -> RoundedRect? {
    let theme = node.environmentValues.theme
    let (middle, side) = (arc(node).point(node.value.range.share(node.amount)), theme[.tileSide])
    return RoundedRect(Rect(middle.x - side / 2, middle.y - side / 2, side, side), radius: theme[.tileRadius])
  }

  public static func semantics(of node: Node<Dial>) -> NodeSemantics {
    let value = node.value
    let range = value.range
    var semantics = NodeSemantics(
      value.isEditable ? .slider : .meter, label: value.title.isEmpty ? value.spokenLabel : value.title,
      value: range.words(value.amount, unit: value.unit))
    semantics.number = SemanticsNumber(
      range.nearest(value.amount), in: range.minimum...range.maximum, step: value.isEditable && range.step > 0 ? range.step : nil)
    if !value.isEnabled { semantics.isDisabled = true }
    if value.isEditable { semantics.actions = [.increment, .decrement] }
    return semantics
  }

  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Dial>) -> Bool {
    guard part == nil, node.canBeChanged, node.isEditable, action == .increment || action == .decrement else { return false }
    set(node, node.value.range.moved(node.amount, by: action == .increment ? 1 : -1), isLast: true)
    return true
  }
}
