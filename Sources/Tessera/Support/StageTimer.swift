/// Call on the frame loop at a time of the stage's clock. Any thread.
final class StageTimer: Sendable {
  /// Called on the frame loop, no lock held, with the time of the clock. Returns seconds until the next call; nil ends the timer.
  let fire: @Sendable (_ time: Double) -> Double?

  /// Whether its calls end soon, as those of a press; false for timers of programs.
  let isSettling: Bool

  init(isSettling: Bool = false, _ fire: @escaping @Sendable (Double) -> Double?) { (self.isSettling, self.fire) = (isSettling, fire) }
}

/// Times of a repeated call: multiples of an interval from the first one. A value without a clock.
struct RepeatedTimes {
  /// Smallest interval of a timer, seconds.
  static let minimumInterval = 0.016

  /// Seconds between calls.
  let interval: Double
  /// Time of the latest call; nil before the first.
  private var due: Double?

  /// - Parameter interval: Seconds; smaller ones than ``minimumInterval`` and those that are not finite are that one.
  init(every interval: Double) { self.interval = interval.isFinite ? max(Self.minimumInterval, interval) : Self.minimumInterval }

  /// Seconds until the first call.
  var first: Double { interval }

  /// Returns seconds until the next time after `now`. Missed times are skipped.
  mutating func next(after now: Double) -> Double {
    let due = due ?? now
    let missed = ((now - due) / interval).rounded(.down) + 1
    let next = due + max(1, missed) * interval
    self.due = next
    return next - now
  }
}
