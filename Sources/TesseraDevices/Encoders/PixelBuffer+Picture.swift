internal import CTesseraDevices
internal import TesseraRender

extension PixelBuffer {
  /// Runs `body` with the pixels in the form of the C encoders.
  func withPicture<R>(_ body: (UnsafePointer<td_picture>) -> R) -> R {
    withUnsafeBytes { bytes in
      var picture = td_picture(
        bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), stride: stride, width: Int32(width), height: Int32(height),
        pixels: Int32(format.picturePixels.rawValue))
      return body(&picture)
    }
  }
}

extension PixelFormat {
  fileprivate var picturePixels: td_pixels {
    switch self {
    case .argb8888: TD_PIXELS_ARGB
    case .xrgb8888: TD_PIXELS_XRGB
    case .rgb888: TD_PIXELS_RGB
    case .rgb565: TD_PIXELS_565
    case .gray8, .coverage8: TD_PIXELS_GRAY8
    case .gray4: TD_PIXELS_GRAY4
    case .mono1: TD_PIXELS_GRAY1
    }
  }
}
