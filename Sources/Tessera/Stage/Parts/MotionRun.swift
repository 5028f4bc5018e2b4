/// Clock of one animation, or of changes without an animation handle. Frame loop only.
final class MotionRun {
  let animation: Animation?
  /// Local time in seconds at `since`, and its rate: 1, -1, or 0 while it is held.
  private var base = 0.0
  private var since: Double
  private var rate = 1.0
  private var followed = -1
  /// Current local time, and whether it changed.
  private(set) var time = 0.0
  private(set) var hasMoved = true
  /// Maximum end time of its tracks.
  private(set) var end = 0.0
  private(set) var step = Step.moving
  /// Shared by the tracks.
  let springs = SpringMemo()

  enum Step { case moving, finished, cancelled, wentBack }

  init(_ animation: Animation?, now: Double) {
    self.animation = animation
    since = now
    if let cycle = animation?.cycle { end = cycle.end }
  }

  /// Extends the run to the end time of a track, in local time.
  func extend(to end: Double) { if animation?.cycle == nil { self.end = max(self.end, end) } }

  /// Whether a part of it is repeated: its tracks stay in motion until the whole run ends.
  var isCycling: Bool { animation?.cycle != nil }

  /// Applies commands and advances to `now`.
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
    // Rounded to millionths, so that accumulated clock fractions equal manually set values.
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

  /// Whether the clock advances it.
  var isRunning: Bool { rate != 0 && step == .moving }

  /// Time of the stage's clock at which it ends without a command; nil if it does not.
  var deadline: Double? {
    guard isRunning, end.isFinite || rate < 0 else { return nil }
    return rate > 0 ? since + max(0, end - base) : since + base
  }
}
