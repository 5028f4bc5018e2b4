public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Writes every presented frame as bare pixels, one after the other, to a file, a pipe or a device. Frame loop thread.
public final class RawStreamDisplay: Display {
  /// The format written; nil: that of the frames.
  public let format: PixelFormat?
  /// Bytes from one row to the next; nil: rows lie side by side.
  public let stride: Int?
  private let writer: AtomicFileWriter

  /// Writes to `path` (`-`: standard output).
  public init(_ path: String, format: PixelFormat? = nil, stride: Int? = nil) throws(DeviceError) {
    (self.format, self.stride) = (format, stride)
    writer = try AtomicFileWriter(path)
  }

  /// Writes the whole frame.
  public func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
    try writer.append(RawEncoder.encode(frame, format: format, stride: stride))
  }

  /// Makes the file appear.
  public func finish() throws(DeviceError) { try writer.finish() }
}
