internal import Glibc
internal import TesseraBase

/// Options of opening a video file. A value.
public struct VideoOptions: Sendable, Hashable {
  /// Maximum pixels of a frame; default 4096 x 2304.
  public var maximumPixels = 4096 * 2304
  /// Threads of the decoder, 1...16.
  public var threads = 1
  /// Index among the video tracks, from 0.
  public var track = 0
  /// Decoders that may be used; default: that of `TESSERA_VIDEO_DECODER` in the environment, otherwise automatic.
  public var decoder = DecoderChoice.standard

  /// Decoders that may be used.
  public enum DecoderChoice: String, Sendable, Hashable, CaseIterable {
    /// A decoder of the kernel if there is one for codec and size; software otherwise, and after its failure. Software is FFmpeg's libraries
    /// where they are installed, and otherwise the own reader.
    case automatic
    /// Software only.
    case software
    /// The own reader with its software, also where FFmpeg's libraries are installed.
    case reader

    /// Choice of the environment.
    public static var standard: Self {
      getenv("TESSERA_VIDEO_DECODER").flatMap { Self(rawValue: String(cString: $0)) } ?? .automatic
    }
  }

  /// Creates the default options.
  public init() {}
}

/// Reader of video files, a provider of sources. Any thread.
public protocol VideoDecoder: Sendable {
  /// Name for error messages.
  var name: String { get }

  /// Opens a file at its first frame.
  func open(_ input: any VideoInput, _ options: VideoOptions) throws(VideoFileError) -> any VideoSource

  /// Decodes all of an audio track, counted from 0, and returns its facts.
  func audioFacts(of input: any VideoInput, track: Int) throws(VideoFileError) -> AudioFacts
}

/// Open video file. Its functions may be called on any thread; concurrent calls wait for each other.
public protocol VideoSource: AnyObject, Sendable {
  /// Facts from the header.
  var info: VideoFileInfo { get }

  /// Name of the reader of the container: `libavformat`, or `tessera` for the own one. Default: `unknown`.
  var readerName: String { get }

  /// Name of the decoder in use, such as `libavcodec` or the path of a device. Default: `unknown`.
  var decoderName: String { get }

  /// Reason of the failure of a hardware decoder, after which software continues; nil without a failure.
  var decoderFailure: String? { get }

  /// Decodes the next frame in order of presentation; nil at the end. Times never decrease except after a seek.
  func next() throws(VideoFileError) -> (any DecodedFrame)?

  /// Continues at the last key frame not after `time`, in seconds of the file, or at the first frame.
  func seek(to time: Double) throws(VideoFileError)

  /// Stops the current call and later ones with ``VideoFileError/cancelled(source:)``. Returns immediately.
  func cancel()
}

extension VideoSource {
  /// Name for decoders that have none.
  public var decoderName: String { "unknown" }
  /// Name for readers that have none.
  public var readerName: String { "unknown" }
}

/// Facts of an audio track. A value.
public struct AudioFacts: Sendable, Hashable {
  /// Name of the codec, such as `aac`.
  public var codec: String
  /// Samples a second of each channel.
  public var rate: Int
  /// Number of channels.
  public var channelCount: Int
  /// Decoded samples of a channel, without priming.
  public var sampleCount: Int
  /// Root mean square of all samples as 16-bit numbers.
  public var rootMeanSquare: Double
  /// Time of the first packet in seconds.
  public var firstPacket: Double

  /// Creates the facts of a track.
  public init(codec: String, rate: Int, channelCount: Int, sampleCount: Int, rootMeanSquare: Double, firstPacket: Double) {
    (self.codec, self.rate, self.channelCount, self.sampleCount) = (codec, rate, channelCount, sampleCount)
    (self.rootMeanSquare, self.firstPacket) = (rootMeanSquare, firstPacket)
  }
}

/// Decoders of the process. Any thread.
public enum VideoDecoders {
  private static let decoder = Locked<any VideoDecoder>(StandardDecoder())

  /// Decoder of video nodes; default: ``StandardDecoder``.
  public static var shared: any VideoDecoder {
    get { decoder.withLock { $0 } }
    set { decoder.withLock { $0 = newValue } }
  }
}
