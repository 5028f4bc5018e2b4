internal import TesseraJSON
internal import ArgumentParser
internal import TesseraDevices
internal import TesseraKit
internal import TesseraPlayer
internal import TesseraReader
internal import TesseraScene
#if Sound
  internal import TesseraSound
#endif

/// `tessera run`: plays a scene with scripted input and records it; with `--display`, shows it on a screen.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Plays a script of events on a scene, records it, or shows it on a display.",
    discussion: """
      The clock is that of the script: every frame is complete, regardless of its duration. Each line of a script is an event: tap #send, \
      drag 10 200 10 40 over 0.3, key ctrl+a, text "Toucan", wait 500ms, screenshot after.png. An event takes full effect before the next \
      one starts. `screenshot after.png` waits until nothing moves, at most 10 s of the script; `screenshot after.png now` does not wait. \
      `wait rest` waits without a screenshot.

      With --data-socket, programs read and set the data during the script. The script then runs in real time, and `await PATH VALUE` waits \
      until a program sets a value.

      With --display, the scene is shown in real time until SIGTERM or Ctrl-C. SIGHUP reloads it; nodes with an id keep typed text and \
      scroll offsets.
      """)

  @OptionGroup var options: SceneOptions
  @Option(help: "File of events; without it only time passes.") var script: String?
  @Option(help: "Number of frames to play, 1 to 1000000 (default: until the end of the script).") var frames: Int?
  @Option(help: ArgumentHelp("Output file of the video: YUV4MPEG2, .y4m or -.", valueName: "out.y4m")) var record: String?
  @Option(help: "Frames per second, 1 to 1000.") var fps = 60
  @Flag(help: "Prints counts of work and frame times as JSON on standard error.") var stats = false
  @Option(help: ArgumentHelp("Output file of a trace of every pass and job, for Perfetto or Chrome.", valueName: "out.json")) var trace:
    String?
  @Option(help: "Limit of the wait for network pictures before a screenshot, and for programs at `await`, in seconds, at most 3600.")
  var timeout = 30.0
  @OptionGroup(title: "Speech, braille and switches") var reading: ReaderOptions
  @OptionGroup(title: "Screens") var screen: ScreenOptions

  func validate() throws {
    if !(timeout >= 0 && timeout <= 3600) { throw ValidationError("--timeout must be 0 to 3600 seconds (got \(shown(timeout)))") }
    if let record, let reason = Self.wrongEnding(record) { throw ValidationError(reason) }
    if !(1...1000).contains(fps) { throw ValidationError("--fps must be 1 to 1000 (got \(fps))") }
    if let frames, !(1...1_000_000).contains(frames) { throw ValidationError("--frames must be 1 to 1000000 (got \(frames))") }
    if screen.display != nil {
      let ofScripts = [
        ("--script", script != nil), ("--frames", frames != nil), ("--record", record != nil), ("--stats", stats),
        ("--trace", trace != nil),
      ]
      if let (name, _) = ofScripts.first(where: \.1) {
        throw ValidationError(
          "\(name) cannot be combined with --display, which shows a scene in real time; without --display a script has a clock of its own")
      }
      return
    }
    if let name = screen.firstNeedingDisplay {
      throw ValidationError("\(name) needs --display, such as --display window or --display fb; `tessera help run` lists all displays")
    }
    if let sound = screen.sound, sound != "none", Files.fileExtension(sound) != "wav" {
      throw ValidationError("--sound must be a file such as out.wav without --display (got `\(sound)`)")
    }
    if script == nil, frames == nil, !reading.isReading {
      throw ValidationError("nothing to play: give --script EVENTS or --frames COUNT, or --display WHERE to show the scene on a screen")
    }
  }

  /// Returns the reason why a recording cannot be written to `path`; nil if it can.
  private static func wrongEnding(_ path: String) -> String? {
    if path == "-" || Files.fileExtension(path) == "y4m" || Files.isSpecial(path) { return nil }
    return
      "the recording `\(path)` must end in .y4m, or be - for standard output: YUV4MPEG2 is the only format; ffmpeg converts it to others"
  }

  func run() throws {
    if screen.display != nil {
      try screen.play(options, reading, framesPerSecond: fps)
      return
    }
    let readsAloud = reading.isReading && script == nil && frames == nil
    let text = try self.script.map { path throws(ToolError) in try Files.text(of: path) } ?? (readsAloud ? Self.readAloud : "")
    let script: EventScript
    do throws(SceneErrors) {
      script = try EventScript(text, file: self.script ?? "", framesPerSecond: Double(fps))
    } catch {
      throw ToolError(error)
    }
    Interruption.hold()
    defer { Interruption.release() }
    let scene = try options.open()
    let server = try screen.makeServer(scene.data)
    server?.attach(to: scene.stage)
    // Events are printed and also sent to clients of the socket.
    let tellClients = server?.eventHandler
    scene.data.onEvent = { event in
      try? StandardOutput.write(DataValue.map(["event": .text(event.name), "payload": event.payload]).json + "\n")
      tellClients?(event)
    }
    var assistanceOptions = try reading.assistance()
    assistanceOptions.readsOn = readsAloud
    let assistance = Assistance(
      assistanceOptions, on: scene.stage, line: { try? StandardOutput.write($0 + "\n") },
      problem: { scene.messages.add("tessera: warning: \($0)") })
    useSound(scene.clock)
    let recording = Recording(scene.stage, stats: stats, trace: trace)
    try scene.settle()
    do {
      var player = ScriptPlayer(script, on: scene, server: server, timeout: timeout, assistance: assistance)
      try play(&player, scene, server)
    } catch let error as DeviceError {
      throw ToolError(error)
    }
    assistance.close(in: scene.stage)
    try scene.checkPicture()
    server?.finish(seconds: 2)
    try recording.finish()
    finishSound()
  }

  /// Records sound with the clock of the script.
  private func useSound(_ clock: ManualClock) {
    #if Sound
      guard let path = screen.sound, path != "none" else { return }
      SoundOutput.shared = SoundOutput(WAVFileDevice(path), pace: .manual { clock.now }) {
        StandardError.write("tessera: warning: \($0)\n")
      }
    #endif
  }

  /// Adds the sound until the current frame.
  private func recordSound(_ clock: ManualClock) {
    #if Sound
      SoundOutput.shared.advance(to: clock.now)
    #endif
  }

  private func finishSound() {
    #if Sound
      SoundOutput.shared.stop()
    #endif
  }

  /// Script of `--speak` or `--braille` alone.
  private static let readAloud = "wait silence\n"

  private func play(_ player: inout ScriptPlayer, _ scene: OpenScene, _ server: DataServer?) throws {
    let frame = scene.stage.framebuffer
    let writer = try record.map { path throws(DeviceError) in
      try Y4MWriter(path, width: frame.width, height: frame.height, rate: (fps, 1))
    }
    let rate = Double(fps)
    var progress = Progress(total: frames ?? Int((player.script.duration * rate).rounded(.up)) + 1, label: "frame")
    let pace = Pace(server, framesPerSecond: rate)
    var i = 0
    while frames.map({ i < $0 }) ?? !(i > 0 && player.isDone) {
      while pace.waits(for: i) { try scene.settle() }
      if Interruption.isRequested {
        progress.clear()
        return
      }
      if i > 0 { scene.clock.advance(by: Double(i) / rate - scene.clock.now) }
      try player.play()
      recordSound(scene.clock)
      try writer?.append(scene.stage.framebuffer)
      i += 1
      progress.show(i)
    }
    progress.clear()
    warnUnlessDone(player)
    try writer?.finish()
  }

  /// Warns if the frames end before the script.
  private func warnUnlessDone(_ player: ScriptPlayer) {
    guard !player.isDone, let frames else { return }
    func seconds(_ time: Double) -> String { JSONValue.number((time * 1000).rounded() / 1000).compact }
    let waits = player.delay > 0 ? " and \(seconds(player.delay)) s of waits for rest" : ""
    let line = player.nextLine.map { ": line \($0) was not reached" } ?? ""
    StandardError.write(
      "tessera: warning: the script lasts \(seconds(player.script.duration)) s\(waits), the \(frames) frames end before that\(line)\n")
  }
}
