public import Tessera

extension Video {
  public static var attributes: [NodeAttribute<Self>] {
    [
      .asset(
        "source", \.source, affects: [.layout, .display], help: "Video file: MP4, MOV, WebM, Matroska, MPEG-TS, AVI, Ogg, FLV or IVF."),
      .choice("contentMode", \.contentMode, affects: .display, help: "Placement of the picture in the box."),
      .boolean("playing", \.isPlaying, affects: [], help: "Whether the video plays while the node is visible."),
      .boolean("loop", \.loops, affects: [], help: "Whether it restarts after its last frame, without a gap."),
      .number("rate", \.rate, in: 0.1...8, affects: [], help: "Seconds of video for each second."),
      NodeAttribute(
        "position", \.targetPosition, kind: .number(0...1e7), affects: [], help: "Position in seconds; a new value seeks.",
        get: { $0.targetPosition.map(AttributeValue.number) }, set: { $0.targetPosition = $1.number }),
      .choice("seek", \.seekMode, affects: [], help: "Accuracy of seeks by `position`: the frame of the time, or the key frame before it."),
      .number("interval", \.interval, in: 0...3600, affects: [], help: "Seconds between signals `time`; 0 means none."),
      .asset("subtitles", \.subtitles, affects: [], help: "File of subtitles over the picture: WebVTT or SRT."),
      .boolean("captions", \.showsSubtitles, affects: [], help: "Whether the subtitles are shown."),
      .boolean("muted", \.isMuted, affects: [], help: "Whether sound is off."),
      .number("volume", \.volume, in: 0...1, affects: [], help: "Volume of sound."),
    ]
  }

  /// Facts of a video that can be played.
  public struct Facts: Sendable, Hashable {
    /// Width for display, in pixels.
    public var width: Double
    /// Height for display, in pixels.
    public var height: Double
    /// Length in seconds; nil if the file does not specify one.
    public var duration: Double?
  }

  /// The first frame is decoded; the payload has the size and the length.
  public static var ready: Signal<Facts> { Signal("ready") }
  /// The position changed by at least ``interval``; the payload is the position in seconds.
  public static var time: Signal<Double> { Signal("time") }
  /// The last frame was shown for its duration, and the video does not loop.
  public static var end: Signal<Void> { Signal("end") }
  /// Decoding is too slow (true), or it caught up (false). The video's time waits meanwhile.
  public static var stalled: Signal<Bool> { Signal("stalled") }
  /// The file cannot be played, or its subtitles cannot be read; the payload is the reason.
  public static var failed: Signal<String> { Signal("failed") }

  public static var signals: [NodeSignal] {
    let number = AttributeKind.number(0...1e9)
    return [
      NodeSignal(
        ready, payload: .map(["width": number, "height": number, "duration": number]),
        help: "The first frame is decoded; width and height in pixels, duration in seconds, 0 if unknown."
      ) {
        .map([("width", .number($0.width)), ("height", .number($0.height)), ("duration", .number($0.duration ?? 0))])
      },
      NodeSignal(time, payload: number, sets: "position", help: "The position changed; seconds.") { .number($0) },
      NodeSignal(end, help: "The last frame was shown, and the video does not loop."),
      NodeSignal(stalled, payload: .boolean, help: "Decoding is too slow (true), or it caught up (false).") { .boolean($0) },
      NodeSignal(failed, payload: .text, help: "The file cannot be played, or its subtitles cannot be read; the reason.") { .text($0) },
    ]
  }
}
