internal import TesseraBase

/// Place of a style on the web, to which the names in it are relative. A value.
struct WebLocation: Sendable {
  private let scheme: Substring
  private let origin: Substring
  private let folder: Substring

  /// Reads an http or https URL.
  init(_ url: String) {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    let colon = path.firstIndex(of: ":") ?? path.endIndex
    let host = path.index(colon, offsetBy: 3, limitedBy: path.endIndex) ?? path.endIndex
    let slash = path[host...].firstIndex(of: "/") ?? path.endIndex
    (scheme, origin) = (path[..<colon], path[..<slash])
    folder = path[slash...].lastIndex(of: "/").map { path[...$0] } ?? path
  }

  /// Returns the URL of a name; nil for other schemes, such as files of the device.
  func url(_ name: String) -> String? {
    if WebTileSet.isWeb(name) { return name }
    if name.isEmpty || name.byteRange(of: "://") != nil { return nil }
    if name.hasPrefix("//") { return scheme + ":" + name }
    if name.hasPrefix("/") { return origin + name }
    return (folder.hasSuffix("/") ? folder + "" : folder + "/") + name
  }
}

extension MapStyle {
  /// Makes the names of a style on the web absolute. Returns those that are not on the web, which are left out.
  mutating func resolve(against base: String) -> [String] {
    let location = WebLocation(base)
    var failures: [String] = []
    for (name, source) in sources.sorted(by: { $0.key < $1.key }) {
      var source = source
      source.templates = source.templates.compactMap(location.url)
      if !source.url.isEmpty {
        let url = location.url(source.url)
        if url == nil { failures.append("source `\(name)`: \(source.url): a style on the web cannot use files") }
        source.url = url ?? ""
      }
      sources[name] = source.url.isEmpty && source.features == nil ? nil : source
    }
    sprites = sprites.compactMap { sprite in
      guard let url = location.url(sprite.url) else {
        failures.append("sprite `\(sprite.url)`: a style on the web cannot use files")
        return nil
      }
      return (sprite.prefix, url)
    }
    return failures
  }
}
