internal import ArgumentParser
internal import TesseraKit
internal import TesseraScene

/// What `render` and `run` have in common: the scene, how large, with which fonts and threads.
struct SceneOptions: ParsableArguments {
  @Argument(help: "The scene file (YAML or JSON).") var scene: String
  @Option(help: "Logical size, such as 800x480 (default: the scene's, else 800x480).") var size: SizeArgument?
  @Option(help: "Device pixels a logical unit, above 0 and at most 64 (default: the scene's, else 1).") var scale: Double?
  @Option(
    help: ArgumentHelp(
      "How far a round corner or a cut-out reaches into the screen: one number, or four with commas (default: the scene's, else 0).",
      valueName: "top,right,bottom,left")) var safeArea: SafeAreaArgument?
  @Option(help: "Threads to lay out and draw with, 1 to 64 (default: as many as processors).") var threads: Int?
  @Option(help: ArgumentHelp("A font file or a directory of fonts; may be given several times.", valueName: "path")) var fonts: [String] =
    []
  @Option(help: "Whether letters are as heavy as their tone asks for, or exactly as their outlines cover pixels: adjusted or exact.")
  var textCoverage = TextCoverageArgument.adjusted
  @Option(
    help: ArgumentHelp(
      "How letters are drawn: auto (black and white where pixels have 1 bit), grayscale or bilevel.", valueName: "how"))
  var textAntialiasing = TextAntialiasingArgument.auto
  @Option(help: ArgumentHelp("Values for the scene's data, a map as JSON or YAML.", valueName: "file")) var data: String?
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("One value of the data; JSON, else text as it stands; may be given several times.", valueName: "path=value"))
  var settings: [DataSettingArgument] = []
  @Option(
    help: ArgumentHelp("Where downloads are kept, or none (default: $XDG_CACHE_HOME/tessera or ~/.cache/tessera).", valueName: "dir"))
  var cache: String?
  @Flag(help: "Warnings, and content that cannot be drawn, end the program with 65 and without output.") var strict = false

  func validate() throws {
    if let scale, !(scale > 0 && scale <= 64) { throw ValidationError("--scale is \(scale); above 0 and at most 64 would be right") }
    if let threads, !(1...64).contains(threads) { throw ValidationError("--threads is \(threads); 1 to 64 would be right") }
  }

  /// Reads scene and fonts and makes the stage, on a clock that stands at 0.
  func open() throws(ToolError) -> OpenScene {
    try SceneOptions.addFonts(fonts)
    #if Network
      if let cache { DataLoader.shared.cache = cache == "none" ? nil : DiskCache(directory: cache) }
    #endif
    FontLibrary.shared.adjustsCoverage = textCoverage == .adjusted
    let scene = try SceneOptions.load(scene)
    let messages = Messages(isStrict: strict)
    for warning in scene.warnings { messages.add(warning.description, missing: warning.missingFile) }
    for error in scene.addFonts() { messages.add("\(scene.name): warning: \(error)") }
    let size = self.size?.size ?? scene.size ?? SceneOptions.defaultSize
    let data = try makeData(messages)
    data.begin(in: SceneEnvironment(of: scene, size: size, scale: scale))
    let root: AnyNode
    do throws(SceneErrors) { root = try scene.makeRoot(data: data) } catch { throw ToolError(error) }
    for setting in dataSettings {
      if let warning = data.unreadWarning(for: setting.path) { messages.add("\(scene.name): warning: --set \(setting.path): \(warning)") }
    }
    let clock = ManualClock()
    // The loop works as well, so one thread is a pool of none.
    let workers = WorkerPool(threads: threads.map { $0 - 1 } ?? WorkerPool.defaultThreadCount)
    do {
      let stage = try Stage(
        size: size, scale: scale ?? scene.scale ?? 1, root: root, clock: clock,
        workers: workers, background: scene.background ?? .white, direction: scene.direction ?? .ltr)
      stage.textAntialiasing = textAntialiasing.textAntialiasing
      stage.safeAreaInsets = safeArea?.insets ?? scene.safeArea ?? .zero
      stage.onError = { messages.add($0) }
      let directory = self.scene.lastIndex(of: "/").map { String(self.scene[...$0]) } ?? ""
      return OpenScene(stage: stage, clock: clock, messages: messages, directory: directory, data: data)
    } catch {
      throw ToolError(self.size == nil && scale == nil ? .badData : .usage, "\(error)")
    }
  }

  static let defaultSize = Size(800, 480)

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

/// A scene on a stage.
struct OpenScene {
  let stage: Stage
  let clock: ManualClock
  let messages: Messages
  /// What relative paths are relative to.
  let directory: String
  /// What the scene shows.
  let data: SceneData

  /// Lets everything that is due happen.
  func settle() throws(ToolError) {
    do { try stage.settle() } catch { throw ToolError(.software, "\(error)") }
    for problem in FontLibrary.shared.problems { messages.add("tessera: warning: \(problem)") }
    for family in FontLibrary.shared.missingFamilies {
      let near = nearestName(to: family, among: FontLibrary.shared.families).map { "; did you mean `\($0)`?" } ?? ""
      messages.add("tessera: warning: no font of the family `\(family)` is known, others stand in for it\(near)")
    }
    try messages.check()
  }

  /// Lets everything that is due happen, what is loaded from the network included, for `timeout` seconds of the machine at most.
  func settleLoads(timeout: Double) throws(ToolError) {
    try settle()
    #if Network
      let deadline = SystemLoaderClock().steady + timeout
      while DataLoader.shared.pendingCount > 0 {
        if !DataLoader.shared.waitUntilIdle(deadline: deadline) {
          for url in DataLoader.shared.pendingURLs.sorted() {
            messages.add("tessera: warning: \(url) did not come within \(timeout) s; --timeout allows more")
          }
          stage.finishFades()
          return try settle()
        }
        // What came is drawn, and may ask for more.
        try settle()
      }
      // What came is shown, not how it comes.
      stage.finishFades()
      try settle()
    #endif
  }

  /// Moves the clock to `time` in steps of a frame, so that what ticks on the way ticks when it is due.
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
  /// Files whose absence was reported, with the place that names them.
  private let missing = Locked<[String]>([])

  init(isStrict: Bool) { self.isStrict = isStrict }

  /// Any thread. A node that cannot be drawn for want of a file that the scene's own warning named is not worth a second message.
  func add(_ error: StageError) {
    if error.activity == .draw, missing.withLock({ files in files.contains { error.reason.contains($0) } }) { return }
    add("tessera: warning: \(error)")
  }

  /// Any thread.
  /// - Parameter file: the file that the message says is not there.
  func add(_ message: String, missing file: String? = nil) {
    if let file { missing.withLock { $0.append(file) } }
    let isNew = seen.withLock { seen in
      if seen.contains(message) { return false }
      seen.append(message)
      return true
    }
    if isNew { StandardError.write(message + "\n") }
  }

  /// Throws where messages are errors and there was one.
  func check() throws(ToolError) {
    let count = seen.withLock { $0.count }
    if isStrict, count > 0 { throw ToolError(.badData, "\(count) warning\(count == 1 ? "" : "s") with --strict: nothing is written") }
  }
}
