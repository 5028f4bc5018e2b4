internal import CTesseraDevices
internal import TesseraGeometry
internal import TesseraRender

/// Current picture as a frame of YUV4MPEG2 video, for ``Y4MWriter`` and ``Y4MDisplay``.
struct Y4MFrames {
  let width: Int
  let height: Int
  let range: Y4MWriter.Range
  /// Header of the stream.
  let header: [UInt8]
  /// One frame: its marker and the planes.
  private(set) var bytes: [UInt8]
  private static let mark = Array("FRAME\n".utf8)

  /// Creates a black picture of `width` x `height` pixels.
  init(width: Int, height: Int, rate: (numerator: Int, denominator: Int), range: Y4MWriter.Range) throws(DeviceError) {
    guard (1...16384).contains(width), (1...16384).contains(height) else {
      throw .badFrame("the video must have 1 to 16384 pixels per side, got \(width) x \(height)")
    }
    guard (1...1_000_000).contains(rate.numerator), (1...1_000_000).contains(rate.denominator) else {
      throw .badFrame("the frame rate must be two numbers from 1 to 1000000, got \(rate.numerator):\(rate.denominator)")
    }
    (self.width, self.height, self.range) = (width, height, range)
    bytes = Self.mark + [UInt8](repeating: 0, count: width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2))
    header = Array(
      "YUV4MPEG2 W\(width) H\(height) F\(rate.numerator):\(rate.denominator) Ip A1:1 C420jpeg XCOLORRANGE=\(range.rawValue)\n".utf8)
  }

  /// Copies the pixels of `frame` inside `damage` (nil: all).
  mutating func update(_ frame: PixelBuffer, damage: [PixelRect]?) throws(DeviceError) {
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
      let isFull = range == .full
      let status = source.withPicture { picture in
        bytes.withUnsafeMutableBufferPointer {
          // The planes follow the marker; there is a marker, so there is a base address.
          td_to_i420(
            picture, Int32(part.x), Int32(part.y), Int32(part.width), Int32(part.height), isFull ? 1 : 0,
            $0.baseAddress! + Self.mark.count)
        }
      }
      guard status == TD_OK else { throw .encoding(format: "Y4M", reason: "the area \(part) of \(width) x \(height) pixels") }
    }
  }
}
