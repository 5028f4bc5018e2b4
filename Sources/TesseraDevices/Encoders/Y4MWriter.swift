public import TesseraGeometry
public import TesseraRender

/// Writes video as YUV4MPEG2, the raw format that every player and encoder reads. One thread at a time.
///
/// Chroma is halved both ways and sited in the middle (`C420jpeg`), the matrix is BT.601, and the header says `XCOLORRANGE=FULL` or
/// `LIMITED`. The file appears when the stream is finished; see ``AtomicFileWriter``.
public final class Y4MWriter {
  /// Which samples stand for black and white.
  public enum Range: String, Sendable, CaseIterable, Hashable {
    /// 16...235, chroma 16...240: what players expect where nothing is said.
    case limited = "LIMITED"
    /// 0...255.
    case full = "FULL"
  }

  /// Width of every frame, pixels.
  public let width: Int
  /// Height of every frame, pixels.
  public let height: Int
  /// Which samples stand for black and white.
  public let range: Range
  /// Frames written so far.
  public private(set) var frameCount = 0
  private let writer: AtomicFileWriter
  private var frames: Y4MFrames

  /// Begins a stream at `path` (`-`: standard output) of `rate.numerator / rate.denominator` frames a second.
  public init(
    _ path: String, width: Int, height: Int, rate: (numerator: Int, denominator: Int) = (30, 1), range: Range = .limited
  ) throws(DeviceError) {
    (self.width, self.height, self.range) = (width, height, range)
    frames = try Y4MFrames(width: width, height: height, rate: rate, range: range)
    writer = try AtomicFileWriter(path)
    try writer.append(frames.header)
  }

  /// Takes over the pixels of `frame` that lie in `damage` (nil: all); the next frame written shows them.
  public func update(_ frame: PixelBuffer, damage: [PixelRect]? = nil) throws(DeviceError) { try frames.update(frame, damage: damage) }

  /// Writes what was taken over as one more frame.
  public func writeFrame() throws(DeviceError) {
    try writer.append(frames.bytes)
    frameCount += 1
  }

  /// Takes over and writes a frame.
  public func append(_ frame: PixelBuffer) throws(DeviceError) {
    try update(frame)
    try writeFrame()
  }

  /// Makes the file appear.
  public func finish() throws(DeviceError) { try writer.finish() }
}
