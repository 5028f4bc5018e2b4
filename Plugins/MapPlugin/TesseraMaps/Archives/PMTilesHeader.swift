/// Header of a PMTiles file, version 3.
public struct PMTilesHeader: Sendable, Equatable {
  static let size = 127

  public var version = 0
  public var root = 0..<0, metadata = 0..<0, leaves = 0..<0, data = 0..<0
  /// Numbers of addressed tiles, directory entries and different contents.
  public var addressedTiles: UInt64 = 0, entries: UInt64 = 0, contents: UInt64 = 0
  public var isClustered = false
  /// Compression of directories and metadata, and of tiles: 0 unknown, 1 none, 2 gzip, 3 Brotli, 4 Zstandard.
  public var internalCompression: UInt8 = 0, tileCompression: UInt8 = 0
  /// Format of tiles: 0 unknown, 1 MVT, 2 PNG, 3 JPEG, 4 WebP, 5 AVIF, 6 MLT.
  public var tileType: UInt8 = 0
  public var minimumZoom = 0, maximumZoom = 0
  /// West, south, east, north, in degrees times 10,000,000.
  public var bounds: [Int32] = []
  public var centerZoom = 0
  /// Longitude and latitude, in degrees times 10,000,000.
  public var center: [Int32] = []

  init(_ bytes: [UInt8], source: String, fileSize: Int) throws(MapError) {
    guard bytes.starts(with: Array("PMTiles".utf8)) else {
      throw MapError(source: source, reason: "the file does not begin with `PMTiles`")
    }
    guard bytes.count >= Self.size else { throw MapError(source: source, reason: "the file ends within the header of \(Self.size) bytes") }
    version = Int(bytes[7])
    guard version == 3 else { throw MapError(source: source, reason: "PMTiles version \(version) is not supported; version 3 is") }
    func u64(_ at: Int) -> UInt64 { (0..<8).reduce(0) { $0 | UInt64(bytes[at + $1]) << UInt64(8 * $1) } }
    func i32(_ at: Int) -> Int32 { Int32(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) }) }
    func range(_ at: Int, _ name: String) throws(MapError) -> Range<Int> {
      let (offset, length) = (u64(at), u64(at + 8))
      guard offset <= UInt64(fileSize), length <= UInt64(fileSize) - offset else {
        throw MapError(
          source: source, offset: at, reason: "\(name): \(length) bytes at \(offset) exceed the file of \(fileSize) bytes")
      }
      return Int(offset)..<Int(offset + length)
    }
    root = try range(8, "root directory")
    metadata = try range(24, "metadata")
    leaves = try range(40, "leaf directories")
    data = try range(56, "tile data")
    (addressedTiles, entries, contents) = (u64(72), u64(80), u64(88))
    isClustered = bytes[96] == 1
    (internalCompression, tileCompression, tileType) = (bytes[97], bytes[98], bytes[99])
    (minimumZoom, maximumZoom) = (Int(bytes[100]), Int(bytes[101]))
    guard minimumZoom <= maximumZoom, maximumZoom <= TileAddress.maximumZoom else {
      throw MapError(
        source: source, offset: 100,
        reason: "zooms \(minimumZoom) to \(maximumZoom); valid zooms are 0 to \(TileAddress.maximumZoom), in order")
    }
    bounds = [102, 106, 110, 114].map(i32)
    centerZoom = Int(bytes[118])
    center = [119, 123].map(i32)
  }
}
