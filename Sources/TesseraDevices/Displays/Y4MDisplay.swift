public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Records what a stage shows as video of a constant rate: a frame stands until the next one is presented. Frame loop thread.
public final class Y4MDisplay: Display {
  /// Frames a second.
  public let framesPerSecond: Int
  /// Frames that one standing picture may fill: ten minutes at 60 a second. A clock that jumps further is an error, not a full disk.
  public static let longestPause = 36_000

  private let path: String
  private let range: Y4MWriter.Range
  private var writer: Y4MWriter?
  private var start = 0.0

  /// Records into `path` (`-`: standard output); the size is that of the first frame.
  public init(_ path: String, framesPerSecond: Int = 30, range: Y4MWriter.Range = .limited) {
    (self.path, self.framesPerSecond, self.range) = (path, framesPerSecond, range)
  }

  /// Frames written so far.
  public var frameCount: Int { writer?.frameCount ?? 0 }

  /// Fills the time since the last frame with what was shown, then takes the damaged pixels over. The later of two frames in one interval wins.
  public func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
    if let writer {
      try fill(writer, until: time)
      try writer.update(frame, damage: damage)
    } else {
      let writer = try Y4MWriter(
        path, width: frame.width, height: frame.height, rate: (framesPerSecond, 1), range: range)
      try writer.update(frame)
      self.writer = writer
      start = time
    }
  }

  /// Fills up to `time` (at least one frame in all) and makes the file appear. Does nothing where nothing was presented.
  public func finish(at time: Double) throws(DeviceError) {
    guard let writer else { return }
    try fill(writer, until: time)
    if writer.frameCount == 0 { try writer.writeFrame() }
    try writer.finish()
    self.writer = nil
  }

  /// Writes the standing picture for every interval that ended by `time`.
  private func fill(_ writer: Y4MWriter, until time: Double) throws(DeviceError) {
    let elapsed = ((time - start) * Double(framesPerSecond) + 1e-6).rounded(.down)
    guard elapsed.isFinite, elapsed - Double(writer.frameCount) <= Double(Self.longestPause) else {
      throw .badFrame("the clock went from \(start) to \(time) seconds; wanted at most \(Self.longestPause) frames between two pictures")
    }
    while Double(writer.frameCount) < elapsed { try writer.writeFrame() }
  }
}
