public import TesseraDevices
public import TesseraGeometry
public import TesseraRender
public import TesseraScene

/// Scene on an additional screen.
public struct PlayerScreen: Sendable, Hashable {
  /// Scene file.
  public var scene: String
  /// Destination of frames.
  public var display: DisplayChoice

  /// Creates a screen.
  public init(scene: String, display: DisplayChoice) { (self.scene, self.display) = (scene, display) }

  /// Parses `SCENE@WHERE`, such as `status.yaml@drm:connector=HDMI-A-2`; nil for anything else.
  public init?(_ text: String) {
    // File names may contain an `@` too: split at the one that is followed by a display.
    for at in text.indices where text[at] == "@" && at > text.startIndex {
      guard let display = DisplayChoice(String(text[text.index(after: at)...])) else { continue }
      self.init(scene: String(text[..<at]), display: display)
      return
    }
    return nil
  }
}

/// Scene, display, input and settings of a player.
public struct PlayerOptions: Sendable {
  /// Visibility of the cursor.
  public enum Cursor: String, Sendable, CaseIterable, Hashable {
    /// Drawn after a pointer has moved.
    case auto
    /// Never drawn.
    case none
  }

  /// Scene file.
  public var scene: String
  /// Logical size; nil means the display's, else the scene's, else 800 x 480.
  public var size: Size?
  /// Device pixels per logical unit; nil means the scene's, else 1.
  public var scale: Double?
  /// Insets that exclude rounded corners and cut-outs of the screen; nil means the scene's.
  public var safeArea: Insets?
  /// On-screen keyboard; nil means the scene's.
  public var onScreenKeyboard: PlayerKeyboard?
  /// Destination of frames.
  public var display = DisplayChoice.headless
  /// VNC server that mirrors the display; nil means none.
  public var mirror: VNCOptions?
  /// Additional screens, each with its own scene and stage. All options except scene, size, scale, display, mirror and input apply to them
  /// too.
  public var others: [PlayerScreen] = []
  /// Whether input devices are used.
  public var hasInput = false
  /// Whether they are read through libinput, which also supports touchpads.
  public var usesLibinput = false
  /// Interpretation of input; its rotation is that of the display.
  public var input = EvdevInput.Options()
  /// Clockwise rotation from the frame to the panel.
  public var rotation = Rotation.none
  /// Bits per pixel if the display supports a choice, 32 or 16.
  public var depth = 32
  /// Whether ordered dithering is used if the display has a lower colour depth.
  public var dithers = true
  /// Visibility of the cursor.
  public var cursor = Cursor.auto
  /// Value of the scene's data with its path.
  public struct DataSetting: Sendable, Hashable {
    /// Path.
    public var path: DataPath
    /// Value.
    public var value: DataValue
    /// Creates a setting.
    public init(path: DataPath, value: DataValue) { (self.path, self.value) = (path, value) }

    /// Parses `PATH=VALUE`, where the value is JSON, or otherwise plain text; nil for anything else.
    public init?(_ text: String) {
      guard let equals = text.firstIndex(of: "="), let path = DataPath(String(text[..<equals])), !path.keys.isEmpty else { return nil }
      self.init(path: path, text: String(text[text.index(after: equals)...]))
    }

    /// Creates a setting whose value is JSON or YAML, or otherwise the unchanged text.
    public init(path: DataPath, text: String) { self.init(path: path, value: (try? DataValue.parse(text)) ?? .text(text)) }
  }

  /// File with data for the scene, JSON or YAML; nil means the scene's own data.
  public var dataFile: String?
  /// Additional values.
  public var dataSettings: [DataSetting] = []
  /// Theme of the scenes: the name of a family, or a file; nil means the scenes' own.
  public var theme: String?
  /// Name of a Unix socket at which programs read and set data; nil means none.
  public var dataSocket: String?
  /// Whether the scene is reloaded when it, or a file that it refers to, changes.
  public var watches = false
  /// Maximum frames a second.
  public var framesPerSecond = 60.0
  /// Seconds without input until the first screen is switched off; nil means never. Input wakes it.
  public var sleepDelay: Double?
  /// Number of threads for layout and drawing; nil means the number of processors.
  public var threads: Int?
  /// Maximum bytes that node contents and caches may hold (`Stage.memoryBudget`); nil means a default based on the screen size and the
  /// process's memory limit.
  public var memoryBudget: Int?
  /// Directory of downloads; nil means the process's default, an empty string none.
  public var cache: String?
  /// PEM file, and folder of PEM files, of trusted certificates; if both are nil, the system's are used.
  public var certificateFile: String?
  public var certificateFolder: String?
  /// Sound: a device of ALSA, the path of a .wav file, or `none`; nil means ALSA's default device.
  public var sound: String?
  /// Fonts in addition to the scene's: files or folders.
  public var fonts: [String] = []
  /// Whether glyph coverage is adjusted to the tone of the text (`FontLibrary.adjustsCoverage`); otherwise it is the exact outline
  /// coverage.
  public var adjustsTextCoverage = true
  /// Text anti-aliasing; nil means the display's.
  public var textAntialiasing: TextAntialiasing?
  /// Virtual terminal to set to graphics mode; nil means the current one, an empty string none.
  public var terminal: String?
  /// Screen reader and switch scanning; only of the first screen.
  public var assistance = PlayerAssistance()
  /// Whether status lines such as `READY` are printed on standard output, for system tests.
  public var announces = false

  /// Creates the default options for a scene.
  public init(scene: String) { self.scene = scene }
}
