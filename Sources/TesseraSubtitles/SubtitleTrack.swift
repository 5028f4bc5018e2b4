/// Cues of a WebVTT or SRT file.
///
/// Parsing takes linear time. Broken cues are dropped; the others are kept.
public struct SubtitleTrack: Sendable, Equatable {
  /// Format of a file.
  public enum Format: String, Sendable { case webVTT = "webvtt", srt }

  public let format: Format
  /// Cues ordered by start; at equal starts the longer first for WebVTT, then in the order of the file.
  public let cues: [Cue]

  /// Maximum size of a file, bytes.
  public static let maximumSize = 16 << 20
  /// Maximum depth of spans in a cue; deeper tags are ignored.
  public static let maximumDepth = 64

  /// Reads a file. Any thread.
  /// - Parameters:
  ///   - bytes: content of the file.
  ///   - required: format that the file must have; nil: detected by the signature `WEBVTT`.
  /// - Throws: `SubtitleError` if the file is too large, or has another format.
  public init(reading bytes: [UInt8], as required: Format? = nil) throws(SubtitleError) {
    guard bytes.count <= Self.maximumSize else { throw .tooLarge(bytes: bytes.count) }
    let text = SubtitleText.decoded(bytes)
    let isWebVTT = WebVTTReader.hasSignature(text)
    if required == .webVTT, !isWebVTT { throw .noSignature }
    if isWebVTT, required != .srt {
      format = .webVTT
      var reader = WebVTTReader(text)
      cues = reader.read().enumerated().sorted {
        ($0.element.start, -$0.element.end, $0.offset) < ($1.element.start, -$1.element.end, $1.offset)
      }.map(\.element)
    } else {
      format = .srt
      let found = SRTReader.read(text)
      guard !found.isEmpty else { throw .unknownFormat }
      cues = found.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    }
  }
}

/// Failure of reading subtitles.
public enum SubtitleError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file exceeds `SubtitleTrack.maximumSize`.
  case tooLarge(bytes: Int)
  /// The file has neither the signature of WebVTT nor a cue of SRT.
  case unknownFormat
  /// The file was to be WebVTT and lacks its signature.
  case noSignature

  public var description: String {
    switch self {
    case .tooLarge(let bytes): "the file has \(bytes) bytes; the maximum is \(SubtitleTrack.maximumSize)"
    case .noSignature: "a WebVTT file must begin with WEBVTT"
    case .unknownFormat: "the file does not begin with WEBVTT and has no cue of SRT (`00:00:01,000 --> 00:00:02,000`)"
    }
  }
}
