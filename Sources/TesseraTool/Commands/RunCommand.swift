internal import ArgumentParser
internal import TesseraDevices
internal import TesseraKit
internal import TesseraPlayer
internal import TesseraScene

/// `tessera run`: a scene that is touched, typed into and recorded; or, with `--display`, shown on a screen.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Plays a script of events on a scene and records what it shows.",
    discussion: """
      Time is that of the script: every frame is complete, however long it takes. A script has an event a line: tap #send, drag 10 200 10 40 \
      over 0.3, key ctrl+a, text "Toucan", wait 500ms, screenshot after.png.

      With --display the scene is shown in real time until SIGTERM or Ctrl-C; SIGHUP reads it again, and what was typed and scrolled stays \
      with nodes that have an id.
      """)

  @OptionGroup var options: SceneOptions
  @Option(help: "The script; without it nothing happens but time.") var script: String?
  @Option(help: "Frames to play (default: as many as the script lasts).") var frames: Int?
  @Option(help: ArgumentHelp("Where the video goes, YUV4MPEG2.", valueName: "out.y4m")) var record: String?
  @Option(help: "Frames a second, 1 to 1000.") var fps = 60
  @Flag(help: "Prints what was done, and how long frames took, as JSON on standard error.") var stats = false
  @Option(help: ArgumentHelp("Where a trace of every pass and job goes, for Perfetto or Chrome.", valueName: "out.json")) var trace: String?
  @OptionGroup(title: "Screens") var screen: ScreenOptions

  func validate() throws {
    if !(1...1000).contains(fps) { throw ValidationError("--fps is \(fps); 1 to 1000 would be right") }
    if let frames, !(1...1_000_000).contains(frames) { throw ValidationError("--frames is \(frames); 1 to 1000000 would be right") }
    if screen.display != nil {
      if script != nil || frames != nil || record != nil || stats || trace != nil {
        throw ValidationError(
          "--display shows a scene in real time: --script, --frames, --record, --stats and --trace are for playing without a screen")
      }
      return
    }
    if screen.isUsed { throw ValidationError("options of screens need --display, which says where") }
    if script == nil, frames == nil { throw ValidationError("without --script, --frames says how long to play") }
  }

  func run() throws {
    if screen.display != nil {
      try screen.play(options, framesPerSecond: fps)
      return
    }
    let text = try self.script.map { path throws(ToolError) in try Files.text(of: path) } ?? ""
    let script: EventScript
    do throws(SceneErrors) {
      script = try EventScript(text, file: self.script ?? "", framesPerSecond: Double(fps))
    } catch {
      throw ToolError(error)
    }
    let count = frames ?? Int((script.duration * Double(fps)).rounded(.up)) + 1
    if Double(count - 1) / Double(fps) + 1e-6 < script.duration {
      let seconds = JSONText.number((script.duration * 1000).rounded() / 1000).compact
      StandardError.write("tessera: warning: the script lasts \(seconds) s, the \(count) frames end before that\n")
    }
    Interruption.hold()
    defer { Interruption.release() }
    let scene = try options.open()
    // What the scene sends is the output of the program.
    scene.data.onEvent = { event in
      try? StandardOutput.write(DataValue.map(["event": .text(event.name), "payload": event.payload]).json + "\n")
    }
    let recording = Recording(scene.stage, stats: stats, trace: trace)
    try scene.settle()
    do {
      try play(script, scene, count: count)
    } catch let error as DeviceError {
      throw ToolError(error)
    }
    try recording.finish()
  }

  private func play(_ script: EventScript, _ scene: OpenScene, count: Int) throws {
    let frame = scene.stage.framebuffer
    let writer = try record.map { path throws(DeviceError) in
      try Y4MWriter(path, width: frame.width, height: frame.height, rate: (fps, 1))
    }
    var player = ScriptPlayer(script, on: scene)
    var progress = Progress(total: count, label: "frame")
    for i in 0..<count {
      if Interruption.isRequested {
        progress.clear()
        return
      }
      if i > 0 { scene.clock.advance(by: Double(i) / Double(fps) - scene.clock.now) }
      try player.play()
      try writer?.append(scene.stage.framebuffer)
      progress.show(i + 1)
    }
    progress.clear()
    try writer?.finish()
  }
}
