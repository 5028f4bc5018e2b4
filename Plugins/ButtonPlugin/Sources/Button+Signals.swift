public import Tessera

extension Button {
  /// A finger came down inside.
  public static let touchDown = Signal<Void>("touchDown")
  /// A finger went up inside, or space or enter was pressed: what buttons act on.
  public static let tap = AnyNode.tap
  /// A finger went up outside, or the touch was cancelled.
  public static let touchCancel = Signal<Void>("touchCancel")
}

extension Node where Value == Button {
  /// Calls `perform` when a finger came down inside. Frame loop.
  @discardableResult
  public func onTouchDown(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Button.touchDown, perform: perform) }

  /// Calls `perform` when a finger went up outside, or the touch was cancelled. Frame loop.
  @discardableResult
  public func onTouchCancel(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Button.touchCancel, perform: perform) }
}

extension Button {
  public static var signals: [NodeSignal] {
    [
      NodeSignal(tap, help: "A finger went up inside, or Space or Enter was pressed."),
      NodeSignal(touchDown, help: "A finger came down inside."),
      NodeSignal(touchCancel, help: "A finger went up outside, or the touch was cancelled."),
    ]
  }
}
