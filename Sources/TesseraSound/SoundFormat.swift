/// Format of the frames that a device takes. A value.
public struct SoundFormat: Sendable, Hashable {
  /// Frames a second.
  public var rate: Int
  /// Samples of a frame: 1 or 2.
  public var channelCount: Int
  /// Frames that the device buffers; its latency.
  public var bufferFrames: Int

  /// Rate of the mixer, in frames a second.
  public static let mixerRate = 48_000

  /// Creates a format; default: stereo at the mixer's rate, with a buffer of 40 ms.
  public init(rate: Int = mixerRate, channelCount: Int = 2, bufferFrames: Int = mixerRate / 25) {
    (self.rate, self.channelCount, self.bufferFrames) = (rate, channelCount, bufferFrames)
  }
}
