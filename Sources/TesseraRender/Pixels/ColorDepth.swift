internal import CRender

/// Bits a channel of what drawn pixels are converted to with a dither. A value.
///
/// A canvas draws flat colors as the nearest that the depth shows, so that the dither leaves them plain; gradients and pictures are dithered.
public struct ColorDepth: Sendable, Hashable {
  /// Bits of red, 4...8.
  public var red: Int
  /// Bits of green, 4...8.
  public var green: Int
  /// Bits of blue, 4...8.
  public var blue: Int
  /// Whether nothing but lightness is shown.
  public var isGray: Bool

  /// Makes a depth; bits out of range count as the nearest in it.
  public init(red: Int, green: Int, blue: Int, isGray: Bool = false) {
    func bits(_ n: Int) -> Int { min(8, max(4, n)) }
    (self.red, self.green, self.blue, self.isGray) = (bits(red), bits(green), bits(blue), isGray)
  }

  /// 8 bits a channel: every color is shown as it is.
  public static let full = ColorDepth(red: 8, green: 8, blue: 8)

  /// The depth of a pixel format; ``full`` for black and white, in which no gray is flat.
  public init(_ format: PixelFormat) {
    switch format {
    case .rgb565: self.init(red: 5, green: 6, blue: 5)
    case .gray4: self.init(red: 4, green: 4, blue: 4, isGray: true)
    case .argb8888, .xrgb8888, .rgb888, .gray8, .mono1, .coverage8: self = .full
    }
  }

  var asC: cr_depth { cr_depth(red: UInt8(red), green: UInt8(green), blue: UInt8(blue), is_gray: isGray) }
}
