internal import Tessera

extension DisplayChoice {
  /// Syntax of displays, by name.
  private static let forms: [(name: String, form: String)] = [
    ("headless", "headless"), ("window", "window"), ("fb", "fb or fb:/dev/fb1"),
    ("drm", "drm, or drm:/dev/dri/card1,connector=HDMI-A-1,mode=800x480@60 with any of the three"), ("png", "png:FOLDER"),
    ("raw", "raw:FILE"),
    ("y4m", "y4m:FILE.y4m"), ("panel", "panel:FILE.png, or panel:FILE.png,400x300,mono with gray8, gray4 or mono"),
    ("vnc", "vnc, or vnc:0.0.0.0:5901,view-only,password=FILE with any of them"),
  ]

  /// Returns the error message for a text that is not a display.
  static func problem(_ text: String) -> String {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let known = forms.first(where: { $0.name == name }) else {
      let names = forms.map(\.name)
      let near = nearestName(to: name, among: names).map { "; did you mean `\($0)`? Displays" } ?? "; displays"
      return "unknown display `\(text)`\(near): \(names.joined(separator: ", ")); --help has their options"
    }
    let path = parts.count > 1 ? parts[1].split(separator: ",", omittingEmptySubsequences: false).first.map(String.init) ?? "" : ""
    if let problem = ending(name, path) { return "`\(text)` \(problem)" }
    return "`\(text)` must be \(known.form)"
  }

  /// File name extensions of formats that displays do not write although their names suggest it.
  private static let others: Set<String> = [
    "mp4", "m4v", "mkv", "webm", "avi", "mov", "mpg", "mpeg", "ogv", "gif", "apng", "webp", "avif", "jpg", "jpeg", "bmp", "png", "y4m",
    "svg",
  ]

  /// Returns the error for a file with the wrong extension for a kind of display; nil if it is right.
  static func ending(_ kind: String, _ path: String) -> String? {
    let right = ["y4m": "y4m", "panel": "png", "raw": "raw"]
    guard let right = right[kind], let dot = path.lastIndex(of: "."), !path[dot...].utf8.contains(UInt8(ascii: "/")) else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    guard ending != right, others.contains(ending) else { return nil }
    return
      "must end in .\(right): \(kind == "y4m" ? "YUV4MPEG2 is the only video format; ffmpeg converts it to others" : "it writes no other format")"
  }
}
