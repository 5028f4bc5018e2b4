internal import TesseraPictures

/// Where a moving picture stands: a plain state machine over the time of the stage.
struct PicturePlayback: Sendable {
  /// Seconds since the beginning of the first loop.
  private(set) var position = 0.0
  /// The time at which the position was 0; nil: it stands still.
  private(set) var origin: Double?
  /// Loops whose end was told.
  private var loopsTold = 0
  private(set) var isFinished = false

  /// What a moment brings.
  struct Step: Sendable {
    /// The frame to be shown.
    var frame: Int
    /// Seconds until another frame is due; nil: none is.
    var next: Double?
    /// Numbers of the loops that have ended, from 1 on; of many that ended at once the last.
    var endedLoop: Int?
    /// Whether the last loop ended with this step.
    var finishes = false
  }

  /// Goes on from where it stands, at `time`; from another position where one is given.
  mutating func start(at time: Double, from position: Double? = nil) {
    if let position { self.position = position }
    origin = time - self.position
  }

  /// Stands still where the last step was.
  mutating func stop() { origin = nil }

  /// Stands at another position; what comes next goes on from there.
  mutating func seek(to seconds: Double, _ timeline: FrameTimeline?) {
    position = seconds.isFinite ? max(0, seconds) : 0
    (origin, isFinished) = (nil, false)
    loopsTold = timeline.map { $0.position(at: position).loop } ?? 0
  }

  /// Moves on to `time`.
  mutating func advance(to time: Double, _ timeline: FrameTimeline) -> Step {
    if let origin { position = max(0, time - origin) }
    let place = timeline.position(at: position)
    var step = Step(frame: place.frame, next: origin == nil ? nil : place.next)
    if place.loop > loopsTold {
      step.endedLoop = place.loop
      loopsTold = place.loop
    }
    if place.isFinished, !isFinished { step.finishes = true }
    isFinished = place.isFinished
    return step
  }
}
