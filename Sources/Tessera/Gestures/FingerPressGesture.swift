public import TesseraGeometry

/// Long press of a finger only; a mouse has a button for the same request.
struct FingerPressGesture: Gesture {
  private var press = LongPressGesture()
  private var hasFailed = false

  var phase: GesturePhase { hasFailed ? .failed : press.phase }
  var reading: GestureReading { press.reading }
  var deadline: Double? { hasFailed ? nil : press.deadline }
  var yieldsToHandlers: Bool { press.yieldsToHandlers }

  mutating func handle(_ touch: Touch) {
    if touch.pointer == .mouse { hasFailed = true } else { press.handle(touch) }
  }

  mutating func pass(_ time: Double) { press.pass(time) }
}

extension AnyNode {
  /// Request for a context menu at a point of the node's box (logical units): by the right mouse button, or by a finger that rests on it.
  public static let contextMenu = Signal<Point>("contextMenu")

  /// Calls `perform` with a point of the node's box, logical units, when the user requests a context menu there: by the right mouse button
  /// or by a finger that rests. Editable and selectable text shows its own menu. Any thread.
  ///
  /// `perform` runs on the loop, with no lock held. Capture the node weakly, because the node retains the handler.
  @discardableResult
  public func onContextMenu(_ perform: @escaping @Sendable (_ location: Point) -> Void) -> HandlerToken {
    if let recognizer = contextMenuRecognizer() { addRecognizer(recognizer) }
    return on(AnyNode.contextMenu, perform: perform)
  }

  /// Returns the recognizer of resting fingers if the node has none yet.
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
