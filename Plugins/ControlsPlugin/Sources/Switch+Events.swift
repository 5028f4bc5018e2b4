public import Tessera
internal import TesseraGeometry

extension Switch {
  public static func handle(_ event: Event, node: Node<Switch>) -> EventResponse {
    guard case .touch(let touch) = event else { return node.interact(with: event) }
    return handle(touch, node)
  }

  /// Moves the tile with the finger after a minimum distance; otherwise the touch is a press.
  private static func handle(_ touch: Touch, _ node: Node<Switch>) -> EventResponse {
    if touch.phase == .began {
      let response = node.interact(node.input(touch))
      if response == .handled {
        node.storage.state.withLock { $0.drag = TileDrag(start: touch.location, location: touch.location, grip: 0, isMoving: false) }
      }
      return response
    }
    guard node.storage.interaction.touch == touch.id else { return .handled }
    let track = track(in: node.environmentValues)
    let way = track.width - track.height
    let isRightToLeft = node.environmentValues.direction == .rtl
    let wasOn = node.isOn
    let share = node.storage.state.withLock { state -> Double? in
      guard var drag = state.drag else { return nil }
      let distance = (touch.location.x - drag.start.x) * (isRightToLeft ? -1 : 1)
      if abs(distance) >= TileDrag.threshold { drag.isMoving = true }
      state.drag = touch.phase == .moved ? drag : nil
      return drag.isMoving && distance.isFinite ? min(1, max(0, (wasOn ? 1 : 0) + distance / way)) : nil
    }
    guard let share else { return node.interact(node.input(touch)) }
    guard touch.phase != .moved else {
      animate(.none) { node.draggedShare = share }
      return .handled
    }
    _ = node.step(.release)
    let isOn = touch.phase == .ended ? share >= 0.5 : wasOn
    node.update { ($0.draggedShare, $0.isOn) = (nil, isOn) }
    if isOn != wasOn { sendChange(node, isOn) }
    return .handled
  }

  public static func activate(_ node: Node<Switch>) {
    let isOn = node.update { value in
      value.isOn.toggle()
      value.draggedShare = nil
      return value.isOn
    }
    sendChange(node, isOn)
  }

  private static func sendChange(_ node: Node<Switch>, _ isOn: Bool) {
    node.value.binding?.wrappedValue = isOn
    node.send(change, isOn)
  }

  /// The label is the title, if there is one.
  public static func semantics(of node: Node<Switch>) -> NodeSemantics {
    let value = node.value
    var semantics = NodeSemantics(.switch, label: value.title.isEmpty ? value.spokenLabel : value.title)
    semantics.checked = value.isOn ? .on : .off
    if !value.isEnabled { semantics.isDisabled = true }
    semantics.actions = [.activate]
    return semantics
  }
}
