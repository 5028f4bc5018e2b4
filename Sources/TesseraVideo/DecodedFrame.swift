public import TesseraRender

/// Facts of a decoded frame. A value.
public struct DecodedFrameFacts: Sendable, Hashable {
  /// Type of a frame's compression.
  public enum Kind: String, Sendable, CaseIterable, Hashable {
    /// Independent of other frames.
    case intra = "I"
    /// Predicted from earlier frames.
    case predicted = "P"
    /// Predicted from earlier and later frames.
    case bidirectional = "B"
    /// Not known.
    case unknown = "?"
  }

  /// Time at which it is shown, in seconds of the file.
  public var time: Double
  /// Seconds until the next frame; 0 if unknown.
  public var duration: Double
  /// Width in pixels, after cropping and before rotation.
  public var width: Int
  /// Height in pixels, after cropping and before rotation.
  public var height: Int
  /// Whether decoding can begin here.
  public var isKey = false
  /// Whether it consists of two fields.
  public var isInterlaced = false
  /// Type of its compression.
  public var kind = Kind.unknown
  /// Name of the pixel format, as FFmpeg names it.
  public var pixelFormat = "unknown"
  /// `limited`, `full`, or nil if the stream has none.
  public var range: String?
  /// Name of the matrix; nil if the stream has none.
  public var matrix: String?
  /// Name of the primaries; nil if the stream has none.
  public var primaries: String?
  /// Name of the transfer function; nil if the stream has none.
  public var transfer: String?

  /// Creates the facts of a frame.
  public init(time: Double, duration: Double = 0, width: Int, height: Int) {
    (self.time, self.duration, self.width, self.height) = (time, duration, width, height)
  }
}

/// Conversion of a decoded frame to pixels. A value.
public struct FrameConversion: Sendable, Hashable {
  /// Clockwise quarter turns, 0...3.
  public var quarterTurns = 0
  /// Whether left and right are swapped, after the rotation.
  public var isMirrored = false
  /// Each pixel is the mean of `shrink` x `shrink` pixels: 1, 2, 4 or 8.
  public var shrink = 1
  /// Whether chroma is interpolated according to its siting; otherwise it is repeated.
  public var isSmooth = true

  /// Creates a conversion without rotation at the frame's own size.
  public init() {}
}

/// Picture of a video that can be converted to pixels. One thread at a time.
public protocol VideoPicture: Sendable {
  /// Facts of the picture.
  var facts: DecodedFrameFacts { get }

  /// Returns opaque pixels (`xrgb8888`). Complexity: O(n) in pixels of the picture.
  func pixels(_ conversion: FrameConversion) throws(VideoFileError) -> PixelBuffer
}

/// Frame of a video as a decoder returns it: samples in memory. One thread at a time.
public protocol DecodedFrame: VideoPicture {
  /// Returns the MD5 of the planes without padding, as hexadecimal text.
  func checksum() throws(VideoFileError) -> String
}
