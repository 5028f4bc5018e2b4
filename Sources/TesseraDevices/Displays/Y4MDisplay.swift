public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Records a stage as video of a constant frame rate: each frame is repeated until the next one is presented. Frame loop thread.
///
/// Pipes receive frames in real time, even without changes. A slow reader gets the video late, with fewer changes but with every frame of
/// its duration.
public final class Y4MDisplay: StreamDisplay {
  /// Frames per second.
  public let framesPerSecond: Int
  /// Maximum repetitions of one frame: ten minutes at 60 frames per second. A larger jump of the clock is an error and does not fill the
  /// disk.
  public static let longestPause = 36_000

  private let range: Y4MWriter.Range
  private let output: StreamOutput
  private var frames: Y4MFrames?
  private var start = 0.0
  private var retry: Double?
  public private(set) var failure: DeviceError?
  public var onFailure: ((Stage) -> Void)?

  /// Records to `path` (`-`: standard output); the size is that of the first frame.
  public init(_ path: String, framesPerSecond: Int = 30, range: Y4MWriter.Range = .limited) throws(DeviceError) {
    (self.framesPerSecond, self.range) = (framesPerSecond, range)
    output = try StreamOutput(path)
    retry = output.retry == nil ? nil : 0
  }

  /// Number of frames written or pending.
  public private(set) var frameCount = 0

  public var descriptor: Int32 { output.descriptor }
  public var deadline: Double? {
    if retry != nil { return retry }
    guard output.isIdle, failure == nil, frames != nil else { return nil }
    // A file has no deadline; it must only not fall behind so far that it cannot catch up.
    return start + Double(frameCount + (output.isLive ? 1 : Self.longestPause / 20)) / Double(framesPerSecond)
  }
  public var isReady: Bool { failure == nil && output.isIdle && output.retry == nil }

  /// Repeats the previous frame up to now, then copies the damaged pixels. Of two frames in one interval, the later one is used.
  public func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
    if let failure { throw failure }
    do throws(DeviceError) {
      if frames != nil {
        if output.isIdle { try fill(until: time) }
        try frames?.update(frame, damage: damage)
      } else {
        var first = try Y4MFrames(width: frame.width, height: frame.height, rate: (framesPerSecond, 1), range: range)
        try first.update(frame, damage: nil)
        try output.write(first.header)
        frames = first
        start = time
      }
    } catch {
      failure = error
      throw error
    }
  }

  public func serve(_ stage: Stage) {
    do throws(DeviceError) {
      try output.flush()
      if output.isIdle { try fill(until: stage.now) }
    } catch {
      failure = error
      onFailure?(stage)
    }
    retry = output.retry.map { stage.now + $0 }
  }

  /// Repeats frames up to `time` (at least one frame in all) and completes the file. No file is created if nothing was presented.
  public func finish(at time: Double) throws(DeviceError) {
    guard let frames else { return }
    if output.isIdle {
      try fill(until: time)
      if frameCount == 0 {
        try output.write(frames.bytes)
        frameCount = 1
      }
    }
    try output.finish()
    self.frames = nil
  }

  /// Writes the current frame for every interval that ended by `time`.
  private func fill(until time: Double) throws(DeviceError) {
    guard let frames else { return }
    var due = ((time - start) * Double(framesPerSecond) + 1e-6).rounded(.down) - Double(frameCount)
    if output.isLive, due.isFinite, due > Double(Self.longestPause) {
      // There was no reader for that long: the video continues from here.
      start += (due - 1) / Double(framesPerSecond)
      due = 1
    }
    guard due.isFinite, due <= Double(Self.longestPause) else {
      throw .badFrame("the time between two pictures must be at most \(Self.longestPause) frames, got \(start) to \(time) seconds")
    }
    guard due >= 1 else { return }
    frameCount += Int(due)
    try output.write(frames.bytes, times: Int(due))
  }
}
