/// Where frames go: `headless`, `fb`, `fb:/dev/fb1`, `drm`, `drm:/dev/dri/card1,connector=HDMI-A-1,mode=800x480@60`, `png:FOLDER`, `raw:FILE`,
/// `y4m:FILE`.
public enum DisplayChoice: Sendable, Hashable {
  /// Nowhere: the stage runs, and its framebuffer holds what it shows.
  case headless
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

  /// Makes a choice from its text; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? String(parts[1]) : nil
    switch (parts[0], rest) {
    case ("headless", nil): self = .headless
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
    case ("raw", let path?) where !path.isEmpty: self = .raw(path: path)
    case ("y4m", let path?) where !path.isEmpty: self = .video(path: path)
    default: return nil
    }
  }

  /// How a choice is written, for messages.
  public static let usage =
    "headless, fb[:/dev/fb0], drm[:/dev/dri/card0][,connector=NAME][,mode=WxH[@HZ]], png:FOLDER, raw:FILE or y4m:FILE"
}
