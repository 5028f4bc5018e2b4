internal import ControlsPlugin
internal import IconPlugin
public import Tessera
internal import TesseraGeometry
public import TesseraLayout
internal import TextPlugin

extension VideoPlayer {
  /// Lays out the video, and the controls over its lower edge.
  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let storage = context.storage(of: VideoPlayer.self)
    return Overlay(picture(storage, context)) {
      Column {
        Column {}.expand()
        if showsControls { bar(storage, context.environment).key("bar") }
      }.absoluteFill()
    }
  }

  private func picture(_ storage: VideoPlayerStorage, _ context: LayoutContext) -> some NodeElement {
    var video = Video()
    (video.source, video.contentMode, video.loops, video.isPlaying) = (source, contentMode, loops, plays)
    (video.subtitles, video.showsSubtitles) = (subtitles, showsCaptions)
    (video.isMuted, video.volume) = (mutes, volume)
    if showsControls { video.captionInset = Self.barHeight(context.environment.theme) }
    return video.expand().key("video").pressable().semantics { $0.label = storage.player?.semantics.label }
      .onTap {
        storage.hiding.withLock { showsControls ? $0.dismiss() : $0.use() }
        storage.player?.requestTick(after: 0)
      }
      .on(AnyNode.focusChange) { if $0 { storage.player?.use() } }
      .on(Video.ready) { facts in
        total = facts.duration ?? 0
        hasSound = storage.video?.hasSound ?? false
      }
      .on(Video.time) { time in
        (now, hasEnded) = (time, false)
        total = max(total, storage.video?.duration ?? time)
      }
      .on(Video.end) {
        hasEnded = true
        storage.player?.use()
        storage.player?.send(VideoPlayer.end)
      }
      .on(Video.failed) {
        hasEnded = true
        storage.player?.use()
        storage.player?.send(VideoPlayer.failed, $0)
      }
      .onMake { video in context.onAdoption { [weak video] in video.map(storage.attach) } }
  }

  private func bar(_ storage: VideoPlayerStorage, _ environment: EnvironmentValues) -> some NodeElement {
    let theme = environment.theme
    let runs = plays && !hasEnded
    return Row(gap: .points(theme[.space2]), align: .center) {
      button(runs ? "pause" : hasEnded ? "repeat" : "play", label: environment.word(runs ? .pause : .play), key: "play", storage, theme) {
        if runs {
          userPlays = false
        } else {
          if hasEnded { storage.video?.seek(to: 0) }
          (userPlays, hasEnded) = (true, false)
        }
        storage.player?.send(VideoPlayer.playChange, !runs)
      }
      Text(Self.clock(now)).font(.caption).color(.theme(.ink)).flexShrink(0)
      Slider(now, in: 0...max(total, 0.1), step: total < 60 ? 0.1 : 1, label: environment.word(.position))
        .expand().minWidth(40).key("position")
        .on(Slider.changing) { seek(to: $0, .fast, storage) }
        .on(Slider.change) { seek(to: $0, .exact, storage) }
        .on(AnyNode.focusChange) { _ in storage.player?.use() }
      Text(Self.clock(total)).font(.caption).color(.theme(.inkSoft)).flexShrink(0)
      if subtitles != nil {
        button(
          "subtitles", label: environment.word(showsCaptions ? .hideSubtitles : .showSubtitles), key: "captions", isDimmed: !showsCaptions,
          storage, theme
        ) { userShowsSubtitles = !showsCaptions }
      }
      if hasSound {
        button(mutes ? "volume-off" : "volume", label: environment.word(mutes ? .soundOn : .mute), key: "sound", storage, theme) {
          userMutes = !mutes
        }
      }
      if canExpand {
        button(isExpanded ? "fullscreen-exit" : "fullscreen", label: environment.word(.fullWidth), key: "expand", storage, theme) {
          isExpanded.toggle()
          storage.player?.send(VideoPlayer.expand, isExpanded)
        }
      }
    }
    .environment(\.direction, .ltr).padding(LayoutEdges(.points(theme[.space1]))).background(.theme(.surface)).cornerRadius(theme[.radius3])
    .margin(
      LayoutEdges(.points(theme[.space2])))
  }

  /// Height of the controls with their margin.
  static func barHeight(_ theme: Theme) -> Double { theme[.control] + 2 * theme[.space1] + 2 * theme[.space2] }

  private func button(
    _ icon: String, label: String, key: String, isDimmed: Bool = false, _ storage: VideoPlayerStorage, _ theme: Theme,
    _ press: @escaping @Sendable () -> Void
  ) -> some NodeElement {
    Column(align: .center, justify: .center) { Icon(icon).tint(.theme(isDimmed ? .inkSoft : .ink)).decorative() }
      .width(.points(theme[.control])).height(.points(theme[.control])).flexShrink(0).cornerRadius(theme[.radius2]).pressable()
      .hitTestSlop(Insets(max(0, (theme[.touch] - theme[.control]) / 2))).semantics(label: label).key(key)
      .onTap {
        storage.player?.use()
        press()
      }
      .on(AnyNode.focusChange) { _ in storage.player?.use() }
  }

  private func seek(to position: Double, _ mode: Video.SeekMode, _ storage: VideoPlayerStorage) {
    (now, hasEnded) = (position, false)
    storage.video?.seek(to: position, mode: mode)
    storage.player?.use()
  }

  /// Returns minutes and seconds, with hours if there are any.
  static func clock(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds > 0 else { return "0:00" }
    let whole = Int(min(seconds, 359_999))
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(whole % 60))" : "\(minutes):\(two(whole % 60))"
  }
}
