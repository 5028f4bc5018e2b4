internal import TesseraJSON
internal import TesseraMaps
internal import TesseraScene

/// Header, metadata and tiles of an archive as JSON.
enum ArchiveReport {
  /// Maximum number of listed tiles.
  private static let maximumTiles = 1_000_000

  static func json(of archive: any TileArchive) throws(MapError) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    if let tiles = archive as? PMTiles { members.append(("header", header(tiles.header))) }
    members.append(("metadata", archive.metadata))
    var tiles: [JSONValue] = []
    try archive.forEachTile { address throws(MapError) in
      guard let bytes = try archive.tile(address) else { return true }
      let digest = String(SHA256.hexadecimal(bytes).prefix(16))
      tiles.append(
        .list([
          .number(Double(address.zoom)), .number(Double(address.x)), .number(Double(address.y)), .number(Double(bytes.count)),
          .text(digest),
        ]))
      return tiles.count < maximumTiles
    }
    members.append(("tiles", .list(tiles)))
    return .map(members)
  }

  private static func header(_ header: PMTilesHeader) -> JSONValue {
    func number(_ value: some BinaryInteger) -> JSONValue { .number(Double(value)) }
    func name(_ names: [String], _ index: UInt8) -> JSONValue { Int(index) < names.count ? .text(names[Int(index)]) : number(index) }
    let compressions = ["UNKNOWN", "NONE", "GZIP", "BROTLI", "ZSTD"]
    return .map([
      ("version", number(header.version)), ("root_offset", number(header.root.lowerBound)), ("root_length", number(header.root.count)),
      ("metadata_offset", number(header.metadata.lowerBound)), ("metadata_length", number(header.metadata.count)),
      ("leaf_directory_offset", number(header.leaves.lowerBound)), ("leaf_directory_length", number(header.leaves.count)),
      ("tile_data_offset", number(header.data.lowerBound)), ("tile_data_length", number(header.data.count)),
      ("addressed_tiles_count", number(header.addressedTiles)), ("tile_entries_count", number(header.entries)),
      ("tile_contents_count", number(header.contents)), ("clustered", .boolean(header.isClustered)),
      ("internal_compression", name(compressions, header.internalCompression)),
      ("tile_compression", name(compressions, header.tileCompression)),
      ("tile_type", name(["UNKNOWN", "MVT", "PNG", "JPEG", "WEBP", "AVIF", "MLT"], header.tileType)),
      ("min_zoom", number(header.minimumZoom)), ("max_zoom", number(header.maximumZoom)),
      ("min_lon_e7", number(header.bounds[0])), ("min_lat_e7", number(header.bounds[1])), ("max_lon_e7", number(header.bounds[2])),
      ("max_lat_e7", number(header.bounds[3])), ("center_zoom", number(header.centerZoom)),
      ("center_lon_e7", number(header.center[0])), ("center_lat_e7", number(header.center[1])),
    ])
  }
}
