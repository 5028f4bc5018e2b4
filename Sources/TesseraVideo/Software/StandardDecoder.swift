import TesseraBase

/// Default decoder: FFmpeg's libraries where they are installed, else the own reader; see ``VideoOptions/DecoderChoice``. Any thread.
public struct StandardDecoder: VideoDecoder {
  public let name = "standard"
  /// Returns why FFmpeg's libraries cannot be used. Tests replace it.
  var problem: @Sendable () -> String? = { LibavDecoder.problem }

  /// Creates the decoder; loads nothing.
  public init() {}

  public func open(_ input: any VideoInput, _ options: VideoOptions) throws(VideoFileError) -> any VideoSource {
    if options.decoder == .reader { return try ReaderDecoder().open(input, options) }
    guard let problem = problem() else { return try LibavDecoder().open(input, options) }
    do throws(VideoFileError) {
      return try ReaderDecoder().open(input, options)
    } catch {
      // Other containers and codecs are those of FFmpeg.
      guard case .unsupported(let source, let reason) = error, reason.byteRange(of: problem) == nil else { throw error }
      throw .missingLibrary(source: source, reason: "\(reason), and FFmpeg's libraries, which read others, are not used: \(problem)")
    }
  }

  public func audioFacts(of input: any VideoInput, track: Int) throws(VideoFileError) -> AudioFacts {
    if let problem = problem() { throw .missingLibrary(source: input.name, reason: "its sound needs FFmpeg's libraries: \(problem)") }
    return try LibavDecoder().audioFacts(of: input, track: track)
  }
}
