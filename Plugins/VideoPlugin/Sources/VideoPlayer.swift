internal import ControlsPlugin
internal import IconPlugin
public import Tessera
public import TesseraGeometry
internal import TesseraLayout
internal import TextPlugin

/// Video with controls: play, position with times, full width.
///
/// ```swift
/// let player = VideoPlayerNode("clip.mp4")
/// player.on(VideoPlayer.expand) { isWide in … }
/// ```
///
/// A tap shows or hides the controls. While the video plays, they disappear after three seconds without a touch, a key or a turn of an encoder.
/// Enter and Space on the video, or a move of the focus, show them again.
public struct VideoPlayer: AccessibleType, LifecycleType, TickingType, ValueObservingType {
  /// The video, and the time of the last use.
  public typealias Storage = VideoPlayerStorage

  public static let typeName = "video-player"
  public static let summary = "Video with controls: play, position, times and full width."
  public static let traits: NodeTraits = .drawsNothing

  /// Path of the file.
  public var source: String?
  /// Placement of the picture in the box.
  public var contentMode = ContentMode.fit
  /// Whether the video plays, until the user starts or pauses it. A new value counts again.
  public var isPlaying = false
  /// Whether it restarts after its last frame, without a gap.
  public var loops = false
  /// Seconds without use after which the controls disappear while the video plays; 0 means never.
  public var hideAfter = 3.0
  /// Whether the button for the full width is shown.
  public var canExpand = true
  /// Path of a file of subtitles, WebVTT or SRT; with one, a button shows and hides them.
  public var subtitles: String?
  /// Whether the subtitles are shown, until the user changes it.
  public var showsSubtitles = true
  /// Whether sound is off, until the user changes it.
  public var isMuted = false
  /// Volume of sound, 0...1.
  public var volume = 1.0

  @NodeState var userPlays: Bool?
  @NodeState var now = 0.0
  @NodeState var total = 0.0
  @NodeState var hasEnded = false
  @NodeState var showsControls = true
  @NodeState var isExpanded = false
  @NodeState var userMutes: Bool?
  @NodeState var userShowsSubtitles: Bool?
  @NodeState var hasSound = false

  /// Creates a player without a file.
  public init() {}

  /// Creates a player that shows the first frame of a file.
  public init(_ source: String, isPlaying: Bool = false, loops: Bool = false) {
    (self.source, self.isPlaying, self.loops) = (source, isPlaying, loops)
  }

  /// The user pressed the button for the full width; the payload is whether the full width is requested. The program changes the layout.
  public static var expand: Signal<Bool> { Signal("expand") }
  /// The user started (true) or paused the video.
  public static var playChange: Signal<Bool> { Signal("playChange") }
  /// The last frame was shown, and the video does not loop.
  public static var end: Signal<Void> { Signal("end") }
  /// The file cannot be played, or its subtitles cannot be read; the payload is the reason.
  public static var failed: Signal<String> { Signal("failed") }

  public static var attributes: [NodeAttribute<Self>] {
    [
      .asset("source", \.source, affects: .layout, help: "Video file: MP4, MOV, WebM, Matroska, MPEG-TS, AVI, Ogg, FLV or IVF."),
      .choice("contentMode", \.contentMode, affects: .layout, help: "Placement of the picture in the box."),
      .boolean("playing", \.isPlaying, affects: .layout, help: "Whether the video plays, until the user starts or pauses it."),
      .boolean("loop", \.loops, affects: .layout, help: "Whether it restarts after its last frame, without a gap."),
      .number(
        "hideAfter", \.hideAfter, in: 0...3600, affects: .layout,
        help: "Seconds without use after which the controls disappear while the video plays; 0 means never."),
      .asset(
        "subtitles", \.subtitles, affects: .layout, help: "File of subtitles: WebVTT or SRT; with one, a button shows and hides them."),
      .boolean("captions", \.showsSubtitles, affects: .layout, help: "Whether the subtitles are shown, until the user changes it."),
      .boolean("muted", \.isMuted, affects: .layout, help: "Whether sound is off, until the user changes it."),
      .number("volume", \.volume, in: 0...1, affects: .layout, help: "Volume of sound."),
      .boolean("expandable", \.canExpand, affects: .layout, help: "Whether the button for the full width is shown."),
    ]
  }

  public static var signals: [NodeSignal] {
    [
      NodeSignal(expand, payload: .boolean, help: "The user requested the full width (true) or the normal one.") { .boolean($0) },
      NodeSignal(playChange, payload: .boolean, sets: "playing", help: "The user started or paused the video.") { .boolean($0) },
      NodeSignal(end, help: "The last frame was shown, and the video does not loop."),
      NodeSignal(failed, payload: .text, help: "The file cannot be played, or its subtitles cannot be read; the reason.") { .text($0) },
    ]
  }

  public static func semantics(of node: Node<Self>) -> NodeSemantics { NodeSemantics(.group) }

  /// Whether the video plays by the wish of the program or of the user.
  var plays: Bool { userPlays ?? isPlaying }

  var mutes: Bool { userMutes ?? isMuted }
  var showsCaptions: Bool { userShowsSubtitles ?? showsSubtitles }

  /// A new wish of the program replaces that of the user.
  public static func valueDidChange(_ node: Node<Self>) {
    if node.storage.isOther(isPlaying: node.value.isPlaying) { node.userPlays = nil }
  }

  // MARK: controls

  public static func interfaceStateDidChange(_ node: Node<Self>, from old: InterfaceState, to new: InterfaceState) {
    node.storage.attach(node)
    if new == .visible { node.use() }
  }

  /// Hides the controls when it is time.
  public static func tick(_ node: Node<Self>, at time: Double) -> Double? {
    let (value, storage) = (node.value, node.storage)
    let isPlaying = node.plays && !node.hasEnded
    let step = storage.hiding.withLock { $0.advance(to: time, after: value.hideAfter, isPlaying: isPlaying) }
    if node.showsControls != step.isShown {
      if !step.isShown { storage.video?.adoptFocus(from: node) }
      node.showsControls = step.isShown
    }
    return step.delay
  }
}

/// Node of a video with controls.
public typealias VideoPlayerNode = Node<VideoPlayer>

extension Node where Value == VideoPlayer {
  /// Creates a player that shows the first frame of a file.
  public convenience init(_ source: String, isPlaying: Bool = false, loops: Bool = false) {
    self.init(VideoPlayer(source, isPlaying: isPlaying, loops: loops))
  }

  /// Shows the controls, for three seconds if the video plays. Any thread.
  public func use() {
    storage.hiding.withLock { $0.use() }
    requestTick(after: 0)
  }
}

extension Node where Value == Video {
  /// Takes the focus if a node below `other` has it, which is about to be removed.
  fileprivate func adoptFocus(from other: AnyNode) {
    guard let focused = focusedNode, focused !== self else { return }
    var above: AnyNode? = focused
    while let node = above {
      if node === other { return becomeFocused() }
      above = node.supernode
    }
  }
}
