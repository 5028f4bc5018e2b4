internal import ArgumentParser
internal import TesseraDevices
internal import TesseraKit
internal import TesseraPlayer
internal import TesseraScene

/// Options of `run` for showing a scene on a screen.
struct ScreenOptions: ParsableArguments {
  @Option(help: ArgumentHelp("\(DisplayChoice.usage).", valueName: "where")) var display: String?
  @Option(help: ArgumentHelp("\(DisplayChoice.vncUsage): viewers see the picture of the display.", valueName: "where")) var mirror: String?
  @Option(
    help: ArgumentHelp("Another scene on another display, without input; may be given several times.", valueName: "scene@where"))
  var also: [String] = []
  @Option(
    help: ArgumentHelp(
      "Input devices: evdev (of the kernel), libinput (also touch pads) or none (default). With ,wheel=encoder wheels move the focus.",
      valueName: "which")) var input: String?
  @Option(help: ArgumentHelp("Clockwise rotation of pixels and touches: 0, 90, 180 or 270.", valueName: "degrees")) var rotate: String?
  @Option(help: ArgumentHelp("Bits per pixel of a drm display: 32 (default) or 16.", valueName: "bits")) var depth: String?
  @Option(help: ArgumentHelp("Limit of memory for contents and caches, such as 16M.", valueName: "size")) var memory: String?
  @Option(help: ArgumentHelp("Calibration matrix from the touch panel to the screen, as for libinput.", valueName: "a,b,c,d,e,f"))
  var calibration: String?
  @Option(help: ArgumentHelp("Keyboard layout, such as de:nodeadkeys.", valueName: "layout[:variant[:options]]")) var keyboard: String?
  @Option(help: ArgumentHelp("Cursor: auto (default) shows it after the pointer first moves; none hides it.", valueName: "which"))
  var cursor: String?
  @Option(
    help: ArgumentHelp(
      "Seconds without input until the screen is switched off, 1 to 86400; input wakes it (default: never).", valueName: "seconds"))
  var sleepAfter: String?
  @Option(help: ArgumentHelp("Virtual terminal that is switched to graphics mode; none leaves the terminals unchanged.", valueName: "path"))
  var tty: String?
  @Option(help: ArgumentHelp("Unix socket at which programs read and set data and receive events, as lines of JSON.", valueName: "path"))
  var dataSocket: String?
  @Option(help: ArgumentHelp("\(PlayerOptions.soundUsage). A script without --display writes only files.", valueName: "where"))
  var sound: String?
  @Flag(
    help: "Reloads the scene when it, one of its files or the data file changes; errors are shown over the last valid picture.")
  var watch =
    false
  @Flag(help: "Disables ordered dither on displays of lower color depth.") var noDither = false
  @Flag(help: "Prints READY when the first picture is shown, and the peak memory usage at the end.") var announce = false

  private var named: [(String, String?)] {
    [
      ("--display", display), ("--mirror", mirror), ("--input", input), ("--rotate", rotate), ("--depth", depth), ("--memory", memory),
      ("--calibration", calibration),
      ("--keyboard", keyboard), ("--cursor", cursor), ("--sleep-after", sleepAfter), ("--tty", tty), ("--data-socket", dataSocket),
      ("--sound", sound),
    ] + also.map { ("--also", $0) }
  }

  /// First given option that requires a display; nil if there is none.
  var firstNeedingDisplay: String? {
    let flags = [("--watch", watch), ("--no-dither", noDither), ("--announce", announce)]
    return named.first { $0.1 != nil && $0.0 != "--data-socket" && $0.0 != "--sound" }?.0 ?? flags.first(where: \.1)?.0
  }

  /// Listens at the data socket; returns nil without that option.
  func makeServer(_ data: SceneData) throws(ToolError) -> DataServer? {
    guard let dataSocket else { return nil }
    do throws(DeviceError) { return try DataServer(dataSocket, data) } catch { throw ToolError(error) }
  }

  func validate() throws {
    do { _ = try playerOptions("") } catch let error as PlayerArguments.Wrong { throw ValidationError(error.reason) }
  }

  private func playerOptions(_ scene: String) throws -> PlayerOptions {
    var options = PlayerOptions(scene: scene)
    for (name, value) in named {
      if let value { try PlayerArguments.set(name, value, &options) }
    }
    options.watches = watch
    options.dithers = !noDither
    options.announces = announce
    return options
  }

  /// Shows the scene until a signal ends it.
  func play(_ scene: SceneOptions, _ reading: ReaderOptions, framesPerSecond: Int) throws {
    var options = try playerOptions(scene.scene)
    options.assistance.speaks = reading.speak
    options.assistance.braille = reading.braille != nil
    for (name, value) in reading.named {
      if let value { try PlayerArguments.set(name, value, &options) }
    }
    options.size = scene.size?.size
    options.scale = scene.scale
    options.safeArea = scene.safeArea?.insets
    options.onScreenKeyboard = scene.keyboard
    options.threads = scene.threads
    options.fonts = scene.fonts
    let network = try scene.networkOptions()
    (options.cache, options.certificateFile, options.certificateFolder) = (
      network.cache, network.certificateFile, network.certificateFolder
    )
    options.dataFile = scene.data
    options.dataSettings = scene.dataSettings
    options.theme = scene.theme
    options.adjustsTextCoverage = scene.textCoverage == .adjusted
    options.textAntialiasing = scene.textAntialiasing.textAntialiasing
    options.framesPerSecond = Double(framesPerSecond)
    do throws(PlayerError) {
      try Player(options) { StandardError.write("tessera: \($0)\n") }.run()
    } catch {
      throw ToolError(ExitStatus(rawValue: PlayerArguments.status(of: error)) ?? .software, "\(error)")
    }
  }
}
