public import Tessera
public import TesseraGeometry

extension Button: LifecycleType {
  /// Follows one finger, and takes space and enter.
  public static func handle(_ event: Event, node: Node<Button>) -> EventResponse {
    switch event {
    case .touch(let touch):
      let area = Rect(size: node.frame.size).inset(by: -dragSlop)
      let isInside = touch.location.isFinite && area.contains(touch.location)
      return node.interact(.touch(touch, isInside: isInside, delaysPress: touch.phase == .began && node.isInScrollingContent))
    case .key(let press): return node.interact(.key(press))
    case .focus(let isFocused): return node.interact(.focus(isFocused))
    case .text, .wheel, .contextMenu: return .ignored
    }
  }

  /// A button that leaves the screen lets go of the finger that held it.
  public static func interfaceStateDidChange(_ node: Node<Button>, from old: InterfaceState, to new: InterfaceState) {
    if old == .visible { _ = node.interact(.release) }
  }
}

extension Button: HoverableType {
  /// Looks a little as if held down where a pointer is over it, unless it is disabled.
  public static func hover(_ node: Node<Button>, at location: Point?) -> EventResponse { node.interact(.hover(location != nil)) }
}

extension Button: TickingType {
  /// Begins and ends to look held down at the moments that are due.
  public static func tick(_ node: Node<Button>, at time: Double) -> Double? {
    let isEnabled = node.canBePressed
    return node.updatePress { $1.step(.time(time), isEnabled: isEnabled).delay }
  }
}
