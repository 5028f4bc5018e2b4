internal import CVideoDecoder

/// Decoder without FFmpeg: an own reader of MP4, MOV, WebM and Matroska, and libopenh264 (H.264), libvpx (VP8, VP9) and libdav1d (AV1), each loaded
/// with its first file. Decoders of the kernel are used where the machine has them. Sound is not decoded.
public struct ReaderDecoder: VideoDecoder {
  public let name = "reader"
  var devices = CodecDevices.kernel

  /// Creates the decoder; loads nothing.
  public init() {}

  public func open(_ input: any VideoInput, _ options: VideoOptions) throws(VideoFileError) -> any VideoSource {
    HardwareSource.wrap(try ReaderSource(input, options), options, devices)
  }

  /// Always fails: the sound of these containers is decoded by FFmpeg's libraries.
  public func audioFacts(of input: any VideoInput, track: Int) throws(VideoFileError) -> AudioFacts {
    throw .missingLibrary(source: input.name, reason: "its sound needs FFmpeg's libraries; \(LibavDecoder.problem ?? "they are not used")")
  }
}
