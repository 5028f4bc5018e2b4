internal import TesseraBase
public import TesseraPictures

/// Tiles of a map's sources, decoded and cached. Any thread.
///
/// Missing tiles are replaced by their nearest ancestor.
public final class MapTiles: Sendable {
  /// Memory of cached tiles, bytes.
  public static let memoryLimit = 48 << 20

  private struct Key: Hashable {
    var source: String
    var address: TileAddress
  }

  private struct State {
    var archives: [String: any TileArchive] = [:]
    var tiles: [Key: (tile: MapTile?, use: Int)] = [:]
    var memory = 0
    var use = 0
    var failures: [String] = []
  }

  private let state: Locked<State>
  private let codecs: PictureCodecs
  /// Laid out texts.
  let labels = LabelCache()

  /// Opens the archives of a style's sources.
  /// - Parameters:
  ///   - style: style whose sources have URLs of files.
  ///   - codecs: formats of raster tiles.
  ///   - resolve: returns the path of a URL; nil if it is no file.
  public init(_ style: MapStyle, codecs: PictureCodecs = PictureCodecs(), resolve: (String) -> String?) {
    self.codecs = codecs
    var opened = State()
    for (name, source) in style.sources where source.kind != .geoJSON {
      guard let path = resolve(source.url) else {
        opened.failures.append("source `\(name)`: `\(source.url)` is not a file of tiles")
        continue
      }
      do throws(MapError) { opened.archives[name] = try TileArchives.open(path) } catch {
        opened.failures.append("source `\(name)`: \(error)")
      }
    }
    state = Locked(opened)
  }

  /// Archives and tiles that could not be read, at most 20.
  public var failures: [String] { state.withLock { $0.failures } }

  /// Zooms of a source's archive; nil if it has none.
  func zooms(_ source: String) -> ClosedRange<Int>? { state.withLock { $0.archives[source]?.zooms } }

  /// Attributions in the metadata of the archives, in order of the sources' names.
  public var attribution: String {
    let all = state.withLock { state in state.archives.sorted { $0.key < $1.key }.compactMap { $0.value.metadata["attribution"]?.text } }
    var unique: [String] = []
    for text in all where !text.isEmpty && !unique.contains(text) { unique.append(text) }
    return unique.joined(separator: " | ")
  }

  /// Returns a tile, or the nearest ancestor that the archive has. Reads and decodes it if it is not cached.
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
    let (cached, archive) = state.withLock { state -> (MapTile??, (any TileArchive)?) in
      state.use += 1
      if let found = state.tiles[key] {
        state.tiles[key]?.use = state.use
        return (found.tile, nil)
      }
      return (.none, state.archives[source])
    }
    if let cached { return cached }
    guard let archive, archive.zooms.contains(address.zoom) else { return nil }
    var tile: MapTile?
    do throws(MapError) {
      if let bytes = try archive.tile(address) { tile = try MapTile(decoding: bytes, kind, name: "\(source) \(address)", codecs: codecs) }
    } catch {
      state.withLock { if $0.failures.count < 20 { $0.failures.append("\(error)") } }
    }
    let decoded = tile
    state.withLock { state in
      if state.tiles.updateValue((decoded, state.use), forKey: key) == nil { state.memory += decoded?.memory ?? 64 }
      guard state.memory > Self.memoryLimit else { return }
      // Down to three quarters, the least recently used first, so that the sort is rare.
      for (old, entry) in state.tiles.sorted(by: { $0.value.use < $1.value.use })
      where state.memory > Self.memoryLimit / 4 * 3 && old != key {
        state.tiles[old] = nil
        state.memory -= entry.tile?.memory ?? 64
      }
    }
    return tile
  }
}
