public import Tessera
public import TesseraGeometry
internal import TesseraVideo

/// Plays a video file: MP4, MOV, WebM, Matroska and others, decoded on a worker by FFmpeg's libraries.
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
/// Sound is played by `SoundOutput.shared`, and is then the clock of the video. It is silent at rates outside of 0.5...2.
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
  public static let summary = "Plays a video file: MP4, MOV, WebM, Matroska and others."

  /// Path of the file, or an http or https URL.
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

  public static func invalidation(from old: Self, to new: Self) -> Invalidation {
    if old.source != new.source { return [.layout, .display] }
    return old.contentMode == new.contentMode && old.focus == new.focus && old.captionInset == new.captionInset ? [] : .display
  }

  /// Returns the size of the picture for display, rotated and with square pixels, shrunk in proportion if it exceeds the maximum. If one side
  /// is fixed, the other follows in proportion. Zero without a readable file.
  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    range.proportional(ownSize(context.storage(of: Video.self)) ?? .zero)
  }

  /// Returns the size of the picture in logical units. May read the file's header.
  func ownSize(_ storage: VideoStorage) -> Size? {
    guard let source else { return nil }
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
