/// Times of a stage's frames: when the next may begin, and how long each took. Frame loop only.
struct FrameTiming {
  var pacing = FramePacing()
  var recorder = FrameRecorder()

  /// Ends the record of a frame.
  ///
  /// - Parameters:
  ///   - painted: whether it changed the screen.
  ///   - jobs: number of layouts and draws on workers.
  mutating func endRecord(painted: Bool, jobs: Int) { recorder.end(painted: painted, interval: pacing.interval, jobs: jobs) }
}
