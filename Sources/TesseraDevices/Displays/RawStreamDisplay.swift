public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Writes presented frames as raw pixels, one after the other, to a file, a pipe or a device. Frame loop thread.
///
/// If the reader of a pipe is slow, frames are skipped: the next one written is the newest.
public final class RawStreamDisplay: StreamDisplay {
  /// Pixel format of the output; nil: that of the frames.
  public let format: PixelFormat?
  public var textAntialiasing: TextAntialiasing { format == .mono1 ? .bilevel : .grayscale }
  public var colorDepth: ColorDepth { format.map(ColorDepth.init) ?? .full }
  /// Bytes from one row to the next; nil: rows without padding.
  public let stride: Int?
  public private(set) var failure: DeviceError?
  public var onFailure: ((Stage) -> Void)?
  private let output: StreamOutput
  private var retry: Double?

  /// Opens `path` for writing (`-`: standard output).
  public init(_ path: String, format: PixelFormat? = nil, stride: Int? = nil) throws(DeviceError) {
    (self.format, self.stride) = (format, stride)
    output = try StreamOutput(path)
    retry = output.retry == nil ? nil : 0
  }

  public var descriptor: Int32 { output.descriptor }
  public var deadline: Double? { retry }
  public var isReady: Bool { failure == nil && output.isIdle && output.retry == nil }

  /// Writes the whole frame, immediately or as the reader accepts it.
  public func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
    if let failure { throw failure }
    guard output.isIdle else { return }
    do throws(DeviceError) {
      try output.write(RawEncoder.encode(frame, format: format, stride: stride))
    } catch {
      failure = error
      throw error
    }
  }

  public func serve(_ stage: Stage) {
    do throws(DeviceError) { try output.flush() } catch {
      failure = error
      onFailure?(stage)
    }
    retry = output.retry.map { stage.now + $0 }
  }

  /// Completes the file, which then exists at its path.
  public func finish() throws(DeviceError) { try output.finish() }
  public func finish(at time: Double) throws(DeviceError) { try finish() }
}
