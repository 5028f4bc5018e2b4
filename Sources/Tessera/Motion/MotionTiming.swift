/// When something runs: after a delay, for a time, once or again and again, there or there and back. Seconds. A value.
struct MotionTiming: Sendable, Hashable {
  var delay = 0.0
  /// Of one run; above 0 where it is repeated.
  var duration: Double
  var repeats = 1.0
  var autoreverses = false

  /// When the last run ends; infinite where none is the last.
  var end: Double { delay + (duration > 0 ? duration * repeats : 0) }

  enum Place: Equatable {
    case before
    /// Within a run, `time` seconds from the run's start; `direction` is 1, or -1 where the run goes back.
    case within(time: Double, direction: Double)
    /// Over: where the last run ends.
    case over(isAtStart: Bool)
  }

  /// Where `time` is.
  func place(at time: Double) -> Place {
    let t = time - delay
    if t < 0 { return .before }
    guard duration > 0, t < duration * repeats else {
      return .over(isAtStart: autoreverses && repeats.isFinite && repeats.truncatingRemainder(dividingBy: 2) == 0)
    }
    let run = (t / duration).rounded(.down)
    let inside = t - run * duration
    guard autoreverses, run.truncatingRemainder(dividingBy: 2) == 1 else { return .within(time: inside, direction: 1) }
    return .within(time: duration - inside, direction: -1)
  }
}
