internal import Glibc
public import Tessera
internal import TesseraDevices
internal import TesseraGeometry
internal import TesseraKit
#if Reader
  internal import TesseraReader
#endif
internal import TesseraRender
internal import TesseraScene

/// Plays a scene on a screen, from start to stop: the implementation of `tessera run --display` and `tessera-player`.
///
/// SIGTERM and SIGINT end it within a frame; SIGHUP reloads the scene. It reports to a supervisor that it is ready and alive. Create one
/// per process, before other threads are started, and use it on the same thread. Later threads inherit its signal mask.
public final class Player {
  let options: PlayerOptions
  /// Stage of the scene.
  public let stage: Stage
  private let clock = RealClock()
  let message: @Sendable (String) -> Void
  var scene: Scene
  /// Fonts of the scene.
  let fonts = FontSet()
  var screen: (any ScreenDisplay)?
  var cursor: CursorDisplay?
  #if Evdev
    var input: (any InputSource)?
  #endif
  var watcher: FileWatcher?
  /// Data of the scene.
  let data: SceneData
  var dataWatcher: FileWatcher?
  var dataServer: DataServer?
  #if Streams
    var stream: (any StreamDisplay)?
  #endif
  #if VNC
    var vnc: VNCDisplay?
  #endif
  #if Reader
    var assistance: Assistance?
  #endif
  var notice: AnyNode?
  private let messages: any MessageSource
  private let supervisor: Supervisor
  /// Players of other screens. Only the first player has companions, and only it controls the terminal, the supervisor and the signals.
  private var companions: [Companion] = []
  private let isCompanion: Bool
  /// Shared by all players of the process.
  private let terminal: TerminalRelease
  private var lastSize: (width: Int, height: Int)?

  /// Opens scene, display and input.
  ///
  /// - Parameters:
  ///   - options: scene, display and settings.
  ///   - message: receives warnings and errors, one line each. Any thread.
  /// - Throws: ``PlayerError``; the terminal is restored then.
  public convenience init(_ options: PlayerOptions, message: @escaping @Sendable (String) -> Void) throws(PlayerError) {
    let signals: SignalSource
    // Both must precede the start of any thread.
    ProcessMemory.keepsLittle()
    do throws(DeviceError) { signals = try SignalSource() } catch { throw .device(error) }
    try Player.addFonts(options.fonts, message)
    // The loop is a worker too, so one thread means a pool without threads.
    options.useNetwork()
    options.useSound(message)
    let workers = WorkerPool(threads: options.threads.map { $0 - 1 } ?? WorkerPool.defaultThreadCount)
    try self.init(options, signals, workers, TerminalRelease { VirtualTerminal.allowRelease() }, isCompanion: false, message)
    for other in options.others { companions.append(try makeCompanion(other, workers)) }
  }

  private func makeCompanion(_ other: PlayerScreen, _ workers: WorkerPool) throws(PlayerError) -> Companion {
    var options = self.options
    (options.scene, options.display, options.size, options.scale) = (other.scene, other.display, nil, nil)
    (options.mirror, options.hasInput, options.announces, options.others) = (nil, false, false, [])
    (options.dataSocket, options.assistance) = (nil, PlayerAssistance())
    // The screen reader of a desktop reads all windows.
    options.assistance.accessibilityBus = self.options.assistance.accessibilityBus
    // The terminal belongs to the process: the first screen on a device has acquired it.
    let earlier = [self.options.display] + self.options.others.prefix(companions.count).map(\.display)
    if earlier.contains(where: \.isDevice) { options.terminal = "" }
    let box: MessageBox
    do throws(DeviceError) { box = try MessageBox() } catch { throw .device(error) }
    return Companion(try Player(options, box, workers, terminal, isCompanion: true, message), box.sender)
  }

  private init(
    _ options: PlayerOptions, _ messages: any MessageSource, _ workers: WorkerPool, _ terminal: TerminalRelease, isCompanion: Bool,
    _ message: @escaping @Sendable (String) -> Void
  ) throws(PlayerError) {
    (self.options, self.messages, self.terminal, self.isCompanion, self.message) = (options, messages, terminal, isCompanion, message)
    scene = try Player.read(options.scene, message)
    data = try Player.makeData(options, scene, message)
    screen = try Player.openScreen(options, scene, message)
    supervisor = Supervisor()
    do {
      let size = Player.stageSize(options, scene, screen)
      data.begin(in: Player.environment(options, scene, size: size.size, scale: size.scale))
      stage = try Stage(
        size: size.size, scale: size.scale, root: try scene.makeRoot(data: data), clock: clock, workers: workers,
        background: scene.background ?? .theme(.ground), direction: scene.direction ?? .ltr)
    } catch {
      screen?.close()
      if !isCompanion { VirtualTerminal.release() }
      if let errors = error as? SceneErrors { throw .scene(errors) }
      throw .setting("\(error)")
    }
    if !isCompanion, options.others.isEmpty { warnOfUnreadValues() }
    if let budget = options.memoryBudget { stage.memoryBudget = budget }
    stage.displaySleepDelay = isCompanion ? nil : options.sleepDelay
    // Decode pictures in parallel with the following steps.
    stage.prepareFirstPicture()
    FontLibrary.shared.adjustsCoverage = options.adjustsTextCoverage
    useFonts(of: scene)
    stage.textAntialiasing = options.textAntialiasing
    stage.safeAreaInsets = options.safeArea ?? scene.safeArea ?? .zero
    useKeyboard(of: scene)
    let say = Once(message)
    let endsWithDisplay = options.display.isStream
    stage.onError = { [weak stage] error in
      if endsWithDisplay, error.activity == .present { stage?.stop() } else { say("warning: \(error)") }
    }
    lastSize = screen?.frameSize
    do throws(DeviceError) {
      try connect()
    } catch {
      close()
      throw .device(error)
    }
  }

  deinit { close() }

  private func connect() throws(DeviceError) {
    messages.onMessage = { [weak self] in self?.handle($0, on: $1) }
    stage.attach(messages)
    try connectDisplay()
    #if VNC
      try connectMirror()
    #endif
    #if Evdev
      if options.hasInput {
        var settings = options.input
        settings.rotation = options.rotation
        let input: any InputSource
        #if Libinput
          input = options.usesLibinput ? try LibinputInput(settings) : try EvdevInput(settings)
        #else
          input = try EvdevInput(settings)
        #endif
        let message = self.message
        input.onProblem = { message("warning: \($0)") }
        input.onTerminalSwitch = { VirtualTerminal.show($0) }
        input.onCursor = { [weak self] in self?.cursor?.move(to: $0, on: $1) }
        input.reportProblems()
        stage.attach(input)
        self.input = input
      }
    #endif
    if !isCompanion, screen != nil || !options.others.isEmpty {
      stage.attach(try SleepWatch { [weak self] in self?.handle(.machineWoke, on: $0) })
    }
    if !isCompanion, supervisor.deadline != nil { stage.attach(supervisor) }
    if options.watches {
      let watcher = try FileWatcher { [weak self] stage in self?.reload(stage) }
      watcher.watch(scene.files)
      stage.attach(watcher)
      self.watcher = watcher
    }
    try connectData()
    #if Reader
      connectAssistance()
    #endif
  }

  private func connectDisplay() throws(DeviceError) {
    switch options.display {
    case .headless: break
    #if Streams
      case .pictures(let folder): connectStream(try PNGSequenceDisplay(directory: folder))
      case .raw(let path): connectStream(try RawStreamDisplay(path))
      case .video(let path): connectStream(try Y4MDisplay(path, framesPerSecond: Int(max(1, options.framesPerSecond.rounded()))))
    #endif
    #if VNC
      case .vnc(let options): stage.display = try openVNC(options)
    #endif
    default:
      guard let screen else { return }
      #if Window
        if let window = screen as? WindowDisplay {
          window.onClose = { $0.stop() }
          Clipboard.shared.store = DesktopClipboard(window.clipboard, message)
        }
      #endif
      screen.onResize = { [weak self] in self?.screenDidResize() }
      stage.attach(screen)
      stage.display = screen
      guard options.hasInput, options.cursor != .none, options.display != .window else { return }
      let cursor = CursorDisplay(over: screen, scale: max(1, Int(stage.scale.rounded())))
      stage.display = cursor
      self.cursor = cursor
    }
  }

  #if Streams
    /// Writes frames to a stream; a recording that fails ends the player.
    private func connectStream(_ stream: any StreamDisplay) {
      stream.onFailure = { $0.stop() }
      stage.attach(stream)
      stage.display = stream
      self.stream = stream
    }
  #endif

  #if VNC
    /// Mirrors the display to VNC clients.
    private func connectMirror() throws(DeviceError) {
      guard let options = options.mirror else { return }
      let vnc = try openVNC(options)
      guard let display = stage.display else {
        stage.display = vnc
        return
      }
      let mirror = MirrorDisplay(display, mirrors: [vnc])
      let message = self.message
      mirror.onProblem = { message("warning: \($0)") }
      stage.display = mirror
    }
  #endif

  /// Plays until a signal or ``stop()`` ends it, then releases all resources. Other screens play on their own threads and end with it.
  ///
  /// - Throws: ``PlayerError`` if a stage fails, or a recording cannot be finished.
  public func run() throws(PlayerError) {
    let failure = Locked<PlayerError?>(nil)
    defer { close() }
    for companion in companions {
      companion.start { [stage] error in
        if let error { failure.withLock { $0 = $0 ?? error } }
        stage.stop()
      }
    }
    try play()
    for companion in companions { companion.end() }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private func play() throws(PlayerError) {
    let ready = ReadyWatch(self)
    stage.attach(ready)
    do {
      try stage.run(framesPerSecond: options.framesPerSecond)
      stage.detach(ready)
      if options.announces { announce("END peak \(Supervisor.peakMemory >> 10) KiB, \(stage.statistics.paintedFrames) frames") }
      #if Streams
        if let failure = stream?.failure {
          // If a frame does not match, keep the recording up to it.
          if case .badFrame = failure { try? stream?.finish(at: clock.now) }
          throw failure
        }
        try stream?.finish(at: clock.now)
      #endif
    } catch let error as DeviceError {
      throw .device(error)
    } catch {
      throw .stage("\(error)")
    }
  }

  /// Ends ``run()`` after the current frame. Any thread.
  public func stop() { stage.stop() }

  /// Reports that the first picture is on the display.
  func becameReady() {
    guard !isCompanion else { return }
    Supervisor.notify("READY=1")
    if options.announces { announce("READY") }
  }

  /// Prints a line for system tests.
  func announce(_ line: String) {
    guard !options.display.usesStandardOutput else { return message(line) }
    print(line)
    fflush(nil)
  }

  private func handle(_ signal: SignalSource.Message, on stage: Stage) {
    if signal == .releaseTerminal, !isCompanion { terminal.begin(screens: companions.count + 1) }
    for companion in companions { companion.post(signal) }
    switch signal {
    case .reload where isCompanion: reload(stage)
    case .stop:
      Supervisor.notify("STOPPING=1")
      stage.stop()
    case .reload:
      Supervisor.notify("RELOADING=1")
      reload(stage)
      Supervisor.notify("READY=1")
    case .releaseTerminal:
      #if Evdev
        input?.pause(stage)
      #endif
      screen?.suspend()
      terminal.screenDidLetGo()
    case .acquireTerminal:
      if !isCompanion { VirtualTerminal.acquired() }
      screen?.resume()
      #if Evdev
        input?.resume()
      #endif
      stage.setNeedsRepaint()
    case .machineWoke:
      screen?.restore()
      stage.setNeedsRepaint()
    }
  }

  private func screenDidResize() {
    guard let size = screen?.frameSize, lastSize.map({ $0 != size }) ?? true else { return }
    lastSize = size
    let new = Player.stageSize(options, scene, screen)
    data.resize(to: new.size, scale: new.scale)
    do { try stage.resize(to: new.size, scale: new.scale) } catch { message("warning: \(error)") }
  }

  /// Releases the display and the terminal.
  func close() {
    for companion in companions { companion.end() }
    companions = []
    screen?.close()
    screen = nil
    dataServer?.detach(from: stage)
    dataServer = nil
    #if Reader
      assistance?.close(in: stage)
      assistance = nil
    #endif
    #if VNC
      vnc?.close()
    #endif
    if !isCompanion { options.endSound() }
    if !isCompanion { VirtualTerminal.release() }
  }
}

/// Forwards each distinct message once.
final class Once: Sendable {
  private let said = Locked<Set<String>>([])
  private let message: @Sendable (String) -> Void
  init(_ message: @escaping @Sendable (String) -> Void) { self.message = message }
  func callAsFunction(_ text: String) {
    if said.withLock({ $0.insert(text).inserted }) { message(text) }
  }
}

/// Detects that the first picture is complete, or that there is no display to show one.
private final class ReadyWatch: EventSource {
  private weak var player: Player?
  private var isDone = false
  init(_ player: Player) { self.player = player }
  var descriptor: Int32 { -1 }
  /// Polled before the loop sleeps: immediately if everything is complete.
  var deadline: Double? { !isDone && isComplete ? 0 : nil }

  private var isComplete: Bool {
    guard let player else { return false }
    let stage = player.stage
    return stage.statistics.paintedFrames > 0 && !stage.hasWorkUnderWay && stage.display?.isReady ?? true
      || player.screen.map { $0.frameSize == nil } ?? false
  }

  func serve(_ stage: Stage) {
    guard !isDone, isComplete, let player else { return }
    isDone = true
    player.becameReady()
  }
}
