/// Facts from the header of a video file. A value.
public struct VideoFileInfo: Sendable, Hashable {
  /// Names of the container format, separated by commas.
  public var container: String
  /// Name of the codec, such as `h264`.
  public var codec: String
  /// Profile of the codec; nil if unknown.
  public var profile: String?
  /// Width in pixels that the container specifies.
  public var width: Int
  /// Height in pixels that the container specifies.
  public var height: Int
  /// Width of a pixel relative to ``pixelHeight``.
  public var pixelWidth = 1
  /// Height of a pixel relative to ``pixelWidth``.
  public var pixelHeight = 1
  /// Degrees counterclockwise that turn the picture for display, -180...180.
  public var rotation = 0.0
  /// Number of video tracks without cover pictures.
  public var videoTrackCount = 1
  /// Whether it has pictures: a live stream may have sound only.
  public var hasPictures: Bool { videoTrackCount > 0 }
  /// Number of audio tracks.
  public var audioTrackCount = 0
  /// Time of the earliest sample of any track, in seconds.
  public var start = 0.0
  /// Seconds from the start to the end; nil if unknown.
  public var duration: Double?
  /// Mean frames a second; nil if unknown.
  public var framesPerSecond: Double?

  /// Creates the facts of a file.
  public init(container: String, codec: String, width: Int, height: Int) {
    (self.container, self.codec, self.width, self.height) = (container, codec, width, height)
  }

  /// Clockwise quarter turns for display, 0...3, the nearest to ``rotation``.
  public var quarterTurns: Int {
    guard rotation.isFinite else { return 0 }
    return (Int((-rotation / 90).rounded().truncatingRemainder(dividingBy: 4)) + 4) % 4
  }

  /// Size for display: pixels that are not square widen the picture, and a quarter turn swaps its sides. At least 1 x 1.
  public var displaySize: (width: Double, height: Double) {
    let wide = max(1, (Double(width) * Double(pixelWidth) / Double(max(1, pixelHeight))).rounded())
    let high = Double(max(1, height))
    return quarterTurns % 2 == 0 ? (wide, high) : (high, wide)
  }
}
