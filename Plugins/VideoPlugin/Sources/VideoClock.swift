/// Time of a playing video as a function of the stage's time. A value; all times in seconds.
struct VideoClock: Sendable, Hashable {
  /// Seconds of video for each second.
  private(set) var rate = 1.0
  /// Time of the video while it does not run.
  private var held = 0.0
  /// Stage time at which the video had the time ``held``; nil while it does not run.
  private var start: Double?

  /// Whether time passes.
  var isRunning: Bool { start != nil }

  /// Returns the time of the video at a time of the stage.
  func time(at now: Double) -> Double { start.map { held + max(0, now - $0) * rate } ?? held }

  /// Continues from the current time.
  mutating func run(at now: Double) { if start == nil { start = now } }

  /// Holds the current time.
  mutating func hold(at now: Double) { (held, start) = (time(at: now), nil) }

  /// Holds a time of the video.
  mutating func hold(time: Double) { (held, start) = (time, nil) }

  /// Continues from a time of the video.
  mutating func set(time: Double, at now: Double) { (held, start) = (time, now) }

  /// Changes the rate; the time continues without a jump.
  mutating func setRate(_ new: Double, at now: Double) {
    guard new != rate else { return }
    if start != nil { (held, start) = (time(at: now), now) }
    rate = new
  }

  /// Returns the seconds until the video has a time; nil while it does not run.
  func delay(until time: Double, at now: Double) -> Double? {
    guard isRunning, rate > 0 else { return nil }
    return max(0, (time - self.time(at: now)) / rate)
  }
}
