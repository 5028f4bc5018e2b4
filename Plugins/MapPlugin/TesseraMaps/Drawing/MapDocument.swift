internal import TesseraBase
public import TesseraGeometry
public import TesseraPictures
public import TesseraRender

/// Style of a file with its data. Any thread.
public struct MapDocument: Sendable {
  /// Maximum size of a style or of a GeoJSON file, bytes.
  static let maximumSize = 32 << 20

  /// Style with the data that was read until now.
  public var style: MapStyle { web.style }
  public let tiles: MapTiles
  private let sprites: MapSprites
  private let web: WebFeatures
  private let ownFailures: [String]
  private let ground = GroundBlocks()
  private let top = TopPicture()
  private let zoomed = ZoomPicture()

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
      self.init(style, codecs, loadsFromWeb: false) { _ in path }
      return
    }
    self.init(try MapStyle(reading: Self.read(path), source: path), codecs, loadsFromWeb: loadsFromWeb) { Self.file($0, in: folder) }
  }

  /// Reads a style from the web, whose names are relative to its URL. Files of the device are refused.
  /// - Parameters:
  ///   - url: an http or https URL.
  ///   - bytes: style in JSON, as of a request ``MapRequest/style(_:)``.
  ///   - codecs: formats of raster tiles.
  /// - Throws: `MapError` if the style cannot be read.
  public init(web url: String, _ bytes: [UInt8], codecs: PictureCodecs) throws(MapError) {
    guard bytes.count <= Self.maximumSize else {
      throw MapError(source: url, reason: "the style has \(bytes.count) bytes; the maximum is \(Self.maximumSize)")
    }
    var style = try MapStyle(reading: bytes, source: url)
    let failures = style.resolve(against: url)
    self.init(style, codecs, loadsFromWeb: true, failures) { _ in nil }
  }

  /// Whether the name of a style is a URL for ``init(web:_:codecs:)``.
  public static func isWeb(_ name: String) -> Bool { WebTileSet.isWeb(name) }

  /// Opens the data of a style. `file` returns the path of a name; nil for names on the web.
  private init(
    _ style: MapStyle, _ codecs: PictureCodecs, loadsFromWeb: Bool, _ known: [String] = [], file: (String) -> String?
  ) {
    var (style, failures, wanted) = (style, known, [String: [String]]())
    for (name, source) in style.sources where source.kind == .geoJSON && !source.url.isEmpty {
      do throws(MapError) {
        if WebTileSet.isWeb(source.url) {
          guard loadsFromWeb else {
            throw MapError(source: source.url, reason: "web addresses need the part `network`, which this program lacks")
          }
          wanted[source.url, default: []].append(name)
          continue
        }
        guard let path = file(source.url) else { throw MapError(source: source.url, reason: "it must be a file, or an http or https URL") }
        style.sources[name]?.features = GeoFeatures(try MapValue.read(Self.read(path), source: path))
      } catch { failures.append("source `\(name)`: \(error)") }
    }
    var parts: [MapSprites.Part] = []
    for sprite in style.sprites {
      if let file = file(sprite.url) ?? (loadsFromWeb && WebTileSet.isWeb(sprite.url) ? sprite.url : nil) {
        parts.append(MapSprites.Part(prefix: sprite.prefix, base: file))
      } else {
        failures.append("sprite `\(sprite.url)`: it is not a file")
      }
    }
    tiles = MapTiles(style, codecs: codecs, loadsFromWeb: loadsFromWeb, resolve: file)
    (sprites, web, ownFailures) = (MapSprites(parts, codecs), WebFeatures(style, wanted), failures)
  }

  /// Credits of the style, of its archives and of its descriptions on the web.
  public var attribution: String { [style.attribution, tiles.attribution].filter { !$0.isEmpty }.joined(separator: " | ") }

  /// Sources, tiles and icons that could not be read until now, at most 100.
  public var failures: [String] { Array((ownFailures + web.failures + sprites.failures + tiles.failures).prefix(100)) }

  /// Returns the icons for a scale of the screen; nil if the style has none. Reads files at the first use of a scale.
  public func sprite(scale: Double) -> MapSprite? { sprites.sprite(scale: scale) }

  /// Draws a view, whose center must be ``MapView/snapped(scale:)``. Stops early if `isCancelled` returns true.
  /// - Parameters:
  ///   - view: center, zoom, bearing and size.
  ///   - scale: device pixels per point.
  ///   - isMoving: whether views of the same zoom and bearing follow, for which pictures are kept.
  ///   - isZooming: whether the zoom or the bearing changes with each view. A kept picture is scaled and turned; it is not sharp.
  ///   - canvas: target, as large as the view.
  ///   - isCancelled: asked between tiles and layers.
  public func draw(
    _ view: MapView, scale: Double, isMoving: Bool, isZooming: Bool = false, in canvas: borrowing Canvas,
    isCancelled: () -> Bool = { false }
  ) {
    let renderer = MapRenderer(web.resolved(), view, tiles: tiles, sprite: sprite(scale: scale), scale: scale)
    if isZooming { return zoomed.draw(renderer, generation: tiles.generation, in: canvas, isCancelled: isCancelled) }
    zoomed.remove()
    guard isMoving else { return renderer.draw(in: canvas, isCancelled: isCancelled) }
    ground.draw(renderer, generation: tiles.generation, in: canvas, isCancelled: isCancelled)
    top.draw(renderer, generation: tiles.generation, in: canvas, isCancelled: isCancelled)
  }

  /// Removes kept pictures.
  public func releasePictures() {
    ground.removeAll()
    top.remove()
    zoomed.remove()
  }

  // MARK: data from the web

  /// Returns the data from the web that a view lacks, the most urgent first.
  /// - Parameters:
  ///   - view: part of the world.
  ///   - movement: movement of the view since the last draw, points on the screen.
  ///   - scale: device pixels per point.
  public func requests(_ view: MapView, movement: Point, scale: Double) -> [MapRequest] {
    web.requests + sprites.requests(scale: scale) + tiles.requests(style, view, movement: movement)
  }

  /// Takes the body of a request. `verdict` is called with whether it is valid, at the latest by the next draw that needs it.
  public func supply(_ request: MapRequest, _ bytes: [UInt8], verdict: @escaping @Sendable (Bool) -> Void) {
    switch request.content {
    case .sprite:
      sprites.supply(request.url, bytes)
      tiles.recordChange()
      verdict(true)
    case .features:
      web.supply(request.url, bytes, verdict)
      tiles.recordChange()
    default: tiles.supply(request.content, request.url, bytes, verdict)
    }
  }

  /// Records that a request has failed. It is not repeated before ``forgetFailures()``.
  public func fail(_ request: MapRequest) {
    switch request.content {
    case .sprite: sprites.supply(request.url, nil)
    case .features: web.fail(request.url)
    default: tiles.fail(request.content)
    }
  }

  /// Allows failed requests again.
  public func forgetFailures() {
    tiles.forgetFailures()
    sprites.forgetFailures()
    web.forgetFailures()
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
