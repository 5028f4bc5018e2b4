internal import CRender

/// How a pixel lies in memory.
///
/// Words are little-endian; colours are sRGB-encoded.
public enum PixelFormat: String, Sendable, CaseIterable, Hashable {
  /// Premultiplied, bytes B G R A: what everything is drawn in.
  case argb8888
  /// Bytes B G R x; x is written as 255 and ignored when read.
  case xrgb8888
  /// Bytes R G B.
  case rgb888
  /// 16-bit words, red in the high bits.
  case rgb565
  /// One byte of lightness.
  case gray8
  /// Two pixels a byte, left pixel in the high nibble.
  case gray4
  /// Eight pixels a byte, left pixel in the high bit, 1 = white.
  case mono1
  /// Coverage without colour (a8); converts to premultiplied white.
  case coverage8

  /// Bits that one pixel takes.
  public var bitsPerPixel: Int { Int(cr_format_bits(code)) }

  /// Whether pixels can be anything but opaque.
  public var hasAlpha: Bool { self == .argb8888 || self == .coverage8 }

  /// Returns the bytes from one row to the next that hold `width` pixels at the least, or nil where that overflows or is negative.
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

/// A turn by a multiple of 90 degrees, clockwise.
public enum Rotation: Int, Sendable, CaseIterable, Hashable {
  /// Upright.
  case none = 0
  /// The top goes to the right.
  case quarter = 90
  /// Upside down.
  case half = 180
  /// The top goes to the left.
  case threeQuarters = 270

  /// Whether width and height change places.
  public var swapsAxes: Bool { self == .quarter || self == .threeQuarters }
}
