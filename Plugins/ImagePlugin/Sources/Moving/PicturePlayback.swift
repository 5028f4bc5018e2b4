internal import TesseraPictures

/// Playback position of an animated image: a state machine over the stage's time.
struct PicturePlayback: Sendable {
  /// Seconds since the beginning of the first loop.
  private(set) var position = 0.0
  /// Time at which the position was 0; nil while paused.
  private(set) var origin: Double?
  /// Number of loops whose end was reported.
  private var loopsTold = 0
  private(set) var isFinished = false

  /// Result of advancing to a time.
  struct Step: Sendable {
    /// Frame to show.
    var frame: Int
    /// Seconds until the next frame is due; nil if there is none.
    var next: Double?
    /// Number of the last loop that ended in this step, from 1; nil if none did.
    var endedLoop: Int?
    /// Whether the last loop ended with this step.
    var finishes = false
  }

  /// Starts at `time` from the current position, or from `position` if given.
  mutating func start(at time: Double, from position: Double? = nil) {
    if let position { self.position = position }
    origin = time - self.position
  }

  /// Pauses at the position of the last step.
  mutating func stop() { origin = nil }

  /// Moves to another position, from which the following steps continue.
  mutating func seek(to seconds: Double, _ timeline: FrameTimeline?) {
    position = seconds.isFinite ? max(0, seconds) : 0
    (origin, isFinished) = (nil, false)
    loopsTold = timeline.map { $0.position(at: position).loop } ?? 0
  }

  /// Advances to `time`.
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
