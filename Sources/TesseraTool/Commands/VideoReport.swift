internal import TesseraJSON
internal import TesseraKit
internal import TesseraScene

/// Output of `tessera video` for a file.
struct VideoReport {
  /// Extent of a report.
  enum Detail {
    /// Facts of the header and the first frame.
    case header
    /// All frames with their times.
    case frames
    /// All frames with times and checksums, and mean colors of three of them.
    case checksums
  }

  /// Facts gathered while decoding.
  private struct Frames {
    var first: DecodedFrameFacts?
    var times: [Double] = []
    var keys: [Int] = []
    var kinds = ""
    var checksums: [String] = []
    var end = 0.0
    var isInterlaced = false

    mutating func add(_ frame: any DecodedFrame, checksums wants: Bool) throws(VideoFileError) {
      let facts = frame.facts
      if first == nil { first = facts }
      if facts.isKey { keys.append(times.count) }
      times.append(facts.time)
      kinds += facts.kind.rawValue
      end = facts.time + facts.duration
      isInterlaced = isInterlaced || facts.isInterlaced
      if wants { checksums.append(try frame.checksum()) }
    }
  }

  private let name: String
  private let info: VideoFileInfo
  private let detail: Detail
  private var frames = Frames()
  private var grids: [(frame: Int, time: Double, grid: ColorGrid)] = []
  private var audio: [AudioFacts] = []
  private let decoder: (reader: String, name: String, failure: String?)
  /// Reason why the facts of sound are missing.
  private var audioFailure: String?

  /// Decodes a file.
  init(_ input: any VideoInput, _ options: VideoOptions, detail: Detail) throws(VideoFileError) {
    let source = try VideoDecoders.shared.open(input, options)
    (name, info, self.detail) = (input.name, source.info, detail)
    while let frame = try source.next() {
      try frames.add(frame, checksums: detail == .checksums)
      if detail == .header { break }
    }
    decoder = (source.readerName, source.decoderName, source.decoderFailure)
    guard !frames.times.isEmpty else { throw Self.noFrames(input.name) }
    if detail == .checksums { grids = try Self.grids(input, options, count: frames.times.count) }
    guard detail != .header else { return }
    do throws(VideoFileError) {
      for track in 0..<info.audioTrackCount { audio.append(try VideoDecoders.shared.audioFacts(of: input, track: track)) }
    } catch {
      // The pictures can be decoded without the libraries that sound needs.
      guard case .missingLibrary(_, let reason) = error else { throw error }
      audioFailure = reason
    }
  }

  static func noFrames(_ name: String) -> VideoFileError {
    .corrupt(source: name, reason: "none of its frames can be decoded")
  }

  /// Decodes the file again for the colors of the first, middle and last of `count` frames.
  private static func grids(
    _ input: any VideoInput, _ options: VideoOptions, count: Int
  ) throws(VideoFileError) -> [(frame: Int, time: Double, grid: ColorGrid)] {
    let source = try VideoDecoders.shared.open(input, options)
    var conversion = FrameConversion()
    (conversion.quarterTurns, conversion.isSmooth) = (source.info.quarterTurns, false)
    var (index, found): (Int, [(frame: Int, time: Double, grid: ColorGrid)]) = (0, [])
    while let frame = try source.next() {
      if [0, count / 2, count - 1].contains(index) {
        found.append((index, frame.facts.time, ColorGrid(try frame.pixels(conversion))))
      }
      index += 1
    }
    return found
  }

  var json: JSONValue {
    func text(_ value: String?) -> JSONValue { .text(value ?? "unknown") }
    func numbers(_ values: [Double]) -> JSONValue { .list(values.map(JSONValue.number)) }
    let first = frames.first
    var pairs: [(key: String, value: JSONValue)] = [
      ("file", .text(name)), ("container", .text(info.container)), ("codec", .text(info.codec)), ("profile", text(info.profile)),
      ("width", .number(Double(first?.width ?? info.width))), ("height", .number(Double(first?.height ?? info.height))),
      ("sar", .text("\(info.pixelWidth):\(info.pixelHeight)")), ("rotation", .number(info.rotation.rounded())),
      ("pixelFormat", text(first?.pixelFormat)), ("range", .text(first?.range ?? "limited")), ("matrix", text(first?.matrix)),
      ("primaries", text(first?.primaries)), ("transfer", text(first?.transfer)),
      ("videoTracks", .number(Double(info.videoTrackCount))), ("audioTracks", .number(Double(info.audioTrackCount))),
      ("start", .number(info.start)), ("duration", info.duration.map(JSONValue.number) ?? .null),
      ("framesPerSecond", info.framesPerSecond.map(JSONValue.number) ?? .null), ("interlaced", .boolean(frames.isInterlaced)),
      ("reader", .text(decoder.reader)), ("decoder", .text(decoder.name)),
    ]
    if let failure = decoder.failure { pairs.append(("decoderFailure", .text(failure))) }
    guard detail != .header else { return .map(pairs) }
    pairs += [
      ("frames", .number(Double(frames.times.count))), ("pts", numbers(frames.times)), ("end", .number(frames.end)),
      ("keyframes", numbers(frames.keys.map(Double.init))), ("types", .text(frames.kinds)),
    ]
    if detail == .checksums {
      pairs.append(("yuvMD5", .list(frames.checksums.map(JSONValue.text))))
      pairs.append(
        ("grids", .list(grids.map { .map([("frame", .number(Double($0.frame))), ("pts", .number($0.time)), ("cells", $0.grid.json)]) })))
    }
    pairs.append(
      (
        "audio",
        .list(
          audio.map {
            .map([
              ("codec", .text($0.codec)), ("rate", .number(Double($0.rate))), ("channels", .number(Double($0.channelCount))),
              ("samples", .number(Double($0.sampleCount))), ("rms", .number($0.rootMeanSquare)), ("firstPacket", .number($0.firstPacket)),
            ])
          })
      ))
    if let audioFailure { pairs.append(("audioFailure", .text(audioFailure))) }
    return .map(pairs)
  }
}
