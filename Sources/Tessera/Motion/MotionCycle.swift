/// The part of an animation that is repeated. Seconds of the animation's own time. A value.
struct MotionCycle: Sendable, Hashable {
  /// When the part begins that is repeated.
  let start: Double
  /// How long the part takes, above 0.
  let length: Double
  /// How often it is run, at least 1; infinite: for ever.
  let count: Double

  /// When all of it is over.
  var end: Double { start + length * count }

  /// The place in the first run of the part that is seen at `time`.
  func place(at time: Double) -> Double {
    guard time > start else { return time }
    guard time < end else { return start + length }
    return start + (time - start).truncatingRemainder(dividingBy: length)
  }
}
