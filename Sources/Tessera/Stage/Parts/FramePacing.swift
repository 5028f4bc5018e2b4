/// Whether a frame is under way, and when ``Stage/run(framesPerSecond:)`` may paint the next. A value without a clock.
struct FramePacing {
  /// Seconds from one frame to the next at the rate that the loop runs with.
  private(set) var interval = 1.0 / 60
  /// Whether a frame is under way.
  private var isInFrame = false
  private var earliest = 0.0
  /// When the loop began, while the first picture is not complete; nil: frames keep their pace.
  private var start: Double?

  /// Longest time in which frames are painted as soon as there is something new: nothing has been seen yet that they would have to keep pace with.
  private static let startLimit = 0.1

  /// A frame begins. Returns false where one is under way: a callback asked for it.
  mutating func beginFrame() -> Bool {
    guard !isInFrame else { return false }
    isInFrame = true
    return true
  }

  mutating func endFrame() { isInFrame = false }

  /// The loop begins to run.
  /// - Parameter isFirst: whether nothing has been painted before.
  mutating func begin(interval: Double, at now: Double, isFirst: Bool) {
    self.interval = interval
    earliest = 0
    start = isFirst ? now : nil
  }

  /// Whether the first picture is not complete yet.
  var isStarting: Bool { start != nil }

  /// Moment before which no frame is to be painted; nil where that has passed.
  func pause(at now: Double) -> Double? { now < earliest ? earliest : nil }

  /// A frame has ended. Ticks are paced like frames that were painted: a node that asks for one after another gets one a frame.
  /// - Parameter isIncomplete: whether work is under way that the picture lacks.
  mutating func noteFrame(painted: Bool, ticked: Bool, isIncomplete: Bool, at now: Double) {
    if painted, !ticked, let start {
      if !isIncomplete || now >= start + Self.startLimit { self.start = nil }
    } else if painted || ticked {
      start = nil
      earliest = now + interval
    }
  }
}
