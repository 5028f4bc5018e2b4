internal import TesseraJSON
internal import ArgumentParser
internal import TesseraKit
internal import TesseraScene

/// `tessera cameras`: cameras with their formats, sizes, rates and controls, and pictures of one.
struct CamerasCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cameras", abstract: "Lists cameras with formats, sizes, rates and controls, or takes pictures of one.",
    discussion: """
      The names and paths are values of `source: camera:NAME` of a node of type video. With --capture, the pictures of one camera are received \
      as by such a node, and facts and mean colors of the last one, in 12 rows of 16 cells, are printed as JSON; -o writes it.
      """)

  @Flag(help: "Lists the cameras as JSON.") var json = false
  @Option(help: ArgumentHelp("Takes this number of pictures.", valueName: "count")) var capture: Int?
  @Option(help: ArgumentHelp("Path of the camera, or a part of its name; default: the first one.", valueName: "name")) var camera: String?
  @Option(help: ArgumentHelp("Size of the pictures; the nearest one is used.", valueName: "WxH")) var size = "640x480"
  @Option(help: ArgumentHelp("Pictures a second; the nearest rate is used.", valueName: "number")) var rate = 30.0
  @Option(help: ArgumentHelp("Pixel format, such as YUYV or MJPG; default: the one that costs least.", valueName: "format"))
  var format: String?
  @Option(help: ArgumentHelp("Control to set first; may be repeated.", valueName: "name=value")) var control: [String] = []
  @Option(help: ArgumentHelp("Seconds to wait for the pictures.", valueName: "seconds")) var timeout = 15.0
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Output file of the last picture: .png, .ppm, .raw or -.", valueName: "out"))
  var output: String?

  func validate() throws {
    if let capture, !(1...100_000).contains(capture) { throw ValidationError("--capture must be 1 to 100000 (got \(capture))") }
    if capture == nil, output != nil || camera != nil || format != nil || !control.isEmpty {
      throw ValidationError("--camera, --format, --control and -o need --capture")
    }
    if !(rate > 0 && rate <= 1000) { throw ValidationError("--rate must be above 0 and at most 1000 (got \(shown(rate)))") }
    if !(timeout > 0 && timeout <= 3600) { throw ValidationError("--timeout must be above 0 and at most 3600 (got \(shown(timeout)))") }
    _ = try request()
  }

  func run() throws {
    guard let capture else { return try list() }
    let target = try output.map { path throws(ToolError) in try PictureOutput(path: path) }
    let taken = try CameraPictures.capture(capture, of: try request(), timeout: timeout)
    if let target { try target.write(taken.last) }
    if output != "-" { try StandardOutput.write(taken.json.pretty + "\n") }
  }

  private func list() throws {
    let cameras = Cameras.all()
    if json { return try StandardOutput.write(JSONValue.list(cameras.map(CameraReport.json)).pretty + "\n") }
    try StandardOutput.write(cameras.isEmpty ? "no camera is plugged in\n" : cameras.map(CameraReport.text).joined(separator: "\n"))
  }

  private func request() throws -> CameraRequest {
    var request = CameraRequest(camera)
    let sides = size.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], (1...16384).contains(width), (1...16384).contains(height) else {
      throw ValidationError("--size must be a width and a height, such as 640x480 (got \(size))")
    }
    (request.width, request.height, request.framesPerSecond) = (width, height, rate)
    if let format {
      guard let known = CameraPixelFormat(rawValue: format) else {
        let names = CameraPixelFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--format must be one of \(names) (got \(format))")
      }
      request.format = known
    }
    for entry in control {
      let parts = entry.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let value = Int(parts[1]) else {
        throw ValidationError("--control must be a name and a number, such as brightness=140 (got \(entry))")
      }
      request.controls[String(parts[0])] = value
    }
    return request
  }
}

/// Pictures of a camera that the tool has received.
struct CameraPictures {
  private struct State: Sendable {
    var info: VideoFileInfo?
    var last: PixelBuffer?
    var count = 0
    var times: (first: Double, last: Double)?
    var failure: VideoFileError?
  }

  let last: PixelBuffer
  private let info: VideoFileInfo
  private let count: Int
  private let seconds: Double

  /// Waits for pictures. A failure before the first one, or a time-out, is an error.
  static func capture(_ count: Int, of request: CameraRequest, timeout: Double) throws(ToolError) -> Self {
    let state = Monitor(State())
    let deadline = RealClock().now + timeout
    let session: CameraSession
    do throws(VideoFileError) {
      session = try CameraSession(request) { event in
        state.withLock { state in receive(event, &state, count) }
        state.broadcast()
      }
    } catch { throw ToolError(error) }
    defer { session.stop() }
    let isDone = state.wait(deadline: deadline) { $0.count >= count || $0.failure != nil ? true : nil }
    let end = state.withLock { $0 }
    if let failure = end.failure { throw ToolError(failure) }
    guard isDone == true, let last = end.last, let info = end.info else {
      throw ToolError(.inputOutput, "\(end.count) of \(count) pictures arrived within \(shown(timeout)) s; increase --timeout")
    }
    return Self(last: last, info: info, count: end.count, seconds: end.times.map { $0.last - $0.first } ?? 0)
  }

  private static func receive(_ event: LiveEvent, _ state: inout State, _ count: Int) {
    switch event {
    case .started(let info): state.info = info
    case .failed(let error): state.failure = state.failure ?? error
    case .ended, .sound, .notice: break
    case .picture(let picture):
      guard state.count < count else { return }
      do throws(VideoFileError) {
        state.last = try picture.pixels(FrameConversion())
      } catch { state.failure = state.failure ?? error }
      state.count += 1
      state.times = (state.times?.first ?? picture.facts.time, picture.facts.time)
    }
  }

  var json: JSONValue {
    .map([
      ("format", .text(info.codec)), ("width", .number(Double(info.width))), ("height", .number(Double(info.height))),
      ("framesPerSecond", info.framesPerSecond.map(JSONValue.number) ?? .null), ("pictures", .number(Double(count))),
      ("seconds", .number(seconds)), ("cells", ColorGrid(last).json),
    ])
  }
}
