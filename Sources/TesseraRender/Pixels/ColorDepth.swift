internal import CRender

/// Bits per channel of the format that drawn pixels are converted to with dithering. A value.
///
/// A canvas draws flat colors as the nearest color of the depth, so that dithering leaves them plain. Gradients and pictures are dithered.
public struct ColorDepth: Sendable, Hashable {
  /// Bits of red, 4...8.
  public var red: Int
  /// Bits of green, 4...8.
  public var green: Int
  /// Bits of blue, 4...8.
  public var blue: Int
  /// Whether only lightness is shown.
  public var isGray: Bool

  /// Creates a depth; bits out of range are clamped.
  public init(red: Int, green: Int, blue: Int, isGray: Bool = false) {
    func bits(_ n: Int) -> Int { min(8, max(4, n)) }
    (self.red, self.green, self.blue, self.isGray) = (bits(red), bits(green), bits(blue), isGray)
  }

  /// 8 bits per channel: every color is shown unchanged.
  public static let full = ColorDepth(red: 8, green: 8, blue: 8)

  /// Creates the depth of a pixel format; ``full`` for black and white, which has no flat grays.
  public init(_ format: PixelFormat) {
    switch format {
    case .rgb565: self.init(red: 5, green: 6, blue: 5)
    case .gray4: self.init(red: 4, green: 4, blue: 4, isGray: true)
    case .argb8888, .xrgb8888, .rgb888, .gray8, .mono1, .coverage8: self = .full
    }
  }

  var asC: cr_depth { cr_depth(red: UInt8(red), green: UInt8(green), blue: UInt8(blue), is_gray: isGray) }
}
