public import Tessera

extension Button {
  /// A touch began inside.
  public static let touchDown = Signal<Void>("touchDown")
  /// The button was pressed: a touch ended inside, or space or enter was pressed.
  public static let tap = AnyNode.tap
  /// A touch ended outside or was cancelled.
  public static let touchCancel = Signal<Void>("touchCancel")
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
      NodeSignal(tap, help: "The user released a touch inside, or pressed Space or Enter."),
      NodeSignal(touchDown, help: "The user touched the button."),
      NodeSignal(touchCancel, help: "The user released the touch outside, or it was cancelled."),
    ]
  }
}
