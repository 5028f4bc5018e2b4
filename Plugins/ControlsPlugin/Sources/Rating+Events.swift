public import Tessera
internal import TesseraGeometry
public import TesseraRender

extension Rating {
  public static func handle(_ event: Event, node: Node<Rating>) -> EventResponse {
    guard !node.isReadOnly else { return .ignored }
    switch event {
    case .touch(let touch): return handle(touch, node)
    case .key(let press): return handle(press, node)
    default: return node.interact(with: event)
    }
  }

  /// Shows the rating under the finger, and chooses it when the touch ends.
  private static func handle(_ touch: Touch, _ node: Node<Rating>) -> EventResponse {
    guard touch.location.isFinite else { return .handled }
    let before = node.amount
    if touch.phase == .began {
      let outcome = node.step(node.input(touch))
      guard outcome.response == .handled else { return .ignored }
      if let delay = outcome.delay { node.requestTick(after: delay) }
      node.storage.state.withLock { state in
        state.valueBeforeEditing = before
        state.drag = TileDrag(start: touch.location, location: touch.location, grip: 0, isMoving: false)
      }
      return .handled
    }
    guard node.storage.interaction.touch == touch.id, let drag = node.storage.state.withLock({ $0.drag }) else { return .handled }
    let isMoving = drag.isMoving || abs(touch.location.x - drag.start.x) >= TileDrag.threshold
    let first = node.storage.state.withLock { state in
      state.drag?.isMoving = isMoving
      return state.valueBeforeEditing ?? before
    }
    let number = number(at: touch.location, node)
    if touch.phase == .moved {
      if isMoving { node.amount = number }
      return .handled
    }
    node.storage.state.withLock { $0.drag = nil }
    let outcome = node.step(node.input(touch))
    guard touch.phase == .ended, outcome.action == .activate || isMoving else {
      node.amount = first
      return .handled
    }
    node.amount = first
    set(node, !isMoving && node.value.clears && number == first ? 0 : number)
    return .handled
  }

  /// Returns the rating at a location: at least one step.
  private static func number(at location: Point, _ node: Node<Rating>) -> Double {
    let (value, environment) = (node.value, node.environmentValues)
    let pitch = value.side(environment, room: node.frame.size.width) + value.gap
    let x = environment.direction == .rtl ? node.frame.size.width - location.x : location.x
    let steps = ((x + value.gap / 2) / pitch / value.range.step).rounded(.up)
    return value.range.nearest(max(1, steps) * value.range.step)
  }

  private static func handle(_ press: KeyPress, _ node: Node<Rating>) -> EventResponse {
    let (direction, isEnabled, before, range) = (node.environmentValues.direction, node.canBeChanged, node.amount, node.value.range)
    let wasEditing = node.storage.interaction.isEditing
    let change = node.storage.state.withLock { state -> ValueChange? in
      let change = state.interaction.valueKey(press, axis: .horizontal, direction: direction, isEnabled: isEnabled)
      if change == .beginEditing { state.valueBeforeEditing = before }
      return change
    }
    if wasEditing != node.storage.interaction.isEditing { node.setNeedsDisplay() }
    switch change {
    case .steps(let steps):
      // At the ends, arrows move the focus.
      return set(node, range.moved(before, by: steps)) || wasEditing ? .handled : .ignored
    case .minimum: set(node, 0)
    case .maximum: set(node, range.maximum)
    case .restore: if let first = node.storage.state.withLock({ $0.valueBeforeEditing }) { set(node, first) }
    case .beginEditing, .commit: break
    case nil: return .ignored
    }
    return .handled
  }

  /// Sets a rating chosen by the user. Returns whether it has changed.
  @discardableResult
  private static func set(_ node: Node<Rating>, _ number: Double) -> Bool {
    guard number != node.amount else { return false }
    node.amount = number
    node.value.binding?.wrappedValue = number
    node.send(change, number)
    return true
  }

  /// Does nothing: `handle` processes touches and keys.
  public static func activate(_ node: Node<Rating>) {}

  public static func isFocusable(_ node: Node<Rating>) -> Bool { node.canBeUsed && !node.isReadOnly }

  public static func focusArea(in node: Node<Rating>) -> RoundedRect? {
    RoundedRect(Rect(size: node.frame.size), radius: node.environmentValues.theme[.radius2])
  }

  public static func semantics(of node: Node<Rating>) -> NodeSemantics {
    let value = node.value
    let number = value.amount.isFinite ? min(value.range.maximum, max(0, value.amount)) : 0
    var semantics = NodeSemantics(value.isReadOnly ? .meter : .slider, label: value.spokenLabel)
    let stars = NumberFormat(decimals: value.range.step < 1 || value.isReadOnly ? 1 : 0).string(number)
    semantics.value = node.environmentValues.word(.countOf, ["n": stars, "count": "\(value.starCount)"])
    semantics.number = SemanticsNumber(number, in: 0...value.range.maximum, step: value.isReadOnly ? nil : value.range.step)
    if !value.isEnabled { semantics.isDisabled = true }
    if !value.isReadOnly { semantics.actions = [.increment, .decrement] }
    return semantics
  }

  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Rating>) -> Bool {
    guard part == nil, node.canBeChanged, !node.isReadOnly, action == .increment || action == .decrement else { return false }
    return set(node, node.value.range.moved(node.amount, by: action == .increment ? 1 : -1))
  }
}
