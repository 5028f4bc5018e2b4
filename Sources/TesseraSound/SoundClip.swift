internal import CTesseraSound

/// Sound in memory: stereo frames at the mixer's rate. Immutable; any thread.
public final class SoundClip: @unchecked Sendable {
  // @unchecked: the samples are written before the initializer ends, and only read afterwards.

  /// Interleaved samples.
  let samples: UnsafeBufferPointer<Float>
  /// Number of frames.
  public let frameCount: Int

  /// Maximum bytes of a clip: 87 seconds.
  public static let maximumByteCount = 32 << 20

  /// Seconds of the sound.
  public var duration: Double { Double(frameCount) / Double(SoundFormat.mixerRate) }
  /// Memory of the samples.
  public var byteCount: Int { frameCount * 8 }

  /// Creates a clip from interleaved stereo samples, converted to the mixer's rate.
  ///
  /// - Throws: ``SoundError/tooLarge(source:reason:)``, ``SoundError/unsupported(source:reason:)`` for a rate outside of 1000...768,000.
  public init(_ stereo: [Float], rate: Int, name: String) throws(SoundError) {
    guard (1000...768_000).contains(rate) else {
      throw .unsupported(source: name, reason: "its rate is \(rate) Hz; 1000 to 768000 Hz can be played")
    }
    let frames = Double(stereo.count / 2) * Double(SoundFormat.mixerRate) / Double(rate)
    guard frames * 8 <= Double(Self.maximumByteCount) else {
      throw .tooLarge(source: name, reason: "it plays for \(Int(frames) / SoundFormat.mixerRate) s; the limit of effects is 87 s")
    }
    var converted = stereo
    if rate != SoundFormat.mixerRate {
      guard let converter = SampleRateConverter(from: Double(rate), to: Double(SoundFormat.mixerRate)) else {
        throw .outOfMemory(source: name)
      }
      converted = converter.convert(stereo, isLast: true)
      // The tail is silence beyond the end.
      converted.removeLast(max(0, converted.count - Int(frames.rounded(.up)) * 2))
    }
    let copy = UnsafeMutableBufferPointer<Float>.allocate(capacity: max(1, converted.count))
    copy.initialize(repeating: 0)
    _ = copy.update(fromContentsOf: converted)
    (samples, frameCount) = (UnsafeBufferPointer(copy), converted.count / 2)
  }

  deinit { samples.deallocate() }
}
