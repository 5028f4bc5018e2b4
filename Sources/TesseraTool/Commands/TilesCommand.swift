internal import TesseraJSON
internal import ArgumentParser
internal import TesseraMaps
internal import TesseraScene

/// `tessera tiles`: content of map tiles and their archives.
struct TilesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tiles", abstract: "Prints the content of PMTiles and MBTiles archives and of vector tiles as JSON.",
    discussion: """
      Of an archive: header, metadata, and a list of tiles, each with zoom, x, y (from the top), stored bytes and the first 16 digits of its \
      SHA-256. Of a vector tile, gzipped or not: its layers, and a summary of each.
      """)

  @Argument(help: "Archive (.pmtiles, .mbtiles) or vector tile (.mvt, .pbf).") var file: String
  @Option(
    help: ArgumentHelp("Prints the vector tile at this address of an archive instead.", valueName: "zoom/x/y"))
  var tile: String?

  func run() throws {
    let start = try Files.beginning(of: file, count: 16)
    let isArchive = start.starts(with: Array("PMTiles".utf8)) || start.starts(with: Array("SQLite".utf8)) || isNamedArchive
    let bytes = isArchive ? [] : try Files.bytes(of: file, limit: VectorTile.maximumSize)
    let json: JSONValue
    do throws(MapError) { json = isArchive ? try archiveReport() : try TileReport.tile(bytes, name: file) } catch {
      throw ToolError(.badData, isArchive ? "\(error)" : "\(error); the file must be a PMTiles or MBTiles archive, or a vector tile")
    }
    try StandardOutput.write(json.pretty + "\n")
  }

  func validate() throws {
    if let tile, Self.address(tile) == nil {
      throw ValidationError("--tile must be zoom/x/y within the zoom, like 3/4/2 (got \(tile))")
    }
  }

  private static func address(_ text: String) -> TileAddress? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let zoom = parts[0], let x = parts[1], let y = parts[2] else { return nil }
    let address = TileAddress(zoom: zoom, x: x, y: y)
    return address.isValid ? address : nil
  }

  private func archiveReport() throws(MapError) -> JSONValue {
    let archive = try TileArchives.open(file)
    guard let address = tile.flatMap(Self.address) else { return try ArchiveReport.json(of: archive) }
    guard let bytes = try archive.tile(address) else { throw MapError(source: file, reason: "the archive has no tile \(address)") }
    return try TileReport.tile(bytes, name: "\(file) \(address)")
  }

  private var isNamedArchive: Bool { file.hasSuffix(".pmtiles") || file.hasSuffix(".mbtiles") }
}
