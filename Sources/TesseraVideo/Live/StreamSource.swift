/// Part of an open live stream.
enum StreamPart: Sendable {
  case picture(any DecodedFrame)
  case sound(LiveSound)
  /// Only a picture can be read now, and none was demanded.
  case blocked
}

/// Open live stream. One thread at a time.
protocol StreamSource: AnyObject, Sendable {
  var info: VideoFileInfo { get }
  /// As of `VideoSource`.
  var decoderFailure: String? { get }

  /// Reads the next part; nil at the end.
  func next(_ demand: LiveDemand) throws(VideoFileError) -> StreamPart?
}
