/// Playback position of a video: a state machine over the stage's time.
struct Playback: Sendable, Hashable {
  /// Current frame; nil before the start.
  var position: Int?
  /// Start time of frame 0; nil until the next tick sets it.
  var start: Double?
  /// Time at which playback should have started, if the file was not open then. It makes the position independent of the time for opening
  /// the file.
  var requested: Double?
  /// Time of the next frame. Earlier ticks belong to a previous start and are dropped.
  var nextTick: Double?

  /// Resumes from the current position with the next tick.
  mutating func resume() { (start, requested, nextTick) = (nil, nil, nil) }

  /// Advances to the frame for `time`. Returns the seconds until the next frame, or nil if there is none.
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
