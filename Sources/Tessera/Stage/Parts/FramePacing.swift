/// Pacing of frames: whether one is running, and when ``Stage/run(framesPerSecond:)`` may paint the next. A value without a clock.
struct FramePacing {
  /// Frame interval in seconds, at the rate of the loop.
  private(set) var interval = 1.0 / 60
  /// Whether a frame is running.
  private var isInFrame = false
  private var earliest = 0.0
  /// Start of the loop while the first picture is incomplete; nil means normal pacing.
  private var start: Double?

  /// Maximum time in which frames are painted without pacing, because nothing has been shown yet.
  private static let startLimit = 0.1

  /// Begins a frame. Returns false if one is running, because a callback requested it.
  mutating func beginFrame() -> Bool {
    guard !isInFrame else { return false }
    isInFrame = true
    return true
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
