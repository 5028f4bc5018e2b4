/// Repeated part of an animation, in seconds of the animation's local time. A value.
struct MotionCycle: Sendable, Hashable {
  /// Start of the repeated part.
  let start: Double
  /// Length of the repeated part, above 0.
  let length: Double
  /// Number of runs, at least 1; infinity means forever.
  let count: Double

  /// End of all runs.
  var end: Double { start + length * count }

  /// Returns the time in the first run that corresponds to `time`.
  func place(at time: Double) -> Double {
    guard time > start else { return time }
    guard time < end else { return start + length }
    return start + (time - start).truncatingRemainder(dividingBy: length)
  }
}
