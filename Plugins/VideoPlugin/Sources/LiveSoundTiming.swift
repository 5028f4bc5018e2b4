/// Decisions about the sound of a live stream: the place of each part on the time line of the stream. A value; times in seconds.
struct LiveSoundTiming: Sendable, Hashable {
  /// Use of a part.
  enum Placement: Sendable, Hashable {
    /// It follows the previous part, after silence, or without its beginning.
    case append(silence: Double, dropped: Double)
    /// It begins a new time line.
    case restart
  }

  /// Deviation of time stamps that is not corrected.
  static let tolerance = 0.02
  /// Largest gap that becomes silence, and largest overlap that is dropped. Beyond it, the stream began again.
  static let longestGap = 1.0

  /// Time at which the previous part ends; nil before the first.
  private(set) var end: Double?

  /// The next part begins a new time line.
  mutating func reset() { end = nil }

  /// Decides about the next part.
  mutating func place(time: Double, duration: Double) -> Placement {
    guard let end, abs(time - end) <= Self.longestGap else {
      self.end = time + duration
      return .restart
    }
    let gap = time - end
    guard abs(gap) > Self.tolerance else {
      self.end = end + duration
      return .append(silence: 0, dropped: 0)
    }
    self.end = max(end, time + duration)
    return .append(silence: max(0, gap), dropped: min(max(0, -gap), duration))
  }
}
