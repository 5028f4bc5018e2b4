internal import Tessera
internal import TesseraGeometry

/// A finger that pulls a row aside: a pan along the row that fails where the row has nothing to show on that side, so that what the table lies in,
/// a pager for one, can have the finger. Loop.
struct RowPull: Gesture {
  /// Whether a row that is pulled from a point, towards the end of lines or not, has something to show for it.
  let canPull: @Sendable (_ start: Point, _ isForward: Bool) -> Bool
  /// Whether lines start at the right.
  let isRightToLeft: Bool
  private var pan = PanGesture(axis: .horizontal)
  private var start: Point?
  private var hasFailed = false

  init(isRightToLeft: Bool, canPull: @escaping @Sendable (Point, Bool) -> Bool) {
    self.isRightToLeft = isRightToLeft
    self.canPull = canPull
  }

  var phase: GesturePhase { hasFailed ? .failed : pan.phase }
  var deadline: Double? { nil }
  var reading: GestureReading { pan.reading }

  mutating func take(_ touch: Touch) {
    let first = start ?? touch.location
    start = first
    let isOpen = pan.phase == .possible
    pan.take(touch)
    guard isOpen, pan.phase == .began else { return }
    hasFailed = !canPull(first, (pan.reading.location.x > first.x) != isRightToLeft)
  }
}
