public import TesseraRender

/// How a device wants a pixel put together: bits of a little-endian word.
public struct ChannelLayout: Sendable, Hashable {
  /// Bits that one colour takes.
  public struct Channel: Sendable, Hashable {
    /// The lowest bit.
    public var offset: Int
    /// How many, 0 to 8.
    public var length: Int
    /// Makes a channel.
    public init(_ offset: Int, _ length: Int) { (self.offset, self.length) = (offset, length) }
  }
  /// Bytes a pixel, 1 to 4.
  public var bytes: Int
  /// Where red lies.
  public var red: Channel
  /// Where green lies.
  public var green: Channel
  /// Where blue lies.
  public var blue: Channel
  /// Bits that are filled with ones, for hardware that takes them for opacity.
  public var alpha: Channel

  /// Makes a layout; ``PanelPixels/init(_:)`` refuses what cannot be.
  public init(bytes: Int, red: Channel, green: Channel, blue: Channel, alpha: Channel = Channel(0, 0)) {
    (self.bytes, self.red, self.green, self.blue, self.alpha) = (bytes, red, green, blue, alpha)
  }
}

/// What pixels of a panel are.
public enum PanelPixels: Sendable, Hashable {
  /// One of the formats that frames are converted to.
  case format(PixelFormat)
  /// Eight pixels a byte, left pixel in the high bit, 1 = black.
  case invertedMono
  /// Anything else with channels.
  case channels(ChannelLayout)

  /// Bits a pixel.
  public var bits: Int {
    switch self {
    case .format(let format): format.bitsPerPixel
    case .invertedMono: 1
    case .channels(let layout): layout.bytes * 8
    }
  }

  /// The depth that flat colors take.
  var colorDepth: ColorDepth {
    switch self {
    case .format(let format): ColorDepth(format)
    case .invertedMono: .full
    case .channels(let layout): ColorDepth(red: layout.red.length, green: layout.green.length, blue: layout.blue.length)
    }
  }

  /// Returns the format where the channels are those of one, else the channels; nil where they overlap or leave the word.
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
