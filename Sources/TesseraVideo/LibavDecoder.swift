internal import CVideoDecoder

/// Decoder of FFmpeg's libraries, which are loaded with the first file, and of the kernel: hardware decodes H.264, H.265, VP8 and VP9 where the
/// machine has it. Reads only the input that it is given: no other file, no network.
public struct LibavDecoder: VideoDecoder {
  public let name = "libavcodec"
  var devices = CodecDevices.kernel

  /// Creates the decoder; loads nothing.
  public init() {}

  /// Reason why the libraries cannot be used, with their Debian packages; nil if they can. Loads them.
  public static var problem: String? {
    let text = String(cString: vd_library_problem())
    return text.isEmpty ? nil : text
  }

  public func open(_ input: any VideoInput, _ options: VideoOptions) throws(VideoFileError) -> any VideoSource {
    HardwareSource.wrap(try LibavSource(input, options), options, devices)
  }

  public func audioFacts(of input: any VideoInput, track: Int) throws(VideoFileError) -> AudioFacts {
    let bridge = InputBridge(input)
    var (bytes, facts) = (bridge.makeInput(), vd_audio())
    defer { withExtendedLifetime(bridge) {} }
    try LibavFailure.check(input.name) { vd_audio_measure(&bytes, Int32(clamping: track), &facts, $0) }
    return AudioFacts(
      codec: facts.codec.map { String(cString: $0) } ?? "unknown", rate: Int(facts.rate), channelCount: Int(facts.channels),
      sampleCount: Int(facts.samples), rootMeanSquare: facts.rms, firstPacket: facts.first_packet)
  }
}
