public import TesseraRender

/// Encoder of raw pixels: rows without a header, as in a framebuffer. Any thread.
public enum RawEncoder {
  /// Returns the rows, top first, in `format` (nil: unconverted), with ordered dither if depth is lost.
  ///
  /// - Parameters:
  ///   - buffer: The picture.
  ///   - format: Format of the rows; nil: that of the picture.
  ///   - stride: Bytes from one row to the next, padded with zeros; nil: no padding, `ceil(width * bits / 8)` bytes each.
  /// - Throws: ``DeviceError`` if the stride is too small.
  public static func encode(_ buffer: PixelBuffer, format: PixelFormat? = nil, stride: Int? = nil) throws(DeviceError) -> [UInt8] {
    let format = format ?? buffer.format
    let packed = (buffer.width * format.bitsPerPixel + 7) / 8
    let stride = stride ?? packed
    guard stride >= packed else {
      throw .badFrame("the stride for \(buffer.width) pixels in \(format.rawValue) must be at least \(packed) bytes, got \(stride)")
    }
    let (size, overflow) = stride.multipliedReportingOverflow(by: buffer.height)
    guard !overflow else { throw .outOfMemory(bytes: .max) }
    let source: PixelBuffer
    do {
      source = format == buffer.format ? buffer : try buffer.converted(to: format)
    } catch {
      throw .badFrame("\(error)")
    }
    return source.withUnsafeBytes { bytes in
      [UInt8](unsafeUninitializedCapacity: size) { rows, count in
        rows.initialize(repeating: 0)
        for y in 0..<source.height {
          UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(rows)[y * stride..<y * stride + packed])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[y * source.stride..<y * source.stride + packed]))
        }
        count = size
      }
    }
  }
}
