internal import Glibc

/// File with tiles of many zooms. Any thread.
public protocol TileArchive: AnyObject, Sendable {
  /// Format of the tiles.
  var kind: TileKind { get }
  /// Lowest and highest zoom.
  var zooms: ClosedRange<Int> { get }
  /// Name, attribution and other facts of the file.
  var metadata: MapValue { get }

  /// Returns the stored bytes of a tile, compressed or not; nil if the archive lacks it. Reads the file.
  func tile(_ address: TileAddress) throws(MapError) -> [UInt8]?
  /// Calls `body` with the address of every tile until it returns false.
  func forEachTile(_ body: (TileAddress) throws(MapError) -> Bool) throws(MapError)
}

/// Format of tiles.
public enum TileKind: String, Sendable { case vector, png, jpeg, webp, avif, unknown }

/// Opens archives.
public enum TileArchives {
  /// Maximum size of a stored tile, bytes.
  public static let maximumTileSize = 32 << 20

  /// Opens a PMTiles or MBTiles file, which is detected by its content.
  /// - Throws: `MapError` if the file cannot be read or has another format.
  public static func open(_ path: String) throws(MapError) -> any TileArchive {
    let file = try TileFile(path)
    let start = try file.bytes(0..<min(16, file.size))
    if start.starts(with: Array("SQLite format 3\0".utf8)) { return try MBTiles(path) }
    if start.starts(with: Array("PMTiles".utf8)) { return try PMTiles(file) }
    throw MapError(
      source: path, reason: file.size == 0 ? "the file is empty" : "the file is neither PMTiles nor MBTiles (a SQLite database)")
  }

  /// Format of a tile by its first bytes.
  static func kind(of bytes: [UInt8]) -> TileKind {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
    if bytes.starts(with: [0xFF, 0xD8]) { return .jpeg }
    if bytes.starts(with: Array("RIFF".utf8)) { return .webp }
    if bytes.dropFirst(4).starts(with: Array("ftyp".utf8)) { return .avif }
    return .vector
  }
}

/// File that is read at offsets. Any thread.
final class TileFile: Sendable {
  let path: String
  let size: Int
  private let descriptor: Int32

  init(_ path: String) throws(MapError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw MapError(source: path, reason: "cannot open the file: \(String(cString: strerror(errno)))") }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw MapError(source: path, reason: "it is not a regular file")
    }
    (self.path, self.descriptor, size) = (path, descriptor, Int(info.st_size))
  }

  deinit { close(descriptor) }

  /// Reads a range of the file.
  func bytes(_ range: Range<Int>) throws(MapError) -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= size else {
      throw MapError(source: path, offset: range.lowerBound, reason: "\(range.count) bytes are needed; the file ends at \(size)")
    }
    var result = [UInt8](repeating: 0, count: range.count)
    var done = 0
    while done < range.count {
      let count = result.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress! + done, range.count - done, range.lowerBound + done) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw MapError(source: path, offset: range.lowerBound + done, reason: "cannot read the file") }
      done += count
    }
    return result
  }
}
