internal import CTesseraDevices
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
  private var planes: [UInt8]

  /// Begins a stream at `path` (`-`: standard output) of `rate.numerator / rate.denominator` frames a second.
  public init(
    _ path: String, width: Int, height: Int, rate: (numerator: Int, denominator: Int) = (30, 1), range: Range = .limited
  ) throws(DeviceError) {
    guard (1...16384).contains(width), (1...16384).contains(height) else {
      throw .badFrame("video of \(width) x \(height) pixels; wanted 1 to 16384 a side")
    }
    guard (1...1_000_000).contains(rate.numerator), (1...1_000_000).contains(rate.denominator) else {
      throw .badFrame("\(rate.numerator):\(rate.denominator) frames a second; wanted two numbers from 1 to 1000000")
    }
    (self.width, self.height, self.range) = (width, height, range)
    planes = [UInt8](repeating: 0, count: width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2))
    writer = try AtomicFileWriter(path)
    try writer.append(
      Array("YUV4MPEG2 W\(width) H\(height) F\(rate.numerator):\(rate.denominator) Ip A1:1 C420jpeg XCOLORRANGE=\(range.rawValue)\n".utf8))
  }

  /// Takes over the pixels of `frame` that lie in `damage` (nil: all); the next frame written shows them.
  public func update(_ frame: PixelBuffer, damage: [PixelRect]? = nil) throws(DeviceError) {
    guard frame.width == width, frame.height == height else {
      throw .badFrame("a frame of \(frame.width) x \(frame.height) pixels in a video of \(width) x \(height)")
    }
    let source: PixelBuffer
    do {
      source = frame.format == .argb8888 || frame.format == .xrgb8888 ? frame : try frame.converted(to: .xrgb8888)
    } catch {
      throw .badFrame("\(error)")
    }
    let all = PixelRect(x: 0, y: 0, width: width, height: height)
    for area in damage ?? [all] {
      let part = area.intersection(all)
      if part.isEmpty { continue }
      let status = source.withPicture { picture in
        planes.withUnsafeMutableBufferPointer {
          td_to_i420(
            picture, Int32(part.x), Int32(part.y), Int32(part.width), Int32(part.height), range == .full ? 1 : 0, $0.baseAddress)
        }
      }
      guard status == TD_OK else { throw .encoding(format: "Y4M", reason: "the area \(part) of \(width) x \(height) pixels") }
    }
  }

  /// Writes what was taken over as one more frame.
  public func writeFrame() throws(DeviceError) {
    try writer.append(Array("FRAME\n".utf8))
    try writer.append(planes)
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
