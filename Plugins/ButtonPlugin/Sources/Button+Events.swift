public import Tessera
public import TesseraGeometry

extension Button: LifecycleType {
  /// Follows one finger, and takes space and enter.
  public static func handle(_ event: Event, node: Node<Button>) -> EventResponse {
    switch event {
    case .touch(let touch): return handle(touch, node: node)
    case .key(let press):
      guard press.key == .space || press.key == .enter else { return .ignored }
      if !press.isDown { node.updatePress { if $1.isKeyDown { $1.endKey() } } }
      guard press.modifiers.isEmpty, node.isEnabled else { return .ignored }
      if press.isDown, !press.isRepeat {
        flash(node)
        node.send(tap)
      }
      return .handled
    case .focus(let isFocused):
      if !isFocused { node.updatePress { if $1.isKeyDown { $1.endKey() } } }
      return .handled
    case .text, .wheel, .contextMenu: return .ignored
    }
  }

  /// Looks held down until the key is up, and for ``minimumHighlight`` at least, unless a finger holds it anyway.
  private static func flash(_ node: Node<Button>) {
    let begins = node.updatePress { _, press in
      guard press.touch == nil else { return false }
      press.begin()
      return true
    }
    if begins { node.requestTick(after: 0) }
  }

  private static func handle(_ touch: Touch, node: Node<Button>) -> EventResponse {
    if touch.phase == .began {
      let waits = node.isInScrollingContent
      // One finger at a time; another one finds the button taken.
      let isTaken = node.updatePress { value, press in
        guard value.isEnabled, press.touch == nil else { return false }
        (press.touch, press.isInside) = (touch.id, true)
        if waits { press.look = .waits(until: touch.time + highlightDelay) } else { press.show(at: touch.time) }
        return true
      }
      guard isTaken else { return .ignored }
      node.requestTick(after: waits ? highlightDelay : minimumHighlight)
      node.send(touchDown)
      return .handled
    }
    let area = Rect(size: node.frame.size).inset(by: -dragSlop)
    let isInside = touch.location.isFinite && area.contains(touch.location)
    var flashes = false
    let signal: Signal<Void>? = node.updatePress { value, press in
      guard press.touch == touch.id else { return nil }
      press.isInside = isInside && value.isEnabled
      if touch.phase == .moved {
        if case .waits = press.look { return nil }
        press.isHighlighted = press.isInside
        return nil
      }
      let isTap = touch.phase == .ended && press.isInside
      flashes = isTap && press.end(at: touch.time)
      if !isTap { press.letGo() }
      return isTap ? tap : touchCancel
    }
    if flashes { node.requestTick(after: minimumHighlight) }
    if let signal { node.send(signal) }
    return .handled
  }

  /// A button that leaves the screen lets go of the finger that held it.
  public static func interfaceStateDidChange(_ node: Node<Button>, from old: InterfaceState, to new: InterfaceState) {
    guard old == .visible else { return }
    let wasHeld = node.updatePress { _, press in
      defer { press.letGo() }
      return press.touch != nil
    }
    if wasHeld { node.send(touchCancel) }
  }
}

extension Button: HoverableType {
  /// Looks a little as if held down where a pointer is over it, unless it is disabled.
  public static func hover(_ node: Node<Button>, at location: Point?) -> EventResponse {
    node.updatePress { $1.isHovered = location != nil }
    return .handled
  }
}

extension Button: TickingType {
  /// Begins and ends to look held down at the moments that are due.
  public static func tick(_ node: Node<Button>, at time: Double) -> Double? {
    node.updatePress { $1.pass(time) }.map { $0 - time }
  }
}
