/// Times of a stage's frames: when the next may begin, and how long each took. Frame loop only.
struct FrameTiming {
  var pacing = FramePacing()
  var recorder = FrameRecorder()

  /// Returns the time of the frame after one at `now`.
  func nextFrame(after now: Double) -> Double { now + pacing.interval }

  /// Ends the record of a frame.
  ///
  /// - Parameters:
  ///   - painted: whether it changed the screen.
  ///   - jobs: number of layouts and draws on workers.
  mutating func endRecord(painted: Bool, jobs: Int) { recorder.end(painted: painted, interval: pacing.interval, jobs: jobs) }

  /// Ends an iteration of the running loop, and decides when the next frame may be painted.
  ///
  /// - Parameters:
  ///   - painted: whether it changed the screen.
  ///   - ticked: whether nodes ticked; they get one tick for each frame.
  ///   - hasWork: whether layouts or draws are missing in the picture. The first picture is completed without pacing.
  mutating func endIteration(painted: Bool, ticked: Bool, hasWork: Bool, at now: Double) {
    pacing.recordFrame(painted: painted, ticked: ticked, isIncomplete: pacing.isStarting && painted && hasWork, at: now)
  }
}
