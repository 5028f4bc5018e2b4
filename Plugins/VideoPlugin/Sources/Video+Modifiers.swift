public import Tessera
public import TesseraGeometry
public import TesseraVideo

// Members of ``Video`` as modifiers.
extension TypedElement where ElementType == Video {
  /// Path of the file.
  public func source(_ source: String?) -> Self { with { $0.source = source } }
  /// Placement of the picture in the box.
  public func contentMode(_ contentMode: ContentMode) -> Self { with { $0.contentMode = contentMode } }
  /// Point of the picture that is aligned with the same point of the box, as fractions of width and height.
  public func focus(_ focus: Point) -> Self { with { $0.focus = focus } }
  /// Whether the video plays while the node is visible.
  public func playing(_ isPlaying: Bool = true) -> Self { with { $0.isPlaying = isPlaying } }
  /// Whether it restarts after its last frame, without a gap.
  public func loops(_ loops: Bool = true) -> Self { with { $0.loops = loops } }
  /// Seconds of video for each second, 0.1...8.
  public func rate(_ rate: Double) -> Self { with { $0.rate = rate } }
  /// Position in seconds that is sought when it changes; nil means the start, or the current position of a playing video.
  public func targetPosition(_ targetPosition: Double?) -> Self { with { $0.targetPosition = targetPosition } }
  /// Accuracy of seeks by `targetPosition`.
  public func seekMode(_ seekMode: Video.SeekMode) -> Self { with { $0.seekMode = seekMode } }
  /// Seconds between signals `time`; 0 means none.
  public func interval(_ interval: Double) -> Self { with { $0.interval = interval } }
  /// Whether sound is off.
  public func muted(_ isMuted: Bool = true) -> Self { with { $0.isMuted = isMuted } }
  /// Volume of sound, 0...1.
  public func volume(_ volume: Double) -> Self { with { $0.volume = volume } }
  /// Whether an http or https URL is a live stream.
  public func live(_ isLive: Bool = true) -> Self { with { $0.isLive = isLive } }
  /// Size of a camera's pictures in pixels; the nearest available one is used.
  public func captureSize(_ width: Double, _ height: Double) -> Self { with { $0.captureSize = Size(width, height) } }
  /// Pictures a second of a camera; the nearest available rate is used.
  public func frameRate(_ frameRate: Double) -> Self { with { $0.frameRate = frameRate } }
  /// Pixel format of a camera; nil means the one that costs least.
  public func captureFormat(_ captureFormat: CameraPixelFormat?) -> Self { with { $0.captureFormat = captureFormat } }
  /// Whether left and right are swapped in a live picture.
  public func mirrored(_ isMirrored: Bool = true) -> Self { with { $0.isMirrored = isMirrored } }
  /// Values of a camera's controls by name.
  public func controls(_ controls: [String: Int]) -> Self { with { $0.controls = controls } }
  /// Path of a file of subtitles, WebVTT or SRT; nil for none.
  public func subtitles(_ subtitles: String?) -> Self { with { $0.subtitles = subtitles } }
  /// Whether the subtitles are shown.
  public func showsSubtitles(_ showsSubtitles: Bool = true) -> Self { with { $0.showsSubtitles = showsSubtitles } }
}

// Modifiers with the names of attributes in scenes, for members that have another name in Swift.
extension TypedElement where ElementType == Video {
  /// Whether it restarts after its last frame, without a gap.
  public func loop(_ loops: Bool = true) -> Self { with { $0.loops = loops } }
  /// Position in seconds; a new value seeks. nil: the position of the playback.
  public func position(_ seconds: Double?) -> Self { with { $0.targetPosition = seconds } }
  /// Accuracy of seeks by ``position(_:)``.
  public func seek(_ mode: Video.SeekMode) -> Self { with { $0.seekMode = mode } }
  /// Whether the subtitles are shown.
  public func captions(_ areShown: Bool = true) -> Self { with { $0.showsSubtitles = areShown } }
}
