/// Where a video stands: a plain state machine over the time of the stage.
struct Playback: Sendable, Hashable {
  /// The frame shown; nil: not begun.
  var position: Int?
  /// The time at which frame 0 would have been shown, or nil where the next tick sets it.
  var start: Double?
  /// The time at which it should have begun, where the file was not open by then: what is shown must not depend on how long opening takes.
  var requested: Double?
  /// The time of the next change; ticks before it come from an earlier start and are dropped.
  var nextTick: Double?

  /// Goes on from where it stands with the next tick.
  mutating func resume() { (start, requested, nextTick) = (nil, nil, nil) }

  /// Moves to the frame for `time`. Returns the seconds until the next frame, or nil where none follows.
  mutating func advance(to time: Double, from first: Int, of count: Int, framesPerSecond rate: Double, loops: Bool) -> Double? {
    if let nextTick, time < nextTick - 1e-6 { return nil }
    let start = self.start ?? (requested ?? time) - Double(position ?? first) / rate
    self.start = start
    let shown = ((time - start) * rate + 1e-6).rounded(.down)
    guard shown.isFinite, abs(shown) < 1e15 else { return nil }
    if !loops, shown >= Double(count - 1) {
      (position, nextTick) = (count - 1, nil)
      return nil
    }
    position = ((Int(shown) % count) + count) % count
    let next = start + (shown + 1) / rate
    nextTick = next
    return max(0, next - time)
  }
}
