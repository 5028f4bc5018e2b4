/// The clock of one animation, or of changes that nobody holds. Frame loop only.
final class MotionRun {
  let animation: Animation?
  /// Seconds of its own time at `since`, and how it goes on from there: 1, -1, or 0 while it is held.
  private var base = 0.0
  private var since: Double
  private var rate = 1.0
  private var followed = -1
  /// Its own time now, and whether that is another than before.
  private(set) var time = 0.0
  private(set) var hasMoved = true
  /// When the last of what it moves is over.
  private(set) var end = 0.0
  private(set) var step = Step.moving
  /// For the tracks that go along.
  let springs = SpringMemo()

  enum Step { case moving, finished, cancelled, wentBack }

  init(_ animation: Animation?, now: Double) {
    self.animation = animation
    since = now
    if let cycle = animation?.cycle { end = cycle.end }
  }

  /// Something goes along until then, its own time.
  func extend(to end: Double) { if animation?.cycle == nil { self.end = max(self.end, end) } }

  /// Whether a part of it is repeated: what it moves stays in motion until all of it is over.
  var isCycling: Bool { animation?.cycle != nil }

  /// Follows orders and clock to `now`.
  func advance(to now: Double) {
    let before = time
    if let animation {
      let orders = animation.orders
      if orders.serial != followed {
        base = elapsed(now)
        since = now
        rate = orders.isHeld ? 0 : orders.isReversed ? -1 : 1
        if let jump = orders.jump, jump.serial > followed {
          switch jump.to {
          case .seconds(let seconds): base = seconds
          case .share(let share): base = end.isFinite ? share * end : share
          }
        }
        if rate < 0 { base = min(base, end) }
        followed = orders.serial
        if let end = orders.end { step = end == .finish ? .finished : .cancelled }
      }
    }
    // In steps of a millionth, so that the clock's sums of fractions and a hand's number come to the same.
    let passed = (elapsed(now) * Self.steps).rounded() / Self.steps
    time = animation?.cycle?.place(at: passed) ?? passed
    hasMoved = time != before
    animation?.show(passed, of: end)
    guard step == .moving else { return }
    if rate > 0, passed >= end { step = .finished }
    if rate < 0, passed <= 0 { step = .wentBack }
  }

  private static let steps = 1_048_576.0

  private func elapsed(_ now: Double) -> Double { max(0, base + (now - since) * rate) }

  /// Whether the clock alone moves it.
  var isRunning: Bool { rate != 0 && step == .moving }

  /// Moment of the stage's clock at which it is over by itself; nil where that is never.
  var deadline: Double? {
    guard isRunning, end.isFinite || rate < 0 else { return nil }
    return rate > 0 ? since + max(0, end - base) : since + base
  }
}
