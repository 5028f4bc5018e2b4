public import TesseraGeometry

/// A long press of a finger: a mouse has a button for what that asks for.
struct FingerPressGesture: Gesture {
  private var press = LongPressGesture()
  private var hasFailed = false

  var phase: GesturePhase { hasFailed ? .failed : press.phase }
  var reading: GestureReading { press.reading }
  var deadline: Double? { hasFailed ? nil : press.deadline }
  var yieldsToHandlers: Bool { press.yieldsToHandlers }

  mutating func take(_ touch: Touch) {
    if touch.pointer == .mouse { hasFailed = true } else { press.take(touch) }
  }

  mutating func pass(_ time: Double) { press.pass(time) }
}

extension AnyNode {
  /// A person asks for what can be done with the node, at a point of its box (logical units): the right button of a mouse, or a finger that rests on it.
  public static let contextMenu = Signal<Point>("contextMenu")

  /// Calls `perform` with a point of the node's box, logical units, when a person asks there for what can be done: by the right button of a mouse, or by a
  /// finger that rests. Text that a person can edit or select shows its own menu. Any thread.
  ///
  /// `perform` runs on the loop, no lock held. Capture the node weakly: it holds the handler.
  @discardableResult
  public func onContextMenu(_ perform: @escaping @Sendable (_ location: Point) -> Void) -> HandlerToken {
    if let recognizer = contextMenuRecognizer() { addRecognizer(recognizer) }
    return on(AnyNode.contextMenu, perform: perform)
  }

  /// The recognizer of resting fingers, where the node has none yet.
  private func contextMenuRecognizer() -> GestureRecognizer? {
    attach { attachments -> GestureRecognizer? in
      guard attachments.presses == nil else { return nil }
      let made = GestureRecognizer(FingerPressGesture()) { press in
        if press.phase == .began { press.node.send(AnyNode.contextMenu, press.reading.location) }
      }
      attachments.presses = made
      return made
    }
  }
}
