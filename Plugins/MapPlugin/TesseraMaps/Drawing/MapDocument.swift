internal import TesseraBase
public import TesseraGeometry
public import TesseraPictures
public import TesseraRender

/// Style of a file with its data. Any thread.
public struct MapDocument: Sendable {
  /// Maximum size of a style or of a GeoJSON file, bytes.
  static let maximumSize = 32 << 20

  public let style: MapStyle
  public let tiles: MapTiles
  private let sprites: MapSprites
  private let ownFailures: [String]
  private let ground = GroundBlocks()
  private let top = TopPicture()

  /// Reads a style and opens its files, whose names are relative to the style.
  /// - Parameters:
  ///   - path: style in JSON, or an archive of raster tiles.
  ///   - codecs: formats of raster tiles.
  ///   - loadsFromWeb: whether a loader performs ``requests(_:movement:scale:)``.
  /// - Throws: `MapError` if the style cannot be read.
  public init(file path: String, codecs: PictureCodecs, loadsFromWeb: Bool = false) throws(MapError) {
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
      if let file = Self.file(sprite.url, in: folder) ?? (loadsFromWeb && WebTileSet.isWeb(sprite.url) ? sprite.url : nil) {
        parts.append(MapSprites.Part(prefix: sprite.prefix, base: file))
      } else {
        failures.append("sprite `\(sprite.url)`: it is not a file")
      }
    }
    let tiles = MapTiles(style, codecs: codecs, loadsFromWeb: loadsFromWeb) { Self.file($0, in: folder) }
    self.init(style, tiles, MapSprites(parts, codecs), failures)
  }

  private init(_ style: MapStyle, _ tiles: MapTiles, _ sprites: MapSprites, _ failures: [String]) {
    (self.style, self.tiles, self.sprites) = (style, tiles, sprites)
    ownFailures = failures
  }

  /// Credits of the style, of its archives and of its descriptions on the web.
  public var attribution: String { [style.attribution, tiles.attribution].filter { !$0.isEmpty }.joined(separator: " | ") }

  /// Sources, tiles and icons that could not be read until now, at most 100.
  public var failures: [String] { Array((ownFailures + sprites.failures + tiles.failures).prefix(100)) }

  /// Returns the icons for a scale of the screen; nil if the style has none. Reads files at the first use of a scale.
  public func sprite(scale: Double) -> MapSprite? { sprites.sprite(scale: scale) }

  /// Draws a view, whose center must be ``MapView/snapped(scale:)``. Stops early if `isCancelled` returns true.
  /// - Parameters:
  ///   - view: center, zoom, bearing and size.
  ///   - scale: device pixels per point.
  ///   - isMoving: whether views of the same zoom and bearing follow, for which pictures are kept.
  ///   - canvas: target, as large as the view.
  ///   - isCancelled: asked between tiles and layers.
  public func draw(
    _ view: MapView, scale: Double, isMoving: Bool, in canvas: borrowing Canvas, isCancelled: () -> Bool = { false }
  ) {
    let renderer = MapRenderer(style, view, tiles: tiles, sprite: sprite(scale: scale), scale: scale)
    guard isMoving else { return renderer.draw(in: canvas, isCancelled: isCancelled) }
    ground.draw(renderer, generation: tiles.generation, in: canvas, isCancelled: isCancelled)
    top.draw(renderer, generation: tiles.generation, in: canvas, isCancelled: isCancelled)
  }

  /// Removes kept pictures.
  public func releasePictures() {
    ground.removeAll()
    top.remove()
  }

  // MARK: data from the web

  /// Returns the data from the web that a view lacks, the most urgent first.
  /// - Parameters:
  ///   - view: part of the world.
  ///   - movement: movement of the view since the last draw, points on the screen.
  ///   - scale: device pixels per point.
  public func requests(_ view: MapView, movement: Point, scale: Double) -> [MapRequest] {
    sprites.requests(scale: scale) + tiles.requests(style, view, movement: movement)
  }

  /// Takes the body of a request. `verdict` is called with whether it is valid, at the latest by the next draw that needs it.
  public func supply(_ request: MapRequest, _ bytes: [UInt8], verdict: @escaping @Sendable (Bool) -> Void) {
    if case .sprite = request.content {
      sprites.supply(request.url, bytes)
      tiles.recordChange()
      verdict(true)
    } else {
      tiles.supply(request.content, request.url, bytes, verdict)
    }
  }

  /// Records that a request has failed. It is not repeated before ``forgetFailures()``.
  public func fail(_ request: MapRequest) {
    if case .sprite = request.content { sprites.supply(request.url, nil) } else { tiles.fail(request.content) }
  }

  /// Allows failed requests again.
  public func forgetFailures() {
    tiles.forgetFailures()
    sprites.forgetFailures()
  }

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
