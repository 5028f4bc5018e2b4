public import TesseraDevices
public import TesseraRender

/// Where frames go: `headless`, `window`, `fb`, `fb:/dev/fb1`, `drm`, `drm:/dev/dri/card1,connector=HDMI-A-1,mode=800x480@60`, `png:FOLDER`, `raw:FILE`,
/// `y4m:FILE`, `panel:FILE.png`, `vnc:0.0.0.0:5901,view-only,password=FILE`.
public enum DisplayChoice: Sendable, Hashable {
  /// Nowhere: the stage runs, and its framebuffer holds what it shows.
  case headless
  /// A window on the desktop.
  case window
  /// A framebuffer device.
  case framebuffer(path: String)
  /// A display through the kernel's mode setting. Empty path: the first card that has one; empty connector and mode: the first, and its own.
  case modeSetting(path: String, connector: String, mode: String)
  /// A PNG for each frame.
  case pictures(folder: String)
  /// Bare frames.
  case raw(path: String)
  /// Video.
  case video(path: String)
  /// A simulated panel that keeps its picture, as electronic paper does: what it shows is in a PNG file.
  case panel(path: String, width: Int, height: Int, format: PixelFormat)
  /// To VNC viewers.
  case vnc(VNCOptions)

  /// Whether it is a device of the kernel, with the console's terminal beneath it.
  var isDevice: Bool {
    switch self {
    case .framebuffer, .modeSetting: true
    case .headless, .window, .pictures, .raw, .video, .panel, .vnc: false
    }
  }

  /// Makes a choice from its text; nil for anything else.
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

  /// Displays and inputs that this program was built with, by the names of their parts (docs/devices.md).
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

  /// Part that this display needs and that the program was built without; nil if it is there.
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

  /// How a choice is written, for messages.
  public static let usage =
    "headless, window, fb[:/dev/fb0], drm[:/dev/dri/card0][,connector=NAME][,mode=WxH[@HZ]], png:FOLDER, raw:FILE, y4m:FILE, "
    + "panel:FILE.png[,WxH][,gray8|gray4|mono] or " + vncUsage

  /// How a VNC server is written.
  public static let vncUsage = "vnc[:[ADDRESS][:PORT]][,view-only][,password=FILE]"
}
