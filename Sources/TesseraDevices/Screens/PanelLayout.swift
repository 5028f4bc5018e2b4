public import TesseraRender

/// Pixel layout of a device: bits of a little-endian word.
public struct ChannelLayout: Sendable, Hashable {
  /// Bits of one colour.
  public struct Channel: Sendable, Hashable {
    /// The lowest bit.
    public var offset: Int
    /// Number of bits, 0 to 8.
    public var length: Int
    /// Creates a channel.
    public init(_ offset: Int, _ length: Int) { (self.offset, self.length) = (offset, length) }
  }
  /// Bytes per pixel, 1 to 4.
  public var bytes: Int
  /// Bits of red.
  public var red: Channel
  /// Bits of green.
  public var green: Channel
  /// Bits of blue.
  public var blue: Channel
  /// Bits filled with ones, for hardware that reads them as opacity.
  public var alpha: Channel

  /// Creates a layout; ``PanelPixels/init(_:)`` rejects invalid ones.
  public init(bytes: Int, red: Channel, green: Channel, blue: Channel, alpha: Channel = Channel(0, 0)) {
    (self.bytes, self.red, self.green, self.blue, self.alpha) = (bytes, red, green, blue, alpha)
  }
}

/// Pixel type of a panel.
public enum PanelPixels: Sendable, Hashable {
  /// A pixel format that frames are converted to.
  case format(PixelFormat)
  /// Eight pixels per byte, left pixel in the high bit, 1 = black.
  case invertedMono
  /// Any other layout with channels.
  case channels(ChannelLayout)

  /// Bits per pixel.
  public var bits: Int {
    switch self {
    case .format(let format): format.bitsPerPixel
    case .invertedMono: 1
    case .channels(let layout): layout.bytes * 8
    }
  }

  /// Depth of flat colors.
  var colorDepth: ColorDepth {
    switch self {
    case .format(let format): ColorDepth(format)
    case .invertedMono: .full
    case .channels(let layout): ColorDepth(red: layout.red.length, green: layout.green.length, blue: layout.blue.length)
    }
  }

  /// Creates the matching format if there is one, else the channels; nil if they overlap or exceed the word.
  public init?(_ layout: ChannelLayout) {
    typealias C = ChannelLayout.Channel
    switch (layout.bytes, layout.red, layout.green, layout.blue) {
    case (4, C(16, 8), C(8, 8), C(0, 8)): self = .format(.xrgb8888)
    case (3, C(0, 8), C(8, 8), C(16, 8)): self = .format(.rgb888)
    case (2, C(11, 5), C(5, 6), C(0, 5)): self = .format(.rgb565)
    default:
      guard layout.isValid else { return nil }
      self = .channels(layout)
    }
  }
}
