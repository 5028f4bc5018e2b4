/// When which frame of a moving picture is shown. A value; pure functions of the time.
public struct FrameTimeline: Sendable, Hashable {
  /// Where a moving picture stands.
  public struct Position: Sendable, Hashable {
    /// Frame that is shown.
    public var frame: Int
    /// Loops that have ended.
    public var loop: Int
    /// Seconds until another frame is shown; nil: this one stays.
    public var next: Double?
    /// Whether the last loop has ended.
    public var isFinished: Bool
  }

  /// Seconds at which each frame ends, from the beginning of a loop.
  public let ends: [Double]
  /// How often the frames are shown; 0: without end.
  public var loopCount: Int

  /// Makes the timeline of frames with these delays in seconds.
  ///
  /// Delays of 10 ms and less become 100 ms, as in browsers: files with such delays are made for programs that could not keep up with them. An empty
  /// list counts as one frame.
  public init(delays: [Double], loopCount: Int = 0) {
    var end = 0.0
    ends = (delays.isEmpty ? [0.1] : delays).map {
      end += Self.shownDelay($0)
      return end
    }
    self.loopCount = max(0, loopCount)
  }

  /// Returns the seconds for which a frame with this delay is shown.
  public static func shownDelay(_ delay: Double) -> Double { delay > 0.0101 && delay.isFinite ? delay : 0.1 }

  /// Number of frames.
  public var frameCount: Int { ends.count }
  /// Seconds of one loop.
  public var loopDuration: Double { ends[ends.count - 1] }

  /// Returns the seconds from the beginning of a loop to the beginning of a frame; the frame is clamped.
  public func time(ofFrame frame: Int) -> Double {
    let frame = min(max(frame, 0), ends.count - 1)
    return frame == 0 ? 0 : ends[frame - 1]
  }

  /// Returns what is shown `seconds` after the beginning. A time before it counts as 0. O(log frames).
  public func position(at seconds: Double) -> Position {
    let seconds = seconds > 0 && seconds.isFinite ? seconds : 0
    let duration = loopDuration
    // Frame times are sums: a moment that is a rounding error before the end of a frame belongs to the next.
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
