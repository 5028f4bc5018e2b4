/// Timing of an animation: delay, duration, repetition and reversal. Seconds. A value.
struct MotionTiming: Sendable, Hashable {
  var delay = 0.0
  /// Duration of one run; above 0 if it is repeated.
  var duration: Double
  var repeats = 1.0
  var autoreverses = false

  /// End of the last run; infinity if it is repeated forever.
  var end: Double { delay + (duration > 0 ? duration * repeats : 0) }

  enum Place: Equatable {
    case before
    /// Within a run, `time` seconds from the run's start; `direction` is 1, or -1 if the run is reversed.
    case within(time: Double, direction: Double)
    /// After the end: at the end of the last run.
    case over(isAtStart: Bool)
  }

  /// Returns the phase at `time`.
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
