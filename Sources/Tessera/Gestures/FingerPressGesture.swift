internal import TesseraGeometry

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
