internal import TesseraJSON
internal import ArgumentParser
internal import TesseraKit
internal import TesseraScene

/// `tessera image`: properties of a picture, and its conversion to PNG.
struct ImageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "image", abstract: "Prints format, size, frames, colors and memory of pictures; converts one.",
    discussion: """
      Reads all formats of image nodes and detects them by content; `tessera nodes image` lists them. With -o the picture is decoded as by a \
      node, rotated by its orientation, converted to sRGB, and written.
      """)

  @Argument(help: "Picture files.") var files: [String]
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Output file: .png, .ppm, .raw or -.", valueName: "out"))
  var output: String?
  @Option(
    help: "Maximum size in pixels, WxH: the picture is scaled down to fit, with its aspect ratio kept.", transform: SizeArgument.checked)
  var size: SizeArgument?
  @Option(help: ArgumentHelp("Frame of an animated picture, from 0.", valueName: "number")) var frame: Int?
  @Option(help: ArgumentHelp("Frame of an animated picture at this time, in seconds from its start.", valueName: "seconds")) var time:
    Double?
  @Flag(help: "Prints JSON.") var json = false

  func validate() throws {
    if output != nil, files.count != 1 { throw ValidationError("-o takes one picture, not \(files.count)") }
    if output == nil, size != nil || frame != nil || time != nil { throw ValidationError("--size, --frame and --time need -o") }
    if let size, !(size.size.width >= 1 && size.size.height >= 1) {
      throw ValidationError("--size must be at least 1x1 (got \(size.text))")
    }
    if frame != nil, time != nil { throw ValidationError("--frame and --time cannot be combined") }
    if let frame, frame < 0 { throw ValidationError("--frame must be 0 or more (got \(frame))") }
    if let time, !(time >= 0 && time.isFinite) { throw ValidationError("--time must be 0 or more seconds (got \(shown(time)))") }
    if output == "-", json { throw ValidationError("-o - and --json both write to standard output") }
  }

  func run() throws {
    let target = try output.map { path throws(ToolError) in try PictureOutput(path: path) }
    var failures: [ToolError] = []
    var reports: [PictureReport] = []
    for file in files {
      do throws(ToolError) {
        let report = try reading { () throws(PictureError) in try PictureReport(file) }
        reports.append(report)
        if let target { try target.write(reading { () throws(PictureError) in try picture(report) }) }
      } catch {
        failures.append(error)
      }
    }
    if json {
      try StandardOutput.write(JSONValue.list(reports.map(\.json)).pretty + "\n")
    } else if target == nil {
      try StandardOutput.write(reports.map(\.text).joined())
    }
    for failure in failures.dropLast() { StandardError.write(failure.description + "\n") }
    if let last = failures.last { throw last }
  }

  /// Runs code that reads a picture; an error ends the tool.
  private func reading<Result>(_ body: () throws(PictureError) -> Result) throws(ToolError) -> Result {
    do throws(PictureError) { return try body() } catch { throw ToolError(error) }
  }

  /// Returns the requested pixels.
  private func picture(_ report: PictureReport) throws(PictureError) -> PixelBuffer {
    let own = Size(Double(report.header.width), Double(report.header.height))
    let fitting = size.map { SizeRange(max: $0.size).proportional(own) } ?? own
    let request = PictureRequest(
      width: max(1, Int(min(fitting.width, own.width).rounded())), height: max(1, Int(min(fitting.height, own.height).rounded())))
    guard let frames = report.frames else {
      if let frame, frame > 0 {
        throw .unsupported(source: report.data.name, reason: "frame \(frame) does not exist; the image has 1 frame (0)")
      }
      return try PictureCodecs.shared.decode(report.data, report.header, request)
    }
    let timeline = FrameTimeline(delays: frames.delays, loopCount: frames.loopCount)
    let index = frame ?? time.map { timeline.position(at: $0).frame } ?? 0
    guard index < frames.delays.count else {
      throw .unsupported(
        source: report.data.name,
        reason: "frame \(index) does not exist; the image has \(frames.delays.count) frames (0 to \(frames.delays.count - 1))")
    }
    try frames.check(holding: 1, of: report.data.name)
    let canvas = try PictureRequest(width: frames.width, height: frames.height).makeBuffer(for: report.data.name)
    let reader = try frames.makeReader()
    for step in frames.start(for: index)...index { _ = try reader.decode(step, into: canvas, isCancelled: { false }) }
    return request.width == canvas.width && request.height == canvas.height
      ? canvas : try canvas.shrunk(to: request, name: report.data.name)
  }
}

extension ToolError {
  /// Converts an error of a picture.
  init(_ error: PictureError) {
    let status: ExitStatus =
      switch error {
      case .unreadable: .noInput
      case .outOfMemory: .software
      default: .badData
      }
    self.init(status, "\(error)")
  }
}
