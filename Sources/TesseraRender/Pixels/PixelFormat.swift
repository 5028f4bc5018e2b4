internal import CRender

/// Memory layout of a pixel.
///
/// Words are little-endian; colours are sRGB-encoded.
public enum PixelFormat: String, Sendable, CaseIterable, Hashable {
  /// Premultiplied, bytes B G R A: the drawing format.
  case argb8888
  /// Bytes B G R x; x is written as 255 and ignored when read.
  case xrgb8888
  /// Bytes R G B.
  case rgb888
  /// 16-bit words, red in the high bits.
  case rgb565
  /// One byte of lightness.
  case gray8
  /// Two pixels per byte, left pixel in the high nibble.
  case gray4
  /// Eight pixels per byte, left pixel in the high bit, 1 = white.
  case mono1
  /// Coverage without colour (a8); converts to premultiplied white.
  case coverage8

  /// Bits per pixel.
  public var bitsPerPixel: Int { Int(cr_format_bits(code)) }

  /// Whether pixels may be transparent.
  public var hasAlpha: Bool { self == .argb8888 || self == .coverage8 }

  /// Returns the minimum bytes per row for `width` pixels, or nil if that overflows or `width` is negative.
  public func minimumStride(width: Int) -> Int? {
    var stride = 0
    guard cr_format_minimum_stride(code, Int64(width), &stride) else { return nil }
    return stride
  }

  var code: cr_format {
    switch self {
    case .argb8888: CR_ARGB8888
    case .xrgb8888: CR_XRGB8888
    case .rgb888: CR_RGB888
    case .rgb565: CR_RGB565
    case .gray8: CR_GRAY8
    case .gray4: CR_GRAY4
    case .mono1: CR_MONO1
    case .coverage8: CR_COVERAGE8
    }
  }
}

/// A clockwise rotation by a multiple of 90 degrees.
public enum Rotation: Int, Sendable, CaseIterable, Hashable {
  /// No rotation.
  case none = 0
  /// The top becomes the right side.
  case quarter = 90
  /// Upside down.
  case half = 180
  /// The top becomes the left side.
  case threeQuarters = 270

  /// Whether width and height are swapped.
  public var swapsAxes: Bool { self == .quarter || self == .threeQuarters }
}
