/// Display times of the frames of an animated image. A value; pure functions of the time.
public struct FrameTimeline: Sendable, Hashable {
  /// Playback position of an animated image.
  public struct Position: Sendable, Hashable {
    /// Current frame.
    public var frame: Int
    /// Number of completed loops.
    public var loop: Int
    /// Seconds until the next frame; nil if this frame stays.
    public var next: Double?
    /// Whether the last loop has ended.
    public var isFinished: Bool
  }

  /// End of each frame in seconds from the start of a loop.
  public let ends: [Double]
  /// Number of loops; 0 means unlimited.
  public var loopCount: Int

  /// Creates the timeline of frames with these delays in seconds.
  ///
  /// Delays of 10 ms and less become 100 ms, as in browsers: files with such delays rely on programs that could not keep up with them. An
  /// empty list counts as one frame.
  public init(delays: [Double], loopCount: Int = 0) {
    var end = 0.0
    ends = (delays.isEmpty ? [0.1] : delays).map {
      end += Self.shownDelay($0)
      return end
    }
    self.loopCount = max(0, loopCount)
  }

  /// Returns the display time in seconds of a frame with this delay.
  public static func shownDelay(_ delay: Double) -> Double { delay > 0.0101 && delay.isFinite ? delay : 0.1 }

  /// Number of frames.
  public var frameCount: Int { ends.count }
  /// Duration of one loop in seconds.
  public var loopDuration: Double { ends[ends.count - 1] }

  /// Returns the start of a frame in seconds from the start of a loop; the frame is clamped.
  public func time(ofFrame frame: Int) -> Double {
    let frame = min(max(frame, 0), ends.count - 1)
    return frame == 0 ? 0 : ends[frame - 1]
  }

  /// Returns the position `seconds` after the start. Negative times count as 0. O(log n) in frames.
  public func position(at seconds: Double) -> Position {
    let seconds = seconds > 0 && seconds.isFinite ? seconds : 0
    let duration = loopDuration
    // Frame times are sums: a time within a rounding error of a frame's end belongs to the next frame.
    let slack = 1e-6
    let loop = ((seconds + slack) / duration).rounded(.down)
    if loopCount > 0, loop >= Double(loopCount) {
      return Position(frame: ends.count - 1, loop: loopCount, next: nil, isFinished: true)
    }
    let within = max(0, seconds - loop * duration)
    var (low, high) = (0, ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= within + slack { low = middle + 1 } else { high = middle }
    }
    let stays = ends.count == 1 && loopCount == 0
    return Position(frame: low, loop: Int(min(loop, 1e15)), next: stays ? nil : max(ends[low] - within, slack), isFinished: false)
  }
}
