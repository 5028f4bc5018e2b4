public import Tessera
public import TesseraGeometry
public import TesseraVideo

/// Plays a video file, a live stream or a camera. Files and streams are decoded by FFmpeg's libraries.
///
/// ```swift
/// let video = VideoNode("clip.mp4")
/// video.on(Video.end) { … }
/// video.seek(to: 12.5)
/// ```
///
/// Frames are shown by their presentation time on the stage's clock. The video plays while the node is visible, and closes its file when the
/// node is far from the screen. Before the first frame is decoded, the node shows its placeholder.
///
/// The source `camera:` shows the newest picture of a camera; see ``captureSize``. A live stream is an RTSP URL, an HLS playlist, or another URL
/// with ``isLive``. Both run while the node is visible and ``isPlaying``, cannot seek, and are opened again after a failure. Cameras are silent.
///
/// Sound is played by `SoundOutput.shared`, and is then the clock of the video. A file is silent at rates outside of 0.5...2.
public struct Video: AccessibleType, LifecycleType, TickingType, ValueObservingType {
  /// Accuracy of a seek.
  public enum SeekMode: String, Sendable, CaseIterable, Hashable {
    /// The frame shown at the time; all frames since the key frame before it are decoded.
    case exact
    /// The key frame before the time.
    case fast
  }

  /// Open file, frames and clock.
  public typealias Storage = VideoStorage

  public static let typeName = "video"
  public static let summary = "Plays a video file, a live stream or a camera."

  /// Path of a file, an http or https URL, an rtsp URL, or a camera: `camera:`, `camera:/dev/video0`, or `camera:` and a part of its name.
  public var source: String?
  /// Placement of the picture in the box.
  public var contentMode = ContentMode.fit
  /// Point of the picture that is aligned with the same point of the box, as fractions of width and height.
  public var focus = Point(0.5, 0.5)
  /// Whether the video plays while the node is visible.
  public var isPlaying = true
  /// Whether it restarts after its last frame, without a gap.
  public var loops = false
  /// Seconds of video for each second, 0.1...8.
  public var rate = 1.0
  /// Position in seconds that is sought when it changes; nil means the start, or the current position of a playing video.
  public var targetPosition: Double?
  /// Accuracy of seeks by ``targetPosition``.
  public var seekMode = SeekMode.exact
  /// Seconds between signals `time`; 0 means none.
  public var interval = 0.25
  /// Whether sound is off.
  public var isMuted = false
  /// Volume of sound, 0...1.
  public var volume = 1.0

  /// Whether an http or https URL is a live stream. One whose path ends in `.m3u8` always is.
  public var isLive = false
  /// Size of a camera's pictures in pixels; the nearest available one is used.
  public var captureSize = Size(640, 480)
  /// Pictures a second of a camera; the nearest available rate is used.
  public var frameRate = 30.0
  /// Pixel format of a camera; nil means the one that costs least.
  public var captureFormat: CameraPixelFormat?
  /// Whether left and right are swapped in a live picture, as in a mirror.
  public var isMirrored = false
  /// Values of a camera's controls by name, such as `brightness`; `tessera cameras` lists names and ranges.
  public var controls: [String: Int] = [:]

  /// Path of a file of subtitles, WebVTT or SRT; nil for none.
  public var subtitles: String?
  /// Whether the subtitles are shown.
  public var showsSubtitles = true
  /// Height at the lower edge that other content covers, so that subtitles are above it, in logical units.
  var captionInset = 0.0

  /// Creates the value without a file.
  public init() {}

  /// Creates the value that plays a file.
  public init(_ source: String, contentMode: ContentMode = .fit, loops: Bool = false) {
    (self.source, self.contentMode, self.loops) = (source, contentMode, loops)
  }

  public static func semantics(of node: Node<Self>) -> NodeSemantics { NodeSemantics(.video) }

  /// Returns the size of the picture for display, rotated and with square pixels, shrunk in proportion if it exceeds the maximum. If one side
  /// is fixed, the other follows in proportion. Zero without a readable file.
  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    range.proportional(ownSize(context.storage(of: Video.self)) ?? .zero)
  }

  /// Returns the size of the picture in logical units. May read the file's header.
  func ownSize(_ storage: VideoStorage) -> Size? {
    guard let source else { return nil }
    if liveTarget != nil {
      guard let info = storage.live.withLock({ $0.info }), info.hasPictures else { return nil }
      return Size(info.displaySize.width, info.displaySize.height)
    }
    let open = storage.playback.withLock { $0.source == source ? $0.info : nil }
    guard let info = open ?? VideoHeaders.info(of: source) else { return nil }
    return Size(info.displaySize.width, info.displaySize.height)
  }

  var settings: VideoPlayback.Settings {
    VideoPlayback.Settings(
      plays: isPlaying, loops: loops, rate: rate.isFinite ? min(max(rate, 0.1), 8) : 1,
      interval: interval.isFinite && interval > 0 ? max(0.01, interval) : 0, hasSound: !isMuted && limitedVolume > 0)
  }

  var limitedVolume: Double { volume.isFinite ? min(max(0, volume), 1) : 0 }
}

/// Node that plays a video file.
public typealias VideoNode = Node<Video>

extension Node where Value == Video {
  /// Creates a node that plays a file while it is visible.
  public convenience init(_ source: String, contentMode: ContentMode = .fit, loops: Bool = false) {
    self.init(Video(source, contentMode: contentMode, loops: loops))
  }

  /// Resumes the video; after the end, from the start. Any thread.
  public func play() {
    if storage.playback.withLock({ $0.hasEnded }) { seek(to: 0) }
    update { $0.isPlaying = true }
  }

  /// Pauses at the current frame. Any thread.
  public func pause() { update { $0.isPlaying = false } }

  /// Seeks to a position in seconds; the nearest valid one if it is outside of the file. The newest of several seeks counts. Any thread.
  public func seek(to position: Double, mode: Video.SeekMode = .exact) {
    storage.playback.withLock { $0.seek(to: position, isExact: mode == .exact) }
    requestTick(after: 0)
  }

  /// Position in seconds: that of the last tick, or the target of a pending seek. Any thread.
  public var currentPosition: Double { storage.playback.withLock { $0.position } }

  /// Length in seconds; nil until the file is open, or if the file does not specify one and its end was not reached. Any thread.
  public var duration: Double? { storage.playback.withLock { $0.duration } }
}
