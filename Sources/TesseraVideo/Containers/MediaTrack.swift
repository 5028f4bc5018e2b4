/// Codec of a track. A value.
enum MediaCodec: Sendable, Hashable {
  case h264, h265, vp8, vp9, av1
  /// Another one, as the container names it.
  case other(String)

  /// Name as FFmpeg has it.
  var name: String {
    switch self {
    case .h264: "h264"
    case .h265: "hevc"
    case .vp8: "vp8"
    case .vp9: "vp9"
    case .av1: "av1"
    case .other(let name): name
    }
  }
}

/// Color of the samples, with numbers of ITU-T H.273; 2 is unknown. A value.
struct MediaColor: Sendable, Hashable {
  var primaries = 2
  var transfer = 2
  var matrix = 2
  /// Whether luma uses all values; nil if unknown.
  var isFull: Bool?

  /// Completes unknown members.
  func completed(by other: MediaColor) -> MediaColor {
    var result = self
    if result.primaries == 2 { result.primaries = other.primaries }
    if result.transfer == 2 { result.transfer = other.transfer }
    if result.matrix == 2 { result.matrix = other.matrix }
    if result.isFull == nil { result.isFull = other.isFull }
    return result
  }
}

/// Coded picture in the file. Times are in seconds, with edit lists applied. A value.
struct MediaSample: Sendable, Hashable {
  /// First byte in the file.
  var offset: Int
  /// Number of bytes.
  var size: Int
  /// When it is decoded.
  var decodeTime: Double
  /// When it is shown.
  var time: Double
  /// Seconds until the next one; 0 if unknown.
  var duration: Double
  /// Whether decoding can begin here.
  var isKey: Bool
  /// Whether it is decoded, but not shown.
  var isHidden = false
}

/// Change of the bytes of samples in the file. A value.
enum SampleCoding: Sendable, Hashable {
  case plain
  /// Bytes that precede each sample.
  case prefix([UInt8])
  /// Deflated with the header of zlib.
  case zlib
}

/// Track of a container. A value.
struct MediaTrack: Sendable {
  enum Kind: Sendable, Hashable { case video, audio, other }

  var number: Int
  var kind = Kind.other
  var codec = MediaCodec.other("unknown")
  /// Width in pixels that the container specifies.
  var width = 0
  /// Height in pixels that the container specifies.
  var height = 0
  /// Degrees counterclockwise that turn the picture for display.
  var rotation = 0.0
  /// Ratio of a pixel's width to its height, as two numbers; nil if the container has none.
  var pixelAspect: (width: Int, height: Int)?
  var color = MediaColor()
  /// Header of the codec: the content of avcC, hvcC, vpcC, av1C or CodecPrivate.
  var configuration: [UInt8] = []
  var coding = SampleCoding.plain
  /// Seconds of each sample; nil if the container has none.
  var usualDuration: Double?

}

/// Facts of a container. A value.
struct MediaHeader: Sendable {
  /// Names as FFmpeg has them.
  var container: String
  var tracks: [MediaTrack] = []
  /// Seconds from the start to the end; nil if unknown.
  var duration: Double?
  /// Mean frames a second; nil if unknown.
  var framesPerSecond: Double?

  /// Returns a video track, counted from 0.
  func videoTrack(_ index: Int) throws(ContainerProblem) -> MediaTrack {
    let videos = tracks.filter { $0.kind == .video }
    guard !videos.isEmpty else { throw .unsupported("it has no video track") }
    guard videos.indices.contains(index) else {
      throw .unsupported("it has no video track \(index); the tracks are 0 to \(videos.count - 1)")
    }
    return videos[index]
  }
}

/// Open container with the samples of one video track. One thread at a time.
protocol MediaContainer {
  /// Facts of the file.
  var header: MediaHeader { get }
  /// The video track that is read.
  var track: MediaTrack { get }
  /// Time of the earliest sample of any track, in seconds.
  var start: Double { get }

  /// Returns the next sample in order of decoding; nil at the end.
  mutating func next() throws(ContainerProblem) -> MediaSample?

  /// Continues at the last key sample not after `time`, or at the first sample.
  mutating func seek(to time: Double) throws(ContainerProblem)
}
