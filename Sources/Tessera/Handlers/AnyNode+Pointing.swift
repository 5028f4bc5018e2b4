extension AnyNode {
  /// Press or release of a mouse button other than the left one, over the node or its content.
  public static let pointerButton = Signal<PointerPress>("pointerButton")

  /// Calls `perform` at each press and release of the right, middle or a side button of a mouse over the node; the location is in its box. The
  /// innermost node with a handler is called. A release belongs to the node of the press. Any thread.
  ///
  /// `perform` runs on the loop, no lock held. Capture the node weakly: it retains the handler.
  @discardableResult
  public func onPointerButton(_ perform: @escaping @Sendable (PointerPress) -> Void) -> HandlerToken {
    on(AnyNode.pointerButton, perform: perform)
  }

  /// Whether touches of the node exclude those of others. While the node or one below it has a touch, touches elsewhere do not begin. While another
  /// node has one, touches here do not begin. Any thread.
  ///
  /// Several fingers may touch the node itself. A refused touch has no effect until its finger is lifted.
  public var isExclusiveTouch: Bool {
    get { properties.isExclusiveTouch }
    set { updateProperties { $0.isExclusiveTouch = newValue } }
  }
}
