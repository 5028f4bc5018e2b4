internal import TesseraBase
public import TesseraPictures

/// Tiles of a map's sources, decoded and cached. Any thread.
///
/// Missing tiles are replaced by their nearest ancestor. Tiles on the web are supplied by a loader.
public final class MapTiles: Sendable {
  /// Memory of cached tiles, bytes.
  public static let memoryLimit = 48 << 20
  /// Maximum number of tiles that could not be loaded.
  private static let maximumFailures = 4096

  struct Key: Hashable {
    var source: String
    var address: TileAddress
  }

  /// Source on the web.
  struct Web {
    /// Addresses; nil until the description is loaded.
    var tiles: WebTileSet?
    /// URL of the TileJSON.
    var description: String?
    var hasFailed = false
  }

  /// Body of a tile from the web, decoded with the next draw.
  private struct Arrived {
    var bytes: [UInt8]
    var verdict: @Sendable (Bool) -> Void
  }

  private struct State {
    var archives: [String: any TileArchive] = [:]
    var web: [String: Web] = [:]
    var tiles: [Key: (tile: MapTile?, use: Int)] = [:]
    var arrived: [Key: Arrived] = [:]
    var failed: Set<Key> = []
    var memory = 0
    var use = 0
    var failures: [String] = []
    var generation = 0
  }

  private let state: Locked<State>
  private let codecs: PictureCodecs
  /// Laid out texts.
  let labels = LabelCache()

  /// Opens the archives of a style's sources.
  /// - Parameters:
  ///   - style: style whose sources have URLs.
  ///   - codecs: formats of raster tiles.
  ///   - loadsFromWeb: whether a loader supplies tiles from the web.
  ///   - resolve: returns the path of a URL; nil if it is no file.
  public init(_ style: MapStyle, codecs: PictureCodecs = PictureCodecs(), loadsFromWeb: Bool = false, resolve: (String) -> String?) {
    self.codecs = codecs
    var opened = State()
    for (name, source) in style.sources.sorted(by: { $0.key < $1.key }) where source.kind != .geoJSON {
      do throws(MapError) {
        if let web = try Self.web(source, resolve) {
          guard loadsFromWeb else {
            throw MapError(source: source.url, reason: "web addresses need the part `network`, which this program lacks")
          }
          opened.web[name] = web
        } else if let path = resolve(source.url) {
          opened.archives[name] = try TileArchives.open(path)
        } else {
          throw MapError(source: source.url, reason: "it must be an archive of tiles, or an http or https URL")
        }
      } catch { opened.failures.append("source `\(name)`: \(error)") }
    }
    state = Locked(opened)
  }

  /// Returns the web addresses of a source; nil for an archive.
  private static func web(_ source: MapSource, _ resolve: (String) -> String?) throws(MapError) -> Web? {
    if source.url.isEmpty || !source.templates.isEmpty && source.url == source.templates[0] {
      let zooms = source.minimumZoom...source.maximumZoom
      return WebTileSet(source.templates, zooms: zooms, isBottomUp: source.isBottomUp).map { Web(tiles: $0) }
    }
    if WebTileSet.isWeb(source.url) { return Web(description: source.url) }
    guard source.url.hasSuffix(".json"), let path = resolve(source.url) else { return nil }
    return Web(tiles: try WebTileSet(reading: MapDocument.read(path), source: path))
  }

  /// Archives and tiles that could not be read, at most 20.
  public var failures: [String] { state.withLock { $0.failures } }

  /// Zooms of a source's tiles; nil if it has none, or if its description is not loaded.
  func zooms(_ source: String) -> ClosedRange<Int>? { state.withLock { $0.archives[source]?.zooms ?? $0.web[source]?.tiles?.zooms } }

  /// Attributions of the archives and descriptions, in order of the sources' names.
  public var attribution: String {
    let all = state.withLock { state in
      let texts = state.archives.compactMap { name, archive in archive.metadata["attribution"]?.text.map { (name, $0) } }
      return (texts + state.web.compactMap { name, web in web.tiles.map { (name, $0.attribution) } }).sorted { $0.0 < $1.0 }.map(\.1)
    }
    var unique: [String] = []
    for text in all where !text.isEmpty && !unique.contains(text) { unique.append(text) }
    return unique.joined(separator: " | ")
  }

  /// Returns a tile, or the nearest ancestor that is there. Reads and decodes it if it is not cached.
  func tile(_ source: String, _ kind: MapSource.Kind, _ address: TileAddress) -> (tile: MapTile, address: TileAddress)? {
    var address = address
    while true {
      if let tile = exact(source, kind, address) { return (tile, address) }
      guard address.zoom > 0 else { return nil }
      address = address.ancestor(zoom: address.zoom - 1)
    }
  }

  private func exact(_ source: String, _ kind: MapSource.Kind, _ address: TileAddress) -> MapTile? {
    let key = Key(source: source, address: address)
    let (cached, archive, arrived) = state.withLock { state -> (MapTile??, (any TileArchive)?, Arrived?) in
      state.use += 1
      if let found = state.tiles[key] {
        state.tiles[key]?.use = state.use
        return (found.tile, nil, nil)
      }
      return (.none, state.archives[source], state.arrived.removeValue(forKey: key))
    }
    if let cached { return cached }
    var tile: MapTile?
    do throws(MapError) {
      let bytes: [UInt8]?
      if let arrived {
        bytes = arrived.bytes
      } else if let archive, archive.zooms.contains(address.zoom) {
        bytes = try archive.tile(address)
      } else {
        return nil
      }
      if let bytes { tile = try MapTile(decoding: bytes, kind, name: "\(source) \(address)", codecs: codecs) }
    } catch { fail("\(error)") }
    arrived?.verdict(tile != nil)
    store(tile, key)
    return tile
  }

  private func fail(_ reason: String) { state.withLock { if $0.failures.count < 20 { $0.failures.append(reason) } } }

  private func store(_ tile: MapTile?, _ key: Key) {
    state.withLock { state in
      if state.tiles.updateValue((tile, state.use), forKey: key) == nil { state.memory += tile?.memory ?? 64 }
      guard state.memory > Self.memoryLimit else { return }
      // Down to three quarters, the least recently used first, so that the sort is rare.
      for (old, entry) in state.tiles.sorted(by: { $0.value.use < $1.value.use })
      where state.memory > Self.memoryLimit / 4 * 3 && old != key {
        state.tiles[old] = nil
        state.memory -= entry.tile?.memory ?? 64
      }
    }
  }

  // MARK: tiles from the web

  /// Number of changes by data from the web.
  var generation: Int { state.withLock { $0.generation } }

  /// Records that pictures of the map are out of date.
  func recordChange() { state.withLock { $0.generation += 1 } }

  /// Sources on the web.
  var web: [String: Web] { state.withLock { $0.web } }

  /// Whether a tile must be requested.
  func lacks(_ source: String, _ address: TileAddress) -> Bool {
    let key = Key(source: source, address: address)
    return state.withLock { $0.tiles[key] == nil && $0.arrived[key] == nil && !$0.failed.contains(key) }
  }

  /// Takes the body of a request. `verdict` is called with whether it is valid, at the latest by the next draw that needs it.
  func supply(_ content: MapRequest.Content, _ url: String, _ bytes: [UInt8], _ verdict: @escaping @Sendable (Bool) -> Void) {
    recordChange()
    switch content {
    case .tile(let source, let address):
      state.withLock { state in
        // Tiles that left the view before they were drawn.
        if state.arrived.count >= MapRequests.maximumActive { state.arrived = [:] }
        state.arrived[Key(source: source, address: address)] = Arrived(bytes: bytes, verdict: verdict)
      }
    case .description(let source):
      do throws(MapError) {
        let set = try WebTileSet(reading: bytes, source: url)
        state.withLock { $0.web[source]?.tiles = set }
        verdict(true)
      } catch {
        state.withLock { $0.web[source]?.hasFailed = true }
        fail("source `\(source)`: \(error)")
        verdict(false)
      }
    case .sprite, .features, .style: break
    }
  }

  /// Records that a request has failed, so that it is not repeated before `forgetFailures()`.
  func fail(_ content: MapRequest.Content) {
    state.withLock { state in
      switch content {
      case .tile(let source, let address):
        if state.failed.count >= Self.maximumFailures { state.failed = [] }
        state.failed.insert(Key(source: source, address: address))
      case .description(let source): state.web[source]?.hasFailed = true
      case .sprite, .features, .style: break
      }
    }
  }

  /// Allows failed requests again.
  func forgetFailures() {
    state.withLock { state in
      state.failed = []
      for name in state.web.keys { state.web[name]?.hasFailed = false }
    }
  }
}
