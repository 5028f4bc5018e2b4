/// Pacing of frames: whether one is running, and when ``Stage/run(framesPerSecond:)`` may paint the next. A value without a clock.
struct FramePacing {
  /// Frame interval in seconds, at the rate of the loop.
  private(set) var interval = 1.0 / 60
  /// Whether a frame is running.
  private var isInFrame = false
  private var earliest = 0.0
  /// Start of the loop while the first picture is incomplete; nil means normal pacing.
  private var start: Double?

  /// Times of the frame in progress, or of the last one.
  private(set) var time = FrameTime(start: 0, presentation: 0, interval: 1.0 / 60)
  /// Expected seconds from the begin of a frame to its presentation.
  private var cost = 0.0

  /// Maximum time in which frames are painted without pacing, because nothing has been shown yet.
  private static let startLimit = 0.1

  /// Begins a frame. Returns false if one is running, because a callback requested it.
  mutating func beginFrame(at now: Double, refresh: DisplayRefresh) -> Bool {
    guard !isInFrame else { return false }
    isInFrame = true
    let seen = refresh.next(from: now + cost) ?? now
    time = FrameTime(
      start: now, presentation: max(seen, time.presentation), interval: refresh.interval > 0 ? max(interval, refresh.interval) : interval)
    return true
  }

  /// Records that the frame was passed to the display.
  mutating func framePresented(at now: Double) {
    // A slow frame is expected again soon, and less so with each quick one.
    cost = max(max(0, now - time.start), cost * 0.9)
  }

  mutating func endFrame() { isInFrame = false }

  /// Called when the loop begins to run.
  /// - Parameter isFirst: whether nothing has been painted before.
  mutating func begin(interval: Double, at now: Double, isFirst: Bool) {
    self.interval = interval
    earliest = 0
    start = isFirst ? now : nil
  }

  /// Whether the first picture is still incomplete.
  var isStarting: Bool { start != nil }

  /// Returns the time before which no frame is painted; nil if it has passed.
  func pause(at now: Double) -> Double? { now < earliest ? earliest : nil }

  /// Called at the end of a frame. Ticks are paced like painted frames: a node that requests them continuously receives one in each frame.
  /// - Parameter isIncomplete: whether running work is missing in the picture.
  mutating func recordFrame(painted: Bool, ticked: Bool, isIncomplete: Bool, at now: Double) {
    if painted, !ticked, let start {
      if !isIncomplete || now >= start + Self.startLimit { self.start = nil }
    } else if painted || ticked {
      start = nil
      earliest = now + interval
    }
  }
}
