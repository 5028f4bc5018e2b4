public import Tessera
public import TesseraGeometry
internal import TesseraRender

extension Button: LifecycleType {
  /// Handles touches of one finger, and the keys space and enter.
  public static func handle(_ event: Event, node: Node<Button>) -> EventResponse {
    switch event {
    case .touch(let touch):
      let area = Rect(size: node.frame.size).inset(by: -dragSlop)
      let isInside = touch.location.isFinite && area.contains(touch.location)
      return node.interact(.touch(touch, isInside: isInside, delaysPress: touch.phase == .began && node.isInScrollingContent))
    case .key(let press): return node.interact(.key(press))
    case .focus(let isFocused): return node.interact(.focus(isFocused))
    case .text, .composition, .wheel, .contextMenu, .pointerButton: return .ignored
    }
  }

  /// Cancels the touch of a button that leaves the screen.
  public static func interfaceStateDidChange(_ node: Node<Button>, from old: InterfaceState, to new: InterfaceState) {
    if old == .visible { _ = node.interact(.release) }
  }
}

extension Button: HitShapedType {
  /// Excludes the corners outside of the button's rounding, unless `hitTestSlop` enlarges the touch area.
  public static func isHit(at point: Point, in node: Node<Button>) -> Bool {
    let slop = node.hitTestSlop
    guard max(slop.top, slop.right, slop.bottom, slop.left) <= 0 else { return true }
    let own = node.cornerRadii
    let radii = own.isZero ? node.value.shown(in: node.environmentValues, node.storage).rounding : own
    return RoundedRect(Rect(size: node.frame.size), radii: radii).contains(point)
  }
}

extension Button: HoverableType {
  /// Shows a hovered look under a pointer, unless the button is disabled.
  public static func hover(_ node: Node<Button>, at location: Point?) -> EventResponse { node.interact(.hover(location != nil)) }
}

extension Button: TickingType {
  /// Starts or ends the pressed look, and repeats a held press, when it is due.
  public static func tick(_ node: Node<Button>, at time: Double) -> Double? {
    let isEnabled = node.canBePressed
    let outcome = node.updatePress { $1.step(.time(time), isEnabled: isEnabled, repeats: $0.repeats) }
    if outcome.action == .repeat { node.send(tap) }
    return outcome.delay
  }

  /// Returns whether the pressed look starts or ends soon.
  public static func isSettling(_ node: Node<Button>) -> Bool { node.isPressSettling }
}
