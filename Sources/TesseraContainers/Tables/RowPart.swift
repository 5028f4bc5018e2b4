internal import Tessera
internal import TesseraGeometry

/// Part of a row with a press state: an action of a swiped row, a delete button, a detail mark. It fades while a pointer is over it and while it is
/// pressed.
protocol RowPart: HoverableType, TickingType, LifecycleType where Storage == RowPartStorage {
  /// Whether the node reacts to touches and pointers.
  static func isPressable(_ node: Node<Self>) -> Bool
  /// Performs a press. Frame loop, no lock held.
  static func activate(_ node: Node<Self>)
  /// Opacity while a pointer is over it, and while it is pressed.
  static var opacities: (hovered: Double, pressed: Double) { get }
}

/// Press and hover of a part of a row. Any thread.
final class RowPartStorage: NodeStorage {
  let interaction = Locked(InteractionState())
  init() {}
}

extension RowPart {
  static func isPressable(_ node: Node<Self>) -> Bool { true }
  static var opacities: (hovered: Double, pressed: Double) { (0.9, 0.7) }

  static func handle(_ event: Event, node: Node<Self>) -> EventResponse {
    guard case .touch(let touch) = event else { return .ignored }
    let area = Rect(size: node.frame.size).inset(by: -InteractionState.touchSlop)
    return interact(
      .touch(
        touch, isInside: touch.location.isFinite && area.contains(touch.location),
        delaysPress: touch.phase == .began && node.isInScrollingContent), node)
  }

  static func hover(_ node: Node<Self>, at location: Point?) -> EventResponse {
    let isOver = location != nil && isPressable(node)
    _ = interact(.hover(isOver), node)
    return isOver ? .handled : .ignored
  }

  static func tick(_ node: Node<Self>, at time: Double) -> Double? { step(.time(time), node).delay }

  static func isSettling(_ node: Node<Self>) -> Bool { node.storage.interaction.withLock { $0.isSettling } }

  static func interfaceStateDidChange(_ node: Node<Self>, from old: InterfaceState, to new: InterfaceState) {
    if old == .visible { _ = interact(.release, node) }
  }

  /// Handles an input and performs its outcome.
  private static func interact(_ input: InteractionState.Input, _ node: Node<Self>) -> EventResponse {
    let outcome = step(input, node)
    if let delay = outcome.delay { node.requestTick(after: delay) }
    if outcome.action == .activate { activate(node) }
    return outcome.response
  }

  /// Handles an input and shows a changed phase.
  private static func step(_ input: InteractionState.Input, _ node: Node<Self>) -> InteractionState.Outcome {
    let isEnabled = isPressable(node) && node.environmentValues.isEnabled
    let (outcome, old, new) = node.storage.interaction.withLock { state in
      let old = state.phase(isEnabled: isEnabled)
      let outcome = state.step(input, isEnabled: isEnabled)
      return (outcome, old, state.phase(isEnabled: isEnabled))
    }
    if old != new {
      let opacity = new == .pressed ? opacities.pressed : new == .hovered ? opacities.hovered : 1
      node.show(opacity, \.opacity, isGone: new != .pressed, isHoverChange: old != .pressed && new != .pressed)
    }
    return outcome
  }
}
