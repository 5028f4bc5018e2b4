internal import Tessera
internal import TesseraGeometry

/// Horizontal pan that swipes a row. It fails if the row has no actions on that side, so that an ancestor of the table, such as a pager,
/// can handle the touch. Loop.
struct RowPull: Gesture {
  /// Returns whether the row at a start point has actions for a swipe in this direction.
  let canPull: @Sendable (_ start: Point, _ isForward: Bool) -> Bool
  /// Whether the layout direction is right-to-left.
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

  mutating func handle(_ touch: Touch) {
    let first = start ?? touch.location
    start = first
    let isOpen = pan.phase == .possible
    pan.handle(touch)
    guard isOpen, pan.phase == .began else { return }
    hasFailed = !canPull(first, (pan.reading.location.x > first.x) != isRightToLeft)
  }
}
