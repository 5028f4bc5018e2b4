public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Records what a stage shows as video of a constant rate: a frame stands until the next one is presented. Frame loop thread.
///
/// Into a pipe frames go as their time comes, also while nothing changes. Whoever reads slowly sees the video late, with fewer changes but
/// every frame of its time.
public final class Y4MDisplay: StreamDisplay {
  /// Frames a second.
  public let framesPerSecond: Int
  /// Frames that one standing picture may fill: ten minutes at 60 a second. A clock that jumps further is an error, not a full disk.
  public static let longestPause = 36_000

  private let range: Y4MWriter.Range
  private let output: StreamOutput
  private var frames: Y4MFrames?
  private var start = 0.0
  private var retry: Double?
  public private(set) var failure: DeviceError?
  public var onFailure: ((Stage) -> Void)?

  /// Records into `path` (`-`: standard output); the size is that of the first frame.
  public init(_ path: String, framesPerSecond: Int = 30, range: Y4MWriter.Range = .limited) throws(DeviceError) {
    (self.framesPerSecond, self.range) = (framesPerSecond, range)
    output = try StreamOutput(path)
    retry = output.retry == nil ? nil : 0
  }

  /// Frames written so far, or on their way.
  public private(set) var frameCount = 0

  public var descriptor: Int32 { output.descriptor }
  public var deadline: Double? {
    if retry != nil { return retry }
    guard output.isIdle, failure == nil, frames != nil else { return nil }
    // A file has time; it must only not get behind further than may be made up for.
    return start + Double(frameCount + (output.isLive ? 1 : Self.longestPause / 20)) / Double(framesPerSecond)
  }
  public var isReady: Bool { failure == nil && output.isIdle && output.retry == nil }

  /// Fills the time since the last frame with what was shown, then takes the damaged pixels over. The later of two frames in one interval wins.
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

  /// Fills up to `time` (at least one frame in all) and makes the file appear. Nothing appears where nothing was presented.
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

  /// Writes the standing picture for every interval that ended by `time`.
  private func fill(until time: Double) throws(DeviceError) {
    guard let frames else { return }
    var due = ((time - start) * Double(framesPerSecond) + 1e-6).rounded(.down) - Double(frameCount)
    if output.isLive, due.isFinite, due > Double(Self.longestPause) {
      // Nobody read for that long: the video goes on from here.
      start += (due - 1) / Double(framesPerSecond)
      due = 1
    }
    guard due.isFinite, due <= Double(Self.longestPause) else {
      throw .badFrame("the clock went from \(start) to \(time) seconds; wanted at most \(Self.longestPause) frames between two pictures")
    }
    guard due >= 1 else { return }
    frameCount += Int(due)
    try output.write(frames.bytes, times: Int(due))
  }
}
