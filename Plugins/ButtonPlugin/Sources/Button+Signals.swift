public import Tessera

extension Button {
  /// A touch began inside.
  public static let touchDown = Signal<Void>("touchDown")
  /// The button was pressed: a touch ended inside, or space or enter was pressed.
  public static let tap = AnyNode.tap
  /// A touch ended outside or was cancelled.
  public static let touchCancel = Signal<Void>("touchCancel")
  /// The finger left the button: it is more than ``dragSlop`` outside of its box.
  public static let touchLeave = Signal<Void>("touchLeave")
  /// The finger returned to the button.
  public static let touchEnter = Signal<Void>("touchEnter")
  /// A touch ended outside; `touchCancel` follows.
  public static let touchUpOutside = Signal<Void>("touchUpOutside")
}

extension Node where Value == Button {
  /// Calls `perform` when a touch begins inside. Frame loop.
  @discardableResult
  public func onTouchDown(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Button.touchDown, perform: perform) }

  /// Calls `perform` when a touch ends outside or is cancelled. Frame loop.
  @discardableResult
  public func onTouchCancel(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Button.touchCancel, perform: perform) }
}

extension Button {
  public static var signals: [NodeSignal] {
    [
      NodeSignal(tap, help: "The user released a touch inside, or pressed Space or Enter; or the held button repeats."),
      NodeSignal(touchDown, help: "The user touched the button."),
      NodeSignal(touchCancel, help: "The user released the touch outside, or it was cancelled."),
      NodeSignal(touchLeave, help: "The finger left the button while it holds it."),
      NodeSignal(touchEnter, help: "The finger that holds the button came back."),
      NodeSignal(touchUpOutside, help: "The user released the touch outside; touchCancel follows."),
    ]
  }
}
