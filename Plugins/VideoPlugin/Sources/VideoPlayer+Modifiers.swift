public import Tessera
public import TesseraGeometry

// Members of ``VideoPlayer`` as modifiers.
extension TypedElement where ElementType == VideoPlayer {
  /// Path of the file.
  public func source(_ source: String?) -> Self { with { $0.source = source } }
  /// Placement of the picture in the box.
  public func contentMode(_ contentMode: ContentMode) -> Self { with { $0.contentMode = contentMode } }
  /// Whether the video plays, until the user starts or pauses it. A new value counts again.
  public func playing(_ isPlaying: Bool = true) -> Self { with { $0.isPlaying = isPlaying } }
  /// Whether it restarts after its last frame, without a gap.
  public func loops(_ loops: Bool = true) -> Self { with { $0.loops = loops } }
  /// Seconds without use after which the controls disappear while the video plays; 0 means never.
  public func hideAfter(_ hideAfter: Double) -> Self { with { $0.hideAfter = hideAfter } }
  /// Whether the button for the full width is shown.
  public func canExpand(_ canExpand: Bool = true) -> Self { with { $0.canExpand = canExpand } }
  /// Path of a file of subtitles, WebVTT or SRT; with one, a button shows and hides them.
  public func subtitles(_ subtitles: String?) -> Self { with { $0.subtitles = subtitles } }
  /// Whether the subtitles are shown, until the user changes it.
  public func showsSubtitles(_ showsSubtitles: Bool = true) -> Self { with { $0.showsSubtitles = showsSubtitles } }
  /// Whether sound is off, until the user changes it.
  public func muted(_ isMuted: Bool = true) -> Self { with { $0.isMuted = isMuted } }
  /// Volume of sound, 0...1.
  public func volume(_ volume: Double) -> Self { with { $0.volume = volume } }
}

// Modifiers with the names of attributes in scenes, for members that have another name in Swift.
extension TypedElement where ElementType == VideoPlayer {
  /// Whether it restarts after its last frame, without a gap.
  public func loop(_ loops: Bool = true) -> Self { with { $0.loops = loops } }
  /// Whether the subtitles are shown.
  public func captions(_ areShown: Bool = true) -> Self { with { $0.showsSubtitles = areShown } }
  /// Whether the button for the full width is shown.
  public func expandable(_ isExpandable: Bool = true) -> Self { with { $0.canExpand = isExpandable } }
}
