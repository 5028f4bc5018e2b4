public import Tessera
internal import TesseraGeometry
internal import TesseraVideo

extension Video {
  public static var attributes: [NodeAttribute<Self>] {
    [
      .asset(
        "source", \.source, affects: [.layout, .display],
        help: "Video file: MP4, MOV, WebM, Matroska, MPEG-TS, AVI, Ogg, FLV or IVF; `camera:`; or the URL of a live stream."),
      .choice("contentMode", \.contentMode, affects: .display, help: "Placement of the picture in the box."),
      .boolean("playing", \.isPlaying, affects: [], help: "Whether the video plays while the node is visible."),
      .boolean("loop", \.loops, affects: [], help: "Whether it restarts after its last frame, without a gap."),
      .number("rate", \.rate, in: 0.1...8, affects: [], help: "Seconds of video for each second."),
      NodeAttribute(
        "position", \.targetPosition, kind: .number(0...1e7), affects: [], help: "Position in seconds; a new value seeks.",
        get: { $0.targetPosition.map(AttributeValue.number) }, set: { $0.targetPosition = $1.number }),
      .choice("seek", \.seekMode, affects: [], help: "Accuracy of seeks by `position`: the frame of the time, or the key frame before it."),
      .number("interval", \.interval, in: 0...3600, affects: [], help: "Seconds between signals `time`; 0 means none."),
      .boolean("live", \.isLive, affects: [.layout, .display], help: "Whether an http or https URL is a live stream."),
      captureSizeAttribute,
      .number("frameRate", \.frameRate, in: 0.1...1000, affects: [], help: "Pictures a second of a camera; the nearest rate is used."),
      captureFormatAttribute,
      .boolean("mirrored", \.isMirrored, affects: [], help: "Whether left and right are swapped in a live picture."),
      controlsAttribute,
      .asset("subtitles", \.subtitles, affects: [], help: "File of subtitles over the picture: WebVTT or SRT."),
      .boolean("captions", \.showsSubtitles, affects: [], help: "Whether the subtitles are shown."),
      .boolean("muted", \.isMuted, affects: [], help: "Whether sound is off."),
      .number("volume", \.volume, in: 0...1, affects: [], help: "Volume of sound."),
      .member("focus", \.focus, affects: .display), .member("captionInset", \.captionInset, affects: .display),
    ]
  }

  private static let captureSizeAttribute = NodeAttribute<Self>(
    "captureSize", \.captureSize, kind: .list(.number(1...16384)), affects: [],
    help: "Width and height of a camera's pictures; the nearest size is used.",
    get: { .list([.number($0.captureSize.width), .number($0.captureSize.height)]) },
    set: { value, new in
      guard let sides = new.list?.compactMap(\.number), sides.count == 2 else {
        throw AttributeError(attribute: "captureSize", reason: "must be two numbers, width and height")
      }
      value.captureSize = Size(sides[0], sides[1])
    })

  private static let captureFormatAttribute = NodeAttribute<Self>(
    "captureFormat", \.captureFormat, kind: .choice(["automatic"] + CameraPixelFormat.allCases.map(\.rawValue)), affects: [],
    help: "Pixel format of a camera, as V4L2 names it.", get: { .text($0.captureFormat?.rawValue ?? "automatic") },
    set: { value, new in value.captureFormat = new.text.flatMap(CameraPixelFormat.init) })

  private static let controlsAttribute = NodeAttribute<Self>(
    "controls", \.controls, kind: .named(.integer(-2_147_483_648...2_147_483_647)), affects: [],
    help: "Values of a camera's controls by name, such as brightness; `tessera cameras` lists them.",
    get: { .map($0.controls.sorted { $0.key < $1.key }.map { ($0.key, .number(Double($0.value))) }) },
    set: { value, new in
      guard case .map(let entries) = new else { return }
      value.controls = Dictionary(entries.compactMap { entry in entry.value.number.map { (entry.key, Int($0)) } }) { _, last in last }
    })

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
  /// Decoding is too slow or a live source gives no pictures (true), or it caught up (false). The video's time waits meanwhile.
  public static var stalled: Signal<Bool> { Signal("stalled") }
  /// The file or live source cannot be played, or its subtitles cannot be read; the payload is the reason. A live source is tried again.
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
      NodeSignal(
        stalled, payload: .boolean, help: "Decoding is too slow or a live source gives no pictures (true), or it caught up (false)."
      ) { .boolean($0) },
      NodeSignal(failed, payload: .text, help: "The file or live source cannot be played, or its subtitles cannot be read; the reason.") {
        .text($0)
      },
    ]
  }
}
