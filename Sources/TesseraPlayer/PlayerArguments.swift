internal import Tessera
internal import TesseraDevices
internal import TesseraGeometry
internal import TesseraRender

/// Parser of the options of `tessera-player`, some of which `tessera run` shares. Uses no library.
public enum PlayerArguments {
  /// Invalid argument.
  public struct Wrong: Error, Sendable {
    /// Description of the error and of valid values.
    public let reason: String
  }

  /// Output of `--help`.
  public static let help = """
    tessera-player SCENE [OPTION VALUE | OPTION=VALUE | FLAG]…
    Shows a scene on a screen until SIGTERM; SIGHUP reloads it.

      --display WHERE      \(DisplayChoice.usage) (default: headless)
      --mirror WHERE       \(DisplayChoice.vncUsage): viewers see the picture of the display
      --also SCENE@WHERE   another scene on another display, without input; may be given several times
      --input evdev|libinput[,wheel=encoder]|none   source of input, and whether wheels move the focus (default: none)
      --rotate DEGREES     clockwise rotation of pixels and touches: 0, 90, 180 or 270
      --depth 32|16        bits per pixel of a drm display (default: 32)
      --size WxH           logical size without a screen
      --scale S            device pixels per logical unit, above 0 and at most 64
      --fps N              maximum frames per second, 1 to 1000 (default: 60)
      --threads N          threads for layout and drawing, 1 to 64
      --memory SIZE        limit of memory for contents and caches, such as 16M: K, M and G are powers of 1024 (default: by the size of the
                           screen and the memory limit of the process)
      --cache DIR|none     folder of downloads (default: $XDG_CACHE_HOME/tessera or ~/.cache/tessera)
      --ca-file FILE       PEM file of trusted certificates, instead of the system's
      --ca-folder DIR      folder of such files, named as by `openssl rehash`
      --sound WHERE        device of ALSA such as hw:1, a file out.wav, or none (default: the device default, opened with the first sound)
      --fonts PATH         font file or folder; may be given several times
      --text-coverage adjusted|exact   weight of text; adjusted (default) makes light text on dark heavier
      --text-antialiasing auto|grayscale|bilevel   antialiasing of text; auto (default): bilevel if pixels have 1 bit
      --calibration A,B,C,D,E,F   calibration matrix from the touch panel to the screen, as for libinput
      --keyboard LAYOUT[:VARIANT[:OPTIONS]]   keyboard layout, such as de:nodeadkeys
      --on-screen-keyboard auto|none|LAYOUTS   keyboard while a field has the focus, such as de,en-US (default: the scene's)
      --cursor auto|none   whether a cursor is drawn
      --sleep-after S      seconds without input until the screen is switched off, 1 to 86400; input wakes it (default: never)
      --tty PATH|none      virtual terminal that is switched to graphics mode
      --data FILE          values for the scene's data, JSON or YAML
      --set PATH=VALUE     one of these values, or of the environment such as env.textScale=1.5; may be given several times
      --theme NAME|FILE    theme instead of the scene's: lagoon, ember, ultramarine, or a theme file
      --data-socket PATH   Unix socket at which programs read and set data and receive events, as lines of JSON
      --speak              screen reader: speaks, and prints every utterance with its time
      --braille            screen reader: braille display of brltty, and its content on standard output
      --accessibility-bus auto|none|ADDRESS   AT-SPI for the screen reader of a desktop: auto (default) if the session has a bus
      --synthesizer WHICH  speech output: auto (default), none, speech-dispatcher, espeak-ng, or a program with its options
      --switch one|two|touch   switch scanning: Space selects; Space moves and Enter selects; a touch selects
      --scan-interval S    seconds for each step of switch scanning, 0.2 to 60 (default: 1.5)
      --watch              reloads the scene when it, one of its files or the data file changes
      --no-dither          disables ordered dither on displays of lower color depth
      --announce           prints READY when the first picture is shown, and the peak memory usage at the end
    """

  /// Parses arguments.
  public static func parse(_ arguments: [String]) throws(Wrong) -> PlayerOptions {
    var scene: String?
    var options = PlayerOptions(scene: "")
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        guard scene == nil else { throw Wrong(reason: "unexpected argument `\(argument)`: a player shows one scene; --also shows more") }
        scene = argument
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      if try flag(name, parts.count == 1, &options) { continue }
      guard names.contains(name) else { throw unknown(name) }
      guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else { throw Wrong(reason: "\(name) needs a value") }
      try set(name, value, &options)
    }
    guard let scene else { throw Wrong(reason: "the scene is missing: tessera-player SCENE") }
    options.scene = scene
    return options
  }

  private static let names: Set<String> = [
    "--display", "--input", "--rotate", "--size", "--scale", "--fps", "--threads", "--fonts", "--calibration", "--keyboard", "--cursor",
    "--tty", "--depth", "--memory", "--cache", "--ca-file", "--ca-folder", "--mirror", "--also", "--text-coverage", "--text-antialiasing",
    "--data", "--set", "--data-socket", "--theme", "--on-screen-keyboard", "--synthesizer", "--accessibility-bus", "--switch",
    "--scan-interval", "--sound", "--sleep-after",
  ]

  private static let flags: Set<String> = ["--watch", "--no-dither", "--announce", "--speak", "--braille"]

  private static func unknown(_ name: String) -> Wrong {
    let near = nearestName(to: name, among: names.union(flags).sorted()).map { "; did you mean `\($0)`?" } ?? ""
    return Wrong(reason: "unknown option `\(name)`\(near)")
  }

  private static func flag(_ name: String, _ isBare: Bool, _ options: inout PlayerOptions) throws(Wrong) -> Bool {
    switch name {
    case "--watch": options.watches = true
    case "--no-dither": options.dithers = false
    case "--announce": options.announces = true
    case "--speak":
      try options.assistance.checkPart(name)
      options.assistance.speaks = true
    case "--braille":
      try options.assistance.checkPart(name)
      options.assistance.braille = true
    default: return false
    }
    if !isBare { throw Wrong(reason: "\(name) takes no value") }
    return true
  }

  /// Sets the option with this name.
  public static func set(_ name: String, _ value: String, _ options: inout PlayerOptions) throws(Wrong) {
    func wrong(_ right: String) -> Wrong { Wrong(reason: "\(name) must be \(right) (got `\(value)`)") }
    func number<T: LosslessStringConvertible & Comparable>(_ range: ClosedRange<T>, _ right: String) throws(Wrong) -> T {
      guard let number = T(value), range.contains(number) else { throw wrong(right) }
      return number
    }
    if try options.setNetwork(name, value) { return }
    if try options.assistance.set(name, value) { return }
    switch name {
    case "--display": options.display = try display(name, value)
    case "--mirror":
      guard let choice = DisplayChoice(value), case .vnc(let mirror) = choice else { throw wrong(DisplayChoice.vncUsage) }
      if let part = choice.missingPart {
        throw Wrong(reason: "\(name) is `\(value)`, and this program was built without the part `\(part)`")
      }
      options.mirror = mirror
    case "--also":
      guard let other = PlayerScreen(value) else { throw wrong("SCENE@WHERE, such as status.yaml@drm:connector=HDMI-A-2") }
      if let part = other.display.missingPart {
        throw Wrong(reason: "\(name) is `\(value)`, and this program was built without the part `\(part)`")
      }
      options.others.append(other)
    case "--input":
      let words = value.split(separator: ",", omittingEmptySubsequences: false)
      let isKnown = (words[0] == "evdev" || words[0] == "libinput") && words.dropFirst().allSatisfy { $0 == "wheel=encoder" }
      guard isKnown || value == "none" else { throw wrong("evdev, libinput, either with `,wheel=encoder`, or none") }
      options.hasInput = value != "none"
      options.usesLibinput = words[0] == "libinput"
      options.input.wheelIsEncoder = words.count > 1
      let part = options.usesLibinput ? "libinput" : "evdev"
      if options.hasInput, !DisplayChoice.parts.contains(part) {
        throw Wrong(reason: "--input is `\(value)`, and this program was built without the part `\(part)`")
      }
    case "--rotate":
      guard let degrees = Int(value), let rotation = Rotation(rawValue: degrees) else { throw wrong("0, 90, 180 or 270") }
      options.rotation = rotation
    case "--depth":
      guard value == "32" || value == "16" else { throw wrong("32 or 16") }
      options.depth = value == "16" ? 16 : 32
    case "--size":
      let sides = value.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
      guard sides.count == 2, sides.allSatisfy({ $0 >= 0 && $0.isFinite }) else { throw wrong("WIDTHxHEIGHT, such as 800x480") }
      options.size = Size(sides[0], sides[1])
    case "--scale": options.scale = try number(1e-6...64, "above 0 and at most 64")
    case "--fps": options.framesPerSecond = try number(1...1000, "1 to 1000")
    case "--sleep-after": options.sleepDelay = try number(1...86400, "1 to 86400 seconds")
    case "--threads": options.threads = try number(1...64, "1 to 64")
    case "--memory":
      guard let bytes = bytes(value) else { throw wrong("a number of bytes such as 16M, at least 1M") }
      options.memoryBudget = bytes
    case "--sound": try options.setSound(value)
    case "--fonts": options.fonts.append(value)
    case "--on-screen-keyboard": try options.setOnScreenKeyboard(value)
    case "--text-coverage":
      guard value == "adjusted" || value == "exact" else { throw wrong("adjusted or exact") }
      options.adjustsTextCoverage = value == "adjusted"
    case "--text-antialiasing":
      let choices: [String: TextAntialiasing] = ["grayscale": .grayscale, "bilevel": .bilevel]
      guard value == "auto" || choices[value] != nil else { throw wrong("auto, grayscale or bilevel") }
      options.textAntialiasing = choices[value]
    case "--calibration":
      guard let calibration = Calibration(value.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }) else {
        throw wrong("six numbers with commas between them")
      }
      options.input.calibration = calibration
    case "--keyboard":
      let parts = value.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard parts.count <= 3 else { throw wrong("layout or layout:variant:options, such as de:nodeadkeys") }
      options.input.keyboard = KeyboardNames(
        layout: parts[0], variant: parts.count > 1 ? parts[1] : "", options: parts.count > 2 ? parts[2] : "")
    case "--theme": options.theme = value
    case "--data", "--set", "--data-socket": try setData(name, value, &options)
    case "--cursor":
      guard let cursor = PlayerOptions.Cursor(rawValue: value) else { throw wrong("auto or none") }
      options.cursor = cursor
    case "--tty": options.terminal = value == "none" ? "" : value
    default: throw unknown(name)
    }
  }

  /// Parses a number of bytes with K, M or G for powers of 1024; nil for anything else and for less than 1 MiB.
  static func bytes(_ text: String) -> Int? {
    let units: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = text.last.flatMap { units[Character($0.uppercased())] }
    guard let count = Int(shift == nil ? text[...] : text.dropLast()), count > 0 else { return nil }
    let (bytes, isTooLarge) = count.multipliedReportingOverflow(by: 1 << (shift ?? 0))
    return isTooLarge || bytes < 1 << 20 ? nil : bytes
  }

  /// Sets an option of the scene's data.
  private static func display(_ name: String, _ value: String) throws(Wrong) -> DisplayChoice {
    guard let display = DisplayChoice(value) else { throw Wrong(reason: "\(name): \(DisplayChoice.problem(value))") }
    if let part = display.missingPart {
      throw Wrong(reason: "\(name) is `\(value)`, and this program was built without the part `\(part)`")
    }
    return display
  }

  private static func setData(_ name: String, _ value: String, _ options: inout PlayerOptions) throws(Wrong) {
    func wrong(_ right: String) -> Wrong { Wrong(reason: "\(name) must be \(right) (got `\(value)`)") }
    switch name {
    case "--data": options.dataFile = value
    case "--set":
      guard let setting = PlayerOptions.DataSetting(value) else { throw wrong("PATH=VALUE, such as room.target=21") }
      options.dataSettings.append(setting)
    default:
      guard !value.isEmpty, value.utf8.count <= 107 else { throw wrong("the name of a socket of at most 107 bytes") }
      options.dataSocket = value
    }
  }

  /// Returns the exit status for an error: a code of sysexits.h.
  public static func status(of error: PlayerError) -> Int32 {
    switch error {
    case .scene(let errors): errors.errors.first?.kind == .unreadable ? 66 : 65
    case .device(.unusable): 66
    case .device(.system(let action, _, _)): action == "create" || action == "open" ? 73 : 74
    case .device: 74
    case .setting: 65
    case .stage: 70
    }
  }
}
