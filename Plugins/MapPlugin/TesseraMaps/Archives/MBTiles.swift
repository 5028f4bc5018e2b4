internal import CMapDatabase
internal import TesseraBase

/// MBTiles file: a SQLite database with tiles. Any thread; queries run one after the other.
public final class MBTiles: TileArchive {
  public let metadata: MapValue
  public let zooms: ClosedRange<Int>
  public let kind: TileKind
  private let path: String
  private let database: Locked<Handle>

  /// Open database, which is closed with its last reference.
  private final class Handle: @unchecked Sendable {
    // Used only within the lock of `database`, and closed when no reference is left.
    let pointer: OpaquePointer
    init(_ pointer: OpaquePointer) { self.pointer = pointer }
    deinit { md_close(pointer) }
  }

  /// Maximum number of metadata entries, and of bytes in them.
  private static let maximumMetadata = (entries: 10_000, bytes: 16 << 20)

  /// Maximum number of tiles that `forEachTile` visits.
  private static let maximumListed = 4 << 20

  /// Opens a file. Loads libsqlite3 with the first.
  /// - Throws: `MapError` if the file cannot be read, is no database, has no `tiles`, or if libsqlite3 is not installed.
  public init(_ path: String) throws(MapError) {
    var pointer: OpaquePointer?
    var message = [CChar](repeating: 0, count: 256)
    let status = md_open(path, &pointer, &message, message.count)
    guard status == MD_OK, let pointer else {
      let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw Self.failure(status, path, text.isEmpty ? "it cannot be opened" : text)
    }
    let handle = Handle(pointer)
    self.path = path
    var metadata = Metadata()
    let read = withUnsafeMutablePointer(to: &metadata) { context in
      md_metadata(
        pointer,
        { context, name, value in
          guard let context, let name, let value else { return 0 }
          return context.assumingMemoryBound(to: Metadata.self).pointee.add(String(cString: name), String(cString: value)) ? 1 : 0
        }, context)
    }
    guard read == MD_OK || read == MD_NONE else { throw Self.failure(read, path, Self.message(pointer)) }
    guard !metadata.isTooLarge else {
      throw MapError(
        source: path, reason: "the metadata has more than \(Self.maximumMetadata.entries) entries or \(Self.maximumMetadata.bytes) bytes")
    }
    self.metadata = .map(metadata.members)
    var (lowest, highest): (Int32, Int32) = (0, 0)
    let found = md_zooms(pointer, &lowest, &highest)
    guard found == MD_OK || found == MD_NONE else { throw Self.failure(found, path, Self.message(pointer)) }
    zooms = Int(lowest)...Int(highest)
    database = Locked(handle)
    switch self.metadata["format"]?.text {
    case "pbf", "mvt": kind = .vector
    case "png": kind = .png
    case "jpg", "jpeg": kind = .jpeg
    case "webp": kind = .webp
    case "avif": kind = .avif
    default: kind = .unknown
    }
  }

  private struct Metadata {
    var members: [MapValue.Member] = []
    var bytes = 0
    var isTooLarge = false

    mutating func add(_ name: String, _ value: String) -> Bool {
      bytes += name.utf8.count + value.utf8.count
      isTooLarge = members.count >= MBTiles.maximumMetadata.entries || bytes > MBTiles.maximumMetadata.bytes
      if !isTooLarge { members.append(MapValue.Member(name, .text(value))) }
      return !isTooLarge
    }
  }

  private static func message(_ pointer: OpaquePointer) -> String {
    var message = [CChar](repeating: 0, count: 256)
    md_message(pointer, &message, message.count)
    return String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func failure(_ status: md_status, _ path: String, _ message: String) -> MapError {
    switch status {
    case MD_NO_MEMORY: MapError(source: path, reason: "there is not enough memory")
    case MD_TOO_LARGE: MapError(source: path, reason: "a tile has more than \(TileArchives.maximumTileSize) bytes")
    case MD_INTERRUPTED: MapError(source: path, reason: "a query took too long")
    default: MapError(source: path, reason: message)
    }
  }

  public func tile(_ address: TileAddress) throws(MapError) -> [UInt8]? {
    guard address.isValid else { return nil }
    let row = (1 << address.zoom) - 1 - address.y
    let result: Result<[UInt8]?, MapError> = database.withLock { handle in
      var (block, length): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
      let status = md_tile(
        handle.pointer, Int32(address.zoom), Int64(address.x), Int64(row), TileArchives.maximumTileSize, &block, &length)
      defer { md_free(block) }
      switch status {
      case MD_OK: return .success(Array(UnsafeBufferPointer(start: block, count: length)))
      case MD_NONE: return .success(nil)
      default: return .failure(Self.failure(status, path, Self.message(handle.pointer)))
      }
    }
    return try result.get()
  }

  public func forEachTile(_ body: (TileAddress) throws(MapError) -> Bool) throws(MapError) {
    var addresses: [TileAddress] = []
    let problem: MapError? = database.withLock { handle in
      let status = withUnsafeMutablePointer(to: &addresses) { context in
        md_tiles(
          handle.pointer,
          { context, zoom, column, row in
            guard let context, zoom >= 0, zoom <= Int64(TileAddress.maximumZoom) else { return 1 }
            let address = TileAddress(zoom: Int(zoom), x: Int(column), y: (1 << Int(zoom)) - 1 - Int(truncatingIfNeeded: row))
            let list = context.assumingMemoryBound(to: [TileAddress].self)
            if address.isValid { list.pointee.append(address) }
            return list.pointee.count < MBTiles.maximumListed ? 1 : 0
          }, context)
      }
      return status == MD_OK ? nil : Self.failure(status, path, Self.message(handle.pointer))
    }
    if let problem { throw problem }
    for address in addresses { guard try body(address) else { return } }
  }
}
