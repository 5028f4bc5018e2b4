internal import Tessera
internal import TesseraGeometry

/// Touch that begins on a strip of a node and moves along it.
struct StripTouch: Gesture {
  private let strip: Rect
  private var contact: Int?
  private(set) var phase = GesturePhase.possible
  var deadline: Double? { nil }
  private(set) var reading = GestureReading()

  init(strip: Rect) { self.strip = strip }

  mutating func handle(_ touch: Touch) {
    switch touch.phase {
    case .began:
      guard contact == nil else { return }
      guard strip.contains(touch.location) else {
        phase = .failed
        return
      }
      contact = touch.id
      phase = .began
    case .moved: if contact == touch.id { phase = .changed }
    case .ended: if contact == touch.id { phase = .ended }
    case .cancelled: if contact == touch.id { phase = .cancelled }
    }
    if contact == touch.id { reading.location = touch.location }
  }
}
