public import TesseraDevices
public import TesseraRender

/// Destination of frames: `headless`, `window`, `fb`, `fb:/dev/fb1`, `drm`, `drm:/dev/dri/card1,connector=HDMI-A-1,mode=800x480@60`,
/// `png:FOLDER`, `raw:FILE`, `y4m:FILE`, `panel:FILE.png`, `vnc:0.0.0.0:5901,view-only,password=FILE`.
public enum DisplayChoice: Sendable, Hashable {
  /// No display: the stage runs and renders into its framebuffer only.
  case headless
  /// Window on the desktop.
  case window
  /// Framebuffer device.
  case framebuffer(path: String)
  /// Display through the kernel's mode setting. An empty path selects the first card that supports it, an empty connector the first one, an
  /// empty mode the preferred one.
  case modeSetting(path: String, connector: String, mode: String)
  /// One PNG file for each frame.
  case pictures(folder: String)
  /// Raw frames.
  case raw(path: String)
  /// Video.
  case video(path: String)
  /// Simulated bistable panel (e-paper). Its content is written to a PNG file.
  case panel(path: String, width: Int, height: Int, format: PixelFormat)
  /// VNC server.
  case vnc(VNCOptions)

  /// Whether it is a kernel device, which covers the console's terminal.
  var isDevice: Bool {
    switch self {
    case .framebuffer, .modeSetting: true
    case .headless, .window, .pictures, .raw, .video, .panel, .vnc: false
    }
  }

  /// Parses a choice; nil if the text is invalid.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? String(parts[1]) : nil
    switch (parts[0], rest) {
    case ("headless", nil): self = .headless
    case ("window", nil): self = .window
    case ("fb", nil): self = .framebuffer(path: "/dev/fb0")
    case ("fb", let path?) where !path.isEmpty: self = .framebuffer(path: path)
    case ("drm", _):
      var (path, connector, mode) = ("", "", "")
      for (i, word) in (rest ?? "").split(separator: ",", omittingEmptySubsequences: true).enumerated() {
        if word.hasPrefix("connector=") {
          connector = String(word.dropFirst(10))
        } else if word.hasPrefix("mode=") {
          mode = String(word.dropFirst(5))
        } else if i == 0, word.hasPrefix("/") {
          path = String(word)
        } else {
          return nil
        }
      }
      self = .modeSetting(path: path, connector: connector, mode: mode)
    case ("png", let path?) where !path.isEmpty: self = .pictures(folder: path)
    case ("raw", let path?) where !path.isEmpty && Self.ending("raw", path) == nil: self = .raw(path: path)
    case ("y4m", let path?) where !path.isEmpty && Self.ending("y4m", path) == nil: self = .video(path: path)
    case ("panel", let text?):
      let words = text.split(separator: ",", omittingEmptySubsequences: false)
      var (size, format): ((Int, Int)?, PixelFormat) = (nil, .gray4)
      for word in words.dropFirst() {
        let sides = word.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
        if let named = ["gray8": PixelFormat.gray8, "gray4": .gray4, "mono": .mono1][String(word)] {
          format = named
        } else if sides.count == 2, sides.allSatisfy({ (1...8192).contains($0) }) {
          size = (sides[0], sides[1])
        } else {
          return nil
        }
      }
      guard let path = words.first, !path.isEmpty, Self.ending("panel", String(path)) == nil else { return nil }
      self = .panel(path: String(path), width: size?.0 ?? 800, height: size?.1 ?? 600, format: format)
    case ("vnc", _):
      guard let options = VNCOptions(rest ?? "") else { return nil }
      self = .vnc(options)
    default: return nil
    }
  }

  /// Displays and inputs in this build, by the names of their parts (docs/player.md).
  static let parts: Set<String> = {
    var parts: Set<String> = []
    #if Framebuffer
      parts.insert("fbdev")
    #endif
    #if ModeSetting
      parts.insert("drm")
    #endif
    #if Streams
      parts.insert("streams")
    #endif
    #if Evdev
      parts.insert("evdev")
    #endif
    #if Libinput
      parts.insert("libinput")
    #endif
    #if VNC
      parts.insert("vnc")
    #endif
    #if Window
      parts.insert("window")
    #endif
    return parts
  }()

  /// Part that this display requires and that is not in this build; nil if there is none.
  public var missingPart: String? {
    let part: String
    switch self {
    case .headless: return nil
    case .framebuffer: part = "fbdev"
    case .modeSetting: part = "drm"
    case .pictures, .raw, .video, .panel: part = "streams"
    case .vnc: part = "vnc"
    case .window: part = "window"
    }
    return Self.parts.contains(part) ? nil : part
  }

  /// Whether frames are written to files or a pipe.
  var isStream: Bool {
    switch self {
    case .pictures, .raw, .video: true
    default: false
    }
  }

  /// Whether frames go to standard output.
  var usesStandardOutput: Bool { self == .raw(path: "-") || self == .video(path: "-") }

  /// Syntax of a choice, for messages.
  public static let usage =
    "headless, window, fb[:/dev/fb0], drm[:/dev/dri/card0][,connector=NAME][,mode=WxH[@HZ]], png:FOLDER, raw:FILE, y4m:FILE, "
    + "panel:FILE.png[,WxH][,gray8|gray4|mono] or " + vncUsage

  /// Syntax of a VNC server.
  public static let vncUsage = "vnc[:[ADDRESS][:PORT]][,view-only][,password=FILE]"
}
