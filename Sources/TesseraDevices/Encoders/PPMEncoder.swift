internal import CTesseraDevices
public import TesseraRender

/// PPM encoder: a line of text followed by bytes R G B. Any thread.
public enum PPMEncoder {
  /// Returns the file (P6, 8 bits). PPM has no alpha: translucent pixels are blended with black. Gray formats become gray colours.
  public static func encode(_ buffer: PixelBuffer) -> [UInt8] {
    let header = Array("P6\n\(buffer.width) \(buffer.height)\n255\n".utf8)
    return [UInt8](unsafeUninitializedCapacity: header.count + buffer.width * buffer.height * 3) { file, count in
      _ = file.initialize(fromContentsOf: header)
      buffer.withPicture { picture in
        for y in 0..<buffer.height {
          // Both offsets are inside, since y < height. If there is a row, there are base addresses.
          td_row_to_rgb(
            file.baseAddress! + header.count + y * buffer.width * 3, picture.pointee.bytes + y * buffer.stride, buffer.width,
            picture.pointee.pixels)
        }
      }
      count = header.count + buffer.width * buffer.height * 3
    }
  }
}
