internal import ArgumentParser
internal import TesseraKit
internal import TesseraPlayer
internal import TesseraScene

/// Common options of `render` and `run`: scene, size, fonts and threads.
struct SceneOptions: ParsableArguments {
  @Argument(help: "Scene file (YAML or JSON).") var scene: String
  @Option(help: "Logical size, such as 800x480 (default: the scene's, else 800x480).", transform: SizeArgument.checked)
  var size: SizeArgument?
  @Option(help: "Device pixels per logical unit, above 0 and at most 64 (default: the scene's, else 1).") var scale: Double?
  @Option(
    help: ArgumentHelp(
      "Safe-area insets (depth of round corners or cut-outs): one number, or four with commas (default: the scene's, else 0).",
      valueName: "top,right,bottom,left"), transform: SafeAreaArgument.checked) var safeArea: SafeAreaArgument?
  @Option(
    help: ArgumentHelp(
      "On-screen keyboard while a field has the focus: auto, none, or its layouts such as de,en-US (default: the scene's, else none).",
      valueName: "layouts")) var onScreenKeyboard: String?
  @Option(help: "Threads for layout and drawing, 1 to 64 (default: by the number of processors).") var threads: Int?
  @Option(help: ArgumentHelp("Font file or directory of fonts; may be given several times.", valueName: "path")) var fonts: [String] =
    []
  @Option(help: "Weight of text: adjusted (light text on dark is made heavier to match dark text on light) or exact.")
  var textCoverage = TextCoverageArgument.adjusted
  @Option(
    help: ArgumentHelp(
      "Antialiasing of text: auto (bilevel if pixels have 1 bit, else grayscale), grayscale or bilevel.", valueName: "how"))
  var textAntialiasing = TextAntialiasingArgument.auto
  @Option(help: ArgumentHelp("Values for the scene's data, a map as JSON or YAML.", valueName: "file")) var data: String?
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Value of the data, or of the environment such as env.textScale=1.5; JSON, otherwise text; may be given several times.",
      valueName: "path=value"),
    transform: DataSettingArgument.checked)
  var settings: [DataSettingArgument] = []
  @Option(
    help: ArgumentHelp("Language, such as de or ar-EG; en-XA is longer English, ar-XB mirrored English.", valueName: "tag"))
  var language: String?
  @Option(
    help: ArgumentHelp(
      "Theme instead of the scene's: lagoon, ember, ultramarine, or a theme file.", valueName: "name or file"))
  var theme: String?
  @Option(
    help: ArgumentHelp("Folder of downloads, or none (default: $XDG_CACHE_HOME/tessera or ~/.cache/tessera).", valueName: "dir"))
  var cache: String?
  @Option(help: ArgumentHelp("PEM file of trusted certificates, instead of the system's.", valueName: "file"))
  var caFile: String?
  @Option(
    help: ArgumentHelp(
      "Folder of PEM files of trusted certificates, named as by `openssl rehash`, instead of the system's.",
      valueName: "dir"))
  var caFolder: String?
  @Flag(help: "Treats warnings, and content that cannot be drawn, as errors: exit code 65, no output.") var strict = false

  func validate() throws {
    let sides = (size?.size).map { max($0.width, $0.height) * (scale ?? 1) } ?? 0
    if let size, sides > Double(Self.mostPixels) {
      let at = scale.map { " at scale \(shown($0))" } ?? ""
      throw ValidationError("--size \(size.text)\(at) is too large: a side may have \(Self.mostPixels) pixels at most")
    }
    if let scale, !(scale > 0 && scale <= 64) { throw ValidationError("--scale must be above 0 and at most 64 (got \(shown(scale)))") }
    if let threads, !(1...64).contains(threads) { throw ValidationError("--threads must be 1 to 64 (got \(threads))") }
    if let problem = keyboard?.problem { throw ValidationError("--on-screen-keyboard: \(problem)") }
    do throws(PlayerArguments.Wrong) { _ = try networkOptions() } catch { throw ValidationError(error.reason) }
  }

  /// The keyboard of the option.
  var keyboard: PlayerKeyboard? { onScreenKeyboard.map(PlayerKeyboard.init) }

  /// Cache and certificates, as options of the player.
  func networkOptions() throws(PlayerArguments.Wrong) -> PlayerOptions {
    var options = PlayerOptions(scene: scene)
    if let cache { try PlayerArguments.set("--cache", cache, &options) }
    if let caFile { try PlayerArguments.set("--ca-file", caFile, &options) }
    if let caFolder { try PlayerArguments.set("--ca-folder", caFolder, &options) }
    return options
  }

  /// Reads scene and fonts and creates the stage, with a clock at 0.
  func open() throws(ToolError) -> OpenScene {
    let messages = Messages(isStrict: strict, scene: scene)
    return try open(read(messages), messages)
  }

  /// Applies the options of network and text, and reads scene and fonts.
  func read(_ messages: Messages) throws(ToolError) -> Scene {
    try SceneOptions.addFonts(fonts)
    let network: PlayerOptions
    do throws(PlayerArguments.Wrong) { network = try networkOptions() } catch { throw ToolError(.usage, error.reason) }
    network.useNetwork()
    FontLibrary.shared.adjustsCoverage = textCoverage == .adjusted
    let scene = try SceneOptions.load(scene)
    for warning in scene.warnings { messages.add(warning.description, missing: warning.missingFile) }
    for error in scene.addFonts() { messages.add("\(scene.name): warning: \(error)") }
    return scene
  }

  /// Creates a stage with a scene and a clock at 0.
  ///
  /// - Parameters:
  ///   - change: sets further values of the data before the nodes exist.
  ///   - magnification: device pixels for each device pixel of the options.
  func open(
    _ scene: Scene, _ messages: Messages, magnification: Double = 1,
    change: (SceneData) throws(DataError) -> Void = { _ throws(DataError) in }
  ) throws(ToolError) -> OpenScene {
    let size = self.size?.size ?? scene.size ?? SceneOptions.defaultSize
    let (data, given) = try makeData(scene, messages)
    do throws(DataError) { try change(data) } catch { throw ToolError(.usage, "\(error)") }
    data.begin(in: SceneEnvironment(of: scene, size: size, scale: scale))
    let root: AnyNode
    do throws(SceneErrors) { root = try scene.makeRoot(data: data) } catch { throw ToolError(error) }
    if let file = self.data { for warning in data.misspellingWarnings(in: given) { messages.add("\(file): warning: \(warning)") } }
    for setting in dataSettings {
      if let warning = data.unreadWarning(for: setting.path) { messages.add("\(scene.name): warning: --set \(setting.path): \(warning)") }
    }
    let clock = ManualClock()
    // The loop is a worker too, so one thread means a pool without threads.
    let workers = WorkerPool(threads: threads.map { $0 - 1 } ?? WorkerPool.defaultThreadCount)
    do {
      let stage = try Stage(
        size: size, scale: (scale ?? scene.scale ?? 1) * magnification, root: root, clock: clock,
        workers: workers, background: scene.background ?? .theme(.ground), direction: scene.direction ?? .ltr)
      stage.textAntialiasing = textAntialiasing.textAntialiasing
      stage.safeAreaInsets = safeArea?.insets ?? scene.safeArea ?? .zero
      if let keyboard { stage.useKeyboard(keyboard.languages) } else { stage.useKeyboard(scene.keyboard) }
      stage.onError = { messages.add($0) }
      let directory = self.scene.lastIndex(of: "/").map { String(self.scene[...$0]) } ?? ""
      return OpenScene(stage: stage, clock: clock, messages: messages, directory: directory, data: data, scene: scene)
    } catch {
      throw ToolError(self.size == nil && scale == nil ? .badData : .usage, "\(error)")
    }
  }

  static let defaultSize = Size(800, 480)
  /// Maximum width and height of a stage in pixels.
  private static let mostPixels = 16384

  static func load(_ file: String) throws(ToolError) -> Scene {
    do throws(SceneErrors) { return try Scene.load(file: file, registry: .standard) } catch { throw ToolError(error) }
  }

  static func addFonts(_ paths: [String]) throws(ToolError) {
    for path in paths {
      do throws(RenderError) {
        if Files.isDirectory(path) {
          for error in try FontLibrary.shared.add(directory: path) { StandardError.write("tessera: warning: \(error)\n") }
        } else {
          try FontLibrary.shared.add(file: path)
        }
      } catch {
        throw ToolError(Files.isReadable(path) ? .badData : .noInput, "\(error)")
      }
    }
  }
}

/// Scene on a stage.
struct OpenScene {
  let stage: Stage
  let clock: ManualClock
  let messages: Messages
  /// Base directory of relative paths.
  let directory: String
  /// Data of the scene.
  let data: SceneData
  let scene: Scene

  /// Warns of a picture that is empty because a node has no size.
  func checkPicture() throws(ToolError) {
    if let warning = EmptyPicture.warning(stage, scene) { messages.add(warning) }
    try messages.check()
  }

  /// Processes everything that is due.
  func settle() throws(ToolError) {
    do { try stage.settle() } catch { throw ToolError(.software, "\(error)") }
    for problem in FontLibrary.shared.problems { messages.add("tessera: warning: \(problem)") }
    for family in FontLibrary.shared.missingFamilies {
      let near = nearestName(to: family, among: FontLibrary.shared.families).map { "; did you mean `\($0)`?" } ?? ""
      messages.add("tessera: warning: font family `\(family)` not found; using a fallback font\(near)")
    }
    try messages.check()
  }

  /// Processes everything that is due, including loads from the network, for at most `timeout` seconds of real time.
  func settleLoads(timeout: Double) throws(ToolError) {
    #if Network
      let deadline = SystemLoaderClock().steady + timeout
      _ = try waitForLoads(timeout: timeout)
      // Show loaded content without its fade.
      stage.finishFades()
      try settle()
      // Wait for the cache writes of drawn pictures.
      _ = DataLoader.shared.waitUntilIdle(deadline: deadline)
    #else
      try settle()
    #endif
  }

  /// Waits for loads from the network, at most `timeout` seconds of real time; fades may still be running then.
  ///
  /// - Returns: Whether all of them ended in time.
  func waitForLoads(timeout: Double) throws(ToolError) -> Bool {
    try settle()
    #if Network
      let (loader, deadline) = (DataLoader.shared, SystemLoaderClock().steady + timeout)
      // A draw may start another load: for an undecodable picture the cache is searched.
      while !loader.isIdle {
        guard loader.waitUntilIdle(deadline: deadline) else {
          for url in loader.pendingURLs.sorted() {
            let reason = loader.lastFailure(of: url).map { ": the last attempt failed: \($0)" } ?? "; increase --timeout"
            messages.add("tessera: warning: \(URLText.shown(url)) was not loaded within \(shown(timeout)) s\(reason)")
          }
          return false
        }
        try settle()
      }
    #endif
    return true
  }

  /// Advances the clock to `time` in frame steps, so that ticks occur when they are due.
  func advance(to time: Double, framesPerSecond: Double = 60) throws(ToolError) {
    while clock.now < time {
      clock.advance(by: min(1 / framesPerSecond, time - clock.now))
      try settle()
    }
  }
}

/// Prints each message once; with `strict` the first is an error.
final class Messages: Sendable {
  let isStrict: Bool
  private let seen = Locked<[String]>([])
  /// Files reported as missing, with the place that refers to them.
  private let missing = Locked<[String]>([])

  /// Name of the scene, for places of nodes.
  private let scene: String

  init(isStrict: Bool, scene: String) { (self.isStrict, self.scene) = (isStrict, scene) }

  /// Adds an error. Any thread. Ignores nodes that cannot be drawn because of a file that the scene has already warned about.
  func add(_ error: StageError) {
    if error.activity == .draw, missing.withLock({ files in files.contains { error.reason.contains($0) } }) { return }
    var node = error.reporter
    while let at = node, at.scenePlace == nil { node = at.supernode }
    guard let place = node?.scenePlace else { return add("tessera: warning: \(error)") }
    add("\(scene):\(place.line):\(place.column): warning: \(error)")
  }

  /// Adds a message. Any thread.
  /// - Parameter file: file that the message reports as missing.
  func add(_ message: String, missing file: String? = nil) {
    if let file { missing.withLock { $0.append(file) } }
    let isNew = seen.withLock { seen in
      if seen.contains(message) { return false }
      seen.append(message)
      return true
    }
    if isNew { StandardError.write(message + "\n") }
  }

  /// Throws if messages are errors and there was one.
  func check() throws(ToolError) {
    let count = seen.withLock { $0.count }
    if isStrict, count > 0 { throw ToolError(.badData, "\(count) warning\(count == 1 ? "" : "s") with --strict: nothing is written") }
  }
}
