internal import TesseraJSON
internal import ArgumentParser
internal import TesseraKit
internal import TesseraScene

/// `tessera video`: facts, frames and checksums of a video file, and one of its frames as a picture.
struct VideoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "video", abstract: "Prints codec, size, colors, frames and times of a video file as JSON; writes a frame.",
    discussion: """
      Decodes the file with hardware (V4L2 decoders of the kernel) or FFmpeg's libraries, as a node of type video does. Without these libraries, an \
      own reader reads MP4 and WebM, and libopenh264, libvpx and libdav1d decode. `reader` and `decoder` are those that were used, and `decoderFailure` the reason why hardware was given up. TESSERA_VIDEO_DECODER=software forces software in all programs, and =reader the own reader. Times are in seconds as in the file, with its edit lists applied. \
      `range` is limited unless the file says otherwise; `unknown` is not in the file. With -o, the frame shown at --time, in seconds from the \
      start of the file, is rotated, converted to RGB and written.
      """)

  @Argument(help: "Video file, or its http or https URL.") var file: String?
  @Flag(help: "Adds the MD5 of the planes of each frame, and mean colors of the first, middle and last frame in 12 rows of 16 cells.")
  var frames = false
  @Flag(help: "Decodes one frame only; the lists of frames and the facts of audio samples are left out.") var header = false
  @Flag(help: "Lists the hardware decoders of this machine as JSON.") var decoders = false
  @Option(help: ArgumentHelp("automatic; software: hardware is not used; or reader: FFmpeg is not used either.", valueName: "kind"))
  var decoder: String?
  @Option(help: ArgumentHelp("Video track, from 0.", valueName: "number")) var track = 0
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Output file of a frame: .png, .ppm, .raw or -.", valueName: "out"))
  var output: String?
  @Option(help: ArgumentHelp("Time of the frame to write, in seconds from the start of the file.", valueName: "seconds")) var time: Double?

  func validate() throws {
    if decoders, file != nil || output != nil || frames || header || decoder != nil {
      throw ValidationError("--decoders takes no file and no other options")
    }
    if file == nil, !decoders { throw ValidationError("the argument <file> is missing") }
    if let decoder, VideoOptions.DecoderChoice(rawValue: decoder) == nil {
      throw ValidationError("--decoder must be automatic, software or reader (got \(decoder))")
    }
    if frames, header { throw ValidationError("--frames and --header cannot be combined") }
    if track < 0 { throw ValidationError("--track must be 0 or more (got \(track))") }
    if output == nil, time != nil { throw ValidationError("--time needs -o") }
    if output != nil, frames || header { throw ValidationError("--frames and --header print facts; they cannot be combined with -o") }
    if let time, !(time >= 0 && time.isFinite) { throw ValidationError("--time must be 0 or more seconds (got \(shown(time)))") }
  }

  func run() throws {
    guard let file else { return try StandardOutput.write(Self.list.pretty + "\n") }
    let target = try output.map { path throws(ToolError) in try PictureOutput(path: path) }
    do {
      var options = VideoOptions()
      options.track = track
      if let choice = decoder.flatMap(VideoOptions.DecoderChoice.init) { options.decoder = choice }
      let input = try openInput(file)
      if let target {
        try write(VideoCursor(VideoDecoders.shared.open(input, options)), of: file, to: target)
      } else {
        let report = try VideoReport(input, options, detail: header ? .header : frames ? .checksums : .frames)
        // The decoder takes a failed read for the end of the file.
        if let failure = Self.failure(of: input) { throw failure }
        try StandardOutput.write(report.json.pretty + "\n")
      }
    } catch let error as VideoFileError {
      throw ToolError(error)
    }
  }

  private static var list: JSONValue {
    func range(_ range: ClosedRange<Int>) -> JSONValue { .list([.number(Double(range.lowerBound)), .number(Double(range.upperBound))]) }
    return .list(
      HardwareDecoder.all().map { decoder in
        .map([
          ("path", .text(decoder.path)), ("name", .text(decoder.name)), ("driver", .text(decoder.driver)),
          (
            "codecs",
            .list(
              decoder.codecs.map { .map([("codec", .text($0.name)), ("widths", range($0.widths)), ("heights", range($0.heights))]) })
          ),
        ])
      })
  }

  private func openInput(_ file: String) throws(VideoFileError) -> any VideoInput {
    #if Network
      let start = file.prefix(8).lowercased()
      if start.hasPrefix("http://") || start.hasPrefix("https://") { return try WebVideoInput(file) }
    #endif
    return try VideoFileInput(file)
  }

  private static func failure(of input: any VideoInput) -> VideoFileError? {
    #if Network
      return (input as? WebVideoInput)?.failure
    #else
      return nil
    #endif
  }

  private func write(_ cursor: VideoCursor, of file: String, to target: PictureOutput) throws {
    try cursor.seek(to: time ?? 0, isExact: true)
    guard let frame = try cursor.next() else { throw VideoReport.noFrames(file) }
    var conversion = FrameConversion()
    conversion.quarterTurns = cursor.source.info.quarterTurns
    try target.write(try frame.pixels(conversion))
  }
}

extension ToolError {
  /// Converts an error of a video file.
  init(_ error: VideoFileError) {
    let status: ExitStatus =
      switch error {
      case .unreadable, .noSignal: .noInput
      case .outOfMemory, .missingLibrary: .software
      default: .badData
      }
    self.init(status, "\(error)")
  }
}
