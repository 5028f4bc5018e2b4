internal import CTesseraDevices
public import TesseraRender

/// PNG encoder. Any thread.
public enum PNGEncoder {
  /// Returns the file: RGB if no pixel is translucent, else RGBA with unpremultiplied colours; gray formats and coverage as gray
  /// of 8, 4 or 1 bits. Marked as sRGB. Equal pixels give equal bytes.
  ///
  /// - Parameters:
  ///   - buffer: The picture.
  ///   - compression: 0 (none) to 9 (smallest), the levels of zlib.
  public static func encode(_ buffer: PixelBuffer, compression: Int = 6) throws(DeviceError) -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    var length = 0
    let dropsAlpha = buffer.format == .argb8888 && buffer.isOpaque()
    let (status, reason) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(TD_MESSAGE_SIZE)) { message in
      message.initialize(repeating: 0)
      let status = buffer.withPicture {
        td_png_encode($0, dropsAlpha ? 1 : 0, Int32(min(9, max(0, compression))), &bytes, &length, message.baseAddress)
      }
      return (status, String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    switch status {
    case TD_OK:
      defer { td_free(bytes) }
      return [UInt8](UnsafeBufferPointer(start: bytes, count: length))
    case TD_NO_MEMORY: throw .outOfMemory(bytes: buffer.stride * buffer.height)
    case TD_BAD_ARGUMENT:
      throw .encoding(format: "PNG", reason: "a picture must have at least 1 x 1 pixels (got \(buffer.width) x \(buffer.height))")
    default: throw .encoding(format: "PNG", reason: reason)
    }
  }
}
