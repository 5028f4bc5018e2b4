/// Source of a live picture, as a node names it. A value.
public enum LiveSource: Sendable, Hashable {
  /// Camera: a path such as `/dev/video0`, a part of its name, or nil for the first one.
  case camera(String?)
  /// Live stream on the network.
  case stream(String)

  /// Recognizes a source.
  ///
  /// - Parameters:
  ///   - source: `camera:`, `camera:/dev/video0`, `camera:NAME`, an RTSP URL, or an http or https URL.
  ///   - isLive: whether an http or https URL is a live stream; always true of one whose path ends in `.m3u8`.
  public init?(_ source: String, isLive: Bool = false) {
    let start = source.prefix(8).lowercased()
    if start.hasPrefix("camera:") {
      let name = source.dropFirst(7)
      self = .camera(name.isEmpty ? nil : String(name))
    } else if start.hasPrefix("rtsp://") || start.hasPrefix("rtsps://") {
      self = .stream(source)
    } else if start.hasPrefix("http://") || start.hasPrefix("https://"), isLive || Self.isPlaylist(source) {
      self = .stream(source)
    } else {
      return nil
    }
  }

  /// Whether pictures are shown when they arrive, and not by their times.
  public var isCamera: Bool { if case .camera = self { true } else { false } }

  /// Name for messages: a URL without its password.
  public var shownName: String {
    switch self {
    case .camera(let name): return name.map { "camera \($0)" } ?? "the camera"
    case .stream(let url):
      guard let authority = Self.authority(of: url), let at = url[authority].lastIndex(of: "@") else { return url }
      let user = url[authority.lowerBound..<at].prefix { $0 != ":" }
      return url[..<authority.lowerBound] + user + (user.endIndex < at ? ":***" : "") + url[at...]
    }
  }

  private static func isPlaylist(_ url: String) -> Bool {
    url.prefix { $0 != "?" && $0 != "#" }.suffix(5).lowercased() == ".m3u8"
  }

  private static func authority(of url: String) -> Range<String.Index>? {
    guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return nil }
    let start = url.index(colon, offsetBy: 3)
    return start..<(url[start...].firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? url.endIndex)
  }
}
