public import Tessera
internal import TesseraGeometry

extension Button: LifecycleType {
  /// Follows one finger, and takes space and enter.
  public static func handle(_ event: Event, node: Node<Button>) -> EventResponse {
    switch event {
    case .touch(let touch): return handle(touch, node: node)
    case .key(let press):
      guard press.key == .space || press.key == .enter, press.modifiers.isEmpty, node.isEnabled else { return .ignored }
      if press.isDown, !press.isRepeat { node.send(tap) }
      return .handled
    case .focus: return .handled
    case .text, .wheel: return .ignored
    }
  }

  private static func handle(_ touch: Touch, node: Node<Button>) -> EventResponse {
    if touch.phase == .began {
      // One finger at a time; another one finds the button taken.
      let isTaken = node.updatePress { value, press in
        guard value.isEnabled, press.touch == nil else { return false }
        press.touch = touch.id
        press.isHighlighted = true
        return true
      }
      if isTaken { node.send(touchDown) }
      return isTaken ? .handled : .ignored
    }
    let area = Rect(size: node.frame.size).inset(by: -dragSlop)
    let isInside = touch.location.isFinite && area.contains(touch.location)
    let signal: Signal<Void>? = node.updatePress { value, press in
      guard press.touch == touch.id else { return nil }
      if touch.phase == .moved {
        press.isHighlighted = isInside && value.isEnabled
        return nil
      }
      press = ButtonStorage.Press()
      return touch.phase == .ended && isInside && value.isEnabled ? tap : touchCancel
    }
    if let signal { node.send(signal) }
    return .handled
  }

  /// A button that leaves the screen lets go of the finger that held it.
  public static func interfaceStateDidChange(_ node: Node<Button>, from old: InterfaceState, to new: InterfaceState) {
    guard old == .visible else { return }
    let wasHeld = node.updatePress { _, press in
      defer { press = ButtonStorage.Press() }
      return press.touch != nil
    }
    if wasHeld { node.send(touchCancel) }
  }
}
