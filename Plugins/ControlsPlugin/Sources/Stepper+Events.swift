public import Tessera
internal import TesseraGeometry

extension Stepper {
  public static func handle(_ event: Event, node: Node<Stepper>) -> EventResponse {
    switch event {
    case .touch(let touch): return handle(touch, node)
    case .key(let press): return handle(press, node)
    case .wheel(_, let delta):
      guard node.storage.interaction.isFocused, node.canBeChanged, delta.y.isFinite, delta.y != 0 else { return .ignored }
      change(node, by: delta.y < 0 ? 1 : -1)
      return .handled
    case .focus, .text, .composition, .contextMenu, .pointerButton: return node.interact(with: event)
    }
  }

  private static func handle(_ touch: Touch, _ node: Node<Stepper>) -> EventResponse {
    guard touch.phase == .began else { return node.interact(node.input(touch), repeats: true) }
    let environment = node.environmentValues
    let part = [-1, 1].first { key($0, in: node.frame.size, environment).contains(touch.location) }
    guard let part else { return .ignored }
    let response = node.interact(node.input(touch), repeats: true)
    guard response == .handled else { return response }
    node.storage.state.withLock { $0.part = part }
    node.setNeedsDisplay()
    return response
  }

  /// Changes the number by one step at the end of a touch, unless the key has repeated during the touch.
  public static func activate(_ node: Node<Stepper>) {
    if let part = node.storage.state.withLock({ $0.part }) { change(node, by: part) }
  }

  /// Changes the number by a step with each repeat of a held key, and by ten steps from the tenth repeat on.
  public static func tick(_ node: Node<Stepper>, at time: Double) -> Double? {
    let outcome = node.step(.time(time), repeats: true)
    let (part, isFast) = node.storage.state.withLock { ($0.part ?? 0, $0.interaction.keyRepeat?.isFast ?? false) }
    if outcome.action == .repeat, part != 0 { change(node, by: part * (isFast ? 10 : 1)) }
    return outcome.delay
  }

  private static func handle(_ press: KeyPress, _ node: Node<Stepper>) -> EventResponse {
    let (direction, isEnabled) = (node.environmentValues.direction, node.canBeChanged)
    let (amount, range) = (node.amount, node.value.range)
    let wanted = node.storage.state.withLock { state -> ValueChange? in
      let change = state.interaction.valueKey(press, axis: .horizontal, direction: direction, isEnabled: isEnabled)
      if change == .beginEditing { state.valueBeforeEditing = amount }
      return change
    }
    switch wanted {
    case .steps(let steps): change(node, by: steps)
    case .minimum: set(node, range.minimum)
    case .maximum: set(node, range.maximum)
    case .restore: if let before = node.storage.state.withLock({ $0.valueBeforeEditing }) { set(node, before) }
    case .beginEditing, .commit: break
    case nil: return .ignored
    }
    node.setNeedsDisplay()
    return .handled
  }

  private static func change(_ node: Node<Stepper>, by steps: Int) { set(node, node.value.range.moved(node.amount, by: steps)) }

  private static func set(_ node: Node<Stepper>, _ number: Double) {
    guard number != node.amount else { return }
    node.amount = number
    node.value.binding?.wrappedValue = number
    node.send(change, number)
  }

  public static func semantics(of node: Node<Stepper>) -> NodeSemantics {
    let value = node.value
    let range = value.range
    var semantics = NodeSemantics(.stepper, label: value.spokenLabel, value: range.words(value.amount, unit: value.unit))
    semantics.number = SemanticsNumber(range.nearest(value.amount), in: range.minimum...range.maximum, step: range.step)
    if !value.isEnabled { semantics.isDisabled = true }
    semantics.actions = [.increment, .decrement]
    return semantics
  }

  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Stepper>) -> Bool {
    guard part == nil, node.canBeChanged, action == .increment || action == .decrement else { return false }
    change(node, by: action == .increment ? 1 : -1)
    return true
  }
}
