internal import TesseraBase
public import TesseraPictures

/// Style of a file with its data. Any thread.
public struct MapDocument: Sendable {
  /// Maximum size of a style or of a GeoJSON file, bytes.
  static let maximumSize = 32 << 20

  public let style: MapStyle
  public let tiles: MapTiles
  /// Sources that could not be read.
  public let failures: [String]
  /// Credits of the style and of its archives.
  public let attribution: String
  private let sprites: MapSprites

  /// Reads a style and opens its files, whose names are relative to the style.
  /// - Parameters:
  ///   - path: style in JSON, or an archive of raster tiles.
  ///   - codecs: formats of raster tiles.
  /// - Throws: `MapError` if the style cannot be read.
  public init(file path: String, codecs: PictureCodecs) throws(MapError) {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().map { "\($0)/" }.joined()
    if path.hasSuffix(".pmtiles") || path.hasSuffix(".mbtiles") {
      // An archive of pictures needs no style.
      let text =
        #"{"version":8,"sources":{"tiles":{"type":"raster","tileSize":256,"url":"TILES"}},"layers":[{"id":"tiles","type":"raster","source":"tiles"}]}"#
      let style = try MapStyle(reading: Array(text.utf8), source: path)
      self.init(style, MapTiles(style, codecs: codecs) { _ in path }, MapSprites([], codecs), [])
      return
    }
    var style = try MapStyle(reading: Self.read(path), source: path)
    var failures: [String] = []
    for (name, source) in style.sources where source.kind == .geoJSON && !source.url.isEmpty {
      do throws(MapError) {
        guard let file = Self.file(source.url, in: folder) else { throw MapError(source: source.url, reason: "it is not a file") }
        style.sources[name]?.setFeatures(try MapValue.read(Self.read(file), source: file))
      } catch { failures.append("source `\(name)`: \(error)") }
    }
    var parts: [MapSprites.Part] = []
    for sprite in style.sprites {
      if let file = Self.file(sprite.url, in: folder) {
        parts.append(MapSprites.Part(prefix: sprite.prefix, file: file))
      } else {
        failures.append("sprite `\(sprite.url)`: it is not a file")
      }
    }
    self.init(style, MapTiles(style, codecs: codecs) { Self.file($0, in: folder) }, MapSprites(parts, codecs), failures)
  }

  private init(_ style: MapStyle, _ tiles: MapTiles, _ sprites: MapSprites, _ failures: [String]) {
    (self.style, self.tiles, self.sprites) = (style, tiles, sprites)
    self.failures = failures + tiles.failures
    attribution = [style.attribution, tiles.attribution].filter { !$0.isEmpty }.joined(separator: " | ")
  }

  /// Returns the icons for a scale of the screen; nil if the style has none. Reads files at the first use of a scale.
  public func sprite(scale: Double) -> MapSprite? { sprites.sprite(scale: scale) }

  /// Icons and files that could not be read, at most 40.
  public var spriteFailures: [String] { sprites.failures }

  static func read(_ path: String) throws(MapError) -> [UInt8] {
    let file = try TileFile(path)
    guard file.size <= maximumSize else {
      throw MapError(source: path, reason: "the file has \(file.size) bytes; the maximum is \(maximumSize)")
    }
    return try file.bytes(0..<file.size)
  }

  /// Returns the path of a URL: `pmtiles://name`, `mbtiles://name`, `file://name` or a name; nil for other schemes.
  private static func file(_ url: String, in folder: String) -> String? {
    var name = url[...]
    for scheme in ["pmtiles://", "mbtiles://", "file://"] where name.hasPrefix(scheme) { name = name.dropFirst(scheme.utf8.count) }
    guard !name.isEmpty, name.byteRange(of: "://") == nil else { return nil }
    return name.hasPrefix("/") ? String(name) : folder + name
  }
}
