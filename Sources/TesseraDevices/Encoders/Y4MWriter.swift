public import TesseraGeometry
public import TesseraRender

/// Writes video as YUV4MPEG2, the raw format supported by all players and encoders. One thread at a time.
///
/// Chroma is halved in both directions and centred (`C420jpeg`), the matrix is BT.601, and the header has `XCOLORRANGE=FULL` or
/// `LIMITED`. The file exists once the stream is finished; see ``AtomicFileWriter``.
public final class Y4MWriter {
  /// Sample range between black and white.
  public enum Range: String, Sendable, CaseIterable, Hashable {
    /// 16...235, chroma 16...240: the default of players.
    case limited = "LIMITED"
    /// 0...255.
    case full = "FULL"
  }

  /// Width of every frame, pixels.
  public let width: Int
  /// Height of every frame, pixels.
  public let height: Int
  /// Sample range between black and white.
  public let range: Range
  /// Number of frames written.
  public private(set) var frameCount = 0
  private let writer: AtomicFileWriter
  private var frames: Y4MFrames

  /// Starts a stream at `path` (`-`: standard output) with `rate.numerator / rate.denominator` frames per second.
  public init(
    _ path: String, width: Int, height: Int, rate: (numerator: Int, denominator: Int) = (30, 1), range: Range = .limited
  ) throws(DeviceError) {
    (self.width, self.height, self.range) = (width, height, range)
    frames = try Y4MFrames(width: width, height: height, rate: rate, range: range)
    writer = try AtomicFileWriter(path)
    try writer.append(frames.header)
  }

  /// Copies the pixels of `frame` inside `damage` (nil: all) for the next frame written.
  public func update(_ frame: PixelBuffer, damage: [PixelRect]? = nil) throws(DeviceError) { try frames.update(frame, damage: damage) }

  /// Writes the current picture as another frame.
  public func writeFrame() throws(DeviceError) {
    try writer.append(frames.bytes)
    frameCount += 1
  }

  /// Copies and writes a frame.
  public func append(_ frame: PixelBuffer) throws(DeviceError) {
    try update(frame)
    try writeFrame()
  }

  /// Completes the file, which then exists at its path.
  public func finish() throws(DeviceError) { try writer.finish() }
}
