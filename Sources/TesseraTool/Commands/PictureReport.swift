internal import TesseraJSON
internal import TesseraKit
internal import TesseraScene

/// Output of `tessera image` for a file.
struct PictureReport {
  let data: PictureData
  let header: PictureHeader
  /// Frames; nil for a picture with one frame.
  let frames: (any PictureFrames)?

  init(_ file: String) throws(PictureError) {
    data = try PictureData(file: file)
    header = try PictureCodecs.shared.header(of: data)
    frames = header.mayMove ? try PictureCodecs.shared.frames(of: data) : nil
  }

  private var timeline: FrameTimeline? { frames.map { FrameTimeline(delays: $0.delays, loopCount: $0.loopCount) } }
  /// Bytes of the pixels at the picture's own size. For an animated image, the sum of the current frame, the next one, and the file. nil if
  /// it is too large.
  private var decodedBytes: Int? {
    guard max(header.width, header.height) <= PictureCodecs.maximumSide else { return nil }
    let pixels = header.width * header.height * 4
    return frames.map { pixels * 2 + $0.byteCount } ?? pixels
  }

  private static let orientations = [
    "as stored", "as stored", "mirrored left to right", "turned by 180 degrees", "mirrored top to bottom",
    "turned by 90 degrees clockwise, mirrored left to right", "turned by 90 degrees clockwise",
    "turned by 90 degrees counterclockwise, mirrored left to right", "turned by 90 degrees counterclockwise",
  ]

  var text: String {
    var lines = [
      ("format", header.format.rawValue), ("size", "\(header.width) x \(header.height)\(header.isVector ? ", drawn at any size" : "")"),
    ]
    if let timeline {
      let loops = timeline.loopCount == 0 ? "without end" : timeline.loopCount == 1 ? "once" : "\(timeline.loopCount) times"
      lines.append(("frames", "\(timeline.frameCount) in \(Self.seconds(timeline.loopDuration)) s, shown \(loops)"))
    } else {
      lines.append(("frames", "1"))
    }
    lines.append(("colors", header.profile ?? "sRGB"))
    lines.append(("alpha", header.isOpaque ? "no" : "yes"))
    if header.orientation != 1 { lines.append(("shown", Self.orientations[min(max(header.orientation, 0), 8)])) }
    lines.append(("file", "\(data.count) bytes"))
    let most = PictureCodecs.maximumSide
    lines.append(("decoded", decodedBytes.map { "\($0) bytes" } ?? "not at all: a picture may have \(most) x \(most) pixels at most"))
    if let notes = frames?.notes, !notes.isEmpty { lines.append(("not drawn", notes.joined(separator: ", "))) }
    return "\(data.name)\n" + lines.map { name, value in "  \(name)\(String(repeating: " ", count: 10 - name.count))\(value)\n" }.joined()
  }

  var json: JSONValue {
    .map([
      ("file", .text(data.name)), ("format", .text(header.format.rawValue)), ("width", .number(Double(header.width))),
      ("height", .number(Double(header.height))), ("isVector", .boolean(header.isVector)),
      ("frames", .number(Double(timeline?.frameCount ?? 1))),
      ("durations", .list((frames?.delays ?? []).map { .number(FrameTimeline.shownDelay($0)) })),
      ("loopCount", timeline.map { .number(Double($0.loopCount)) } ?? .null),
      ("notDrawn", .list((frames?.notes ?? []).map(JSONValue.text))),
      ("profile", header.profile.map(JSONValue.text) ?? .null), ("alpha", .boolean(!header.isOpaque)),
      ("orientation", .number(Double(header.orientation))), ("bytes", .number(Double(data.count))),
      ("decodedBytes", decodedBytes.map { .number(Double($0)) } ?? .null),
    ])
  }

  /// Formats seconds with two decimals.
  private static func seconds(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
