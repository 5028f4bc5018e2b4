internal import TesseraPictures

/// Stored tiles.
public enum TileData {
  /// Returns the bytes of a tile without gzip. Bytes without the signature of gzip are returned unchanged.
  /// - Throws: `MapError` if the data is damaged or exceeds `limit`, bytes.
  public static func expanded(_ bytes: [UInt8], source: String, limit: Int = VectorTile.maximumSize) throws(MapError) -> [UInt8] {
    guard bytes.starts(with: [0x1F, 0x8B]) else { return bytes }
    do throws(DeflateError) {
      return try bytes.withUnsafeBufferPointer { buffer throws(DeflateError) in
        let raw = UnsafeRawBufferPointer(buffer)
        return try Deflate.expand(raw, .gzip, limit: limit)
      }
    } catch {
      switch error {
      case .tooLong: throw MapError(source: source, reason: "the gzipped data expands to more than \(limit) bytes")
      case .truncated: throw MapError(source: source, reason: "the gzipped data is truncated")
      case .damaged: throw MapError(source: source, reason: "the gzipped data is damaged")
      case .outOfMemory: throw MapError(source: source, reason: "there is not enough memory for the gzipped data")
      }
    }
  }
}
