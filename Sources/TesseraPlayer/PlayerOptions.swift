public import TesseraDevices
public import TesseraGeometry
public import TesseraRender
public import TesseraScene

/// A scene on one more screen.
public struct PlayerScreen: Sendable, Hashable {
  /// The scene file.
  public var scene: String
  /// Where frames go.
  public var display: DisplayChoice

  /// Makes one from both.
  public init(scene: String, display: DisplayChoice) { (self.scene, self.display) = (scene, display) }

  /// Makes one from `SCENE@WHERE`, such as `status.yaml@drm:connector=HDMI-A-2`; nil for anything else.
  public init?(_ text: String) {
    // Names of files may have an `@` as well: what follows the right one is a display.
    for at in text.indices where text[at] == "@" && at > text.startIndex {
      guard let display = DisplayChoice(String(text[text.index(after: at)...])) else { continue }
      self.init(scene: String(text[..<at]), display: display)
      return
    }
    return nil
  }
}

/// What a player plays, where, and with which input.
public struct PlayerOptions: Sendable {
  /// Whether a cursor is drawn.
  public enum Cursor: String, Sendable, CaseIterable, Hashable {
    /// Once a pointer has moved.
    case auto
    /// Never.
    case none
  }

  /// The scene file.
  public var scene: String
  /// Logical size; nil: the display's, else the scene's, else 800 x 480.
  public var size: Size?
  /// Device pixels a logical unit; nil: the scene's, else 1.
  public var scale: Double?
  /// How far a round corner or a cut-out reaches into the screen; nil: the scene's.
  public var safeArea: Insets?
  /// Where frames go.
  public var display = DisplayChoice.headless
  /// Who else sees what the display shows; nil: nobody.
  public var mirror: VNCOptions?
  /// Other screens, each with a scene and a stage of its own; everything but scene, size, scale, display, mirror and input is as here.
  public var others: [PlayerScreen] = []
  /// Whether input devices are used.
  public var hasInput = false
  /// Whether they are read through libinput, which knows touch pads too.
  public var usesLibinput = false
  /// How input is understood; its rotation is that of the display.
  public var input = EvdevInput.Options()
  /// Clockwise turn from the frame to the panel.
  public var rotation = Rotation.none
  /// Bits a pixel where the display can be asked, 32 or 16.
  public var depth = 32
  /// Whether ordered dither is used where depth is lost.
  public var dithers = true
  /// Whether a cursor is drawn.
  public var cursor = Cursor.auto
  /// A value of the scene's data, and its place.
  public struct DataSetting: Sendable, Hashable {
    /// The place.
    public var path: DataPath
    /// The value.
    public var value: DataValue
    /// Makes a setting.
    public init(path: DataPath, value: DataValue) { (self.path, self.value) = (path, value) }

    /// Makes one from `PATH=VALUE`, where the value is JSON, or else a text as it stands; nil for anything else.
    public init?(_ text: String) {
      guard let equals = text.firstIndex(of: "="), let path = DataPath(String(text[..<equals])), !path.keys.isEmpty else { return nil }
      self.init(path: path, text: String(text[text.index(after: equals)...]))
    }

    /// Makes one with a value that is JSON or YAML, or else the text unchanged.
    public init(path: DataPath, text: String) { self.init(path: path, value: (try? DataValue.parse(text)) ?? .text(text)) }
  }

  /// A file with data for the scene, JSON or YAML; nil: the scene's own.
  public var dataFile: String?
  /// Values beside these.
  public var dataSettings: [DataSetting] = []
  /// The theme of the scenes: the name of a family, or a file; nil: as they say.
  public var theme: String?
  /// The name of a Unix socket at which programs read and set data; nil: none.
  public var dataSocket: String?
  /// Whether the scene is read again when it, or a file that it names, changes.
  public var watches = false
  /// Most frames a second.
  public var framesPerSecond = 60.0
  /// Threads to lay out and draw with; nil: as many as processors.
  public var threads: Int?
  /// Most bytes that contents of nodes and caches may hold (`Stage.memoryBudget`); nil: by the size of the screen and the memory that the process may have.
  public var memoryBudget: Int?
  /// Where downloads are kept; nil: as the process does by default; empty: nowhere.
  public var cache: String?
  /// PEM file, and folder of PEM files, with the certificates that are trusted; nil for both: the system's.
  public var certificateFile: String?
  public var certificateFolder: String?
  /// Fonts beside the scene's: files or folders.
  public var fonts: [String] = []
  /// Whether letters are as heavy as their tone asks for (`FontLibrary.adjustsCoverage`), else exactly as their outlines cover pixels.
  public var adjustsTextCoverage = true
  /// How letters are drawn; nil: as the display asks for.
  public var textAntialiasing: TextAntialiasing?
  /// The virtual terminal to put into graphics mode; nil: the one that is there; empty: none.
  public var terminal: String?
  /// Whether `READY` and the like are printed on standard output, for tests of the whole.
  public var announces = false

  /// Makes the usual options for a scene.
  public init(scene: String) { self.scene = scene }
}
