internal import CImageCodecs

/// Failure of expanding deflated bytes.
public enum DeflateError: Error, Sendable, Hashable {
  /// The data is truncated.
  case truncated
  /// The data is damaged.
  case damaged
  /// The result exceeds the limit.
  case tooLong
  /// The result could not be allocated.
  case outOfMemory
}

/// Expands deflated bytes, for formats contained in gzip or ZIP. Any thread.
public enum Deflate {
  /// Container of the deflated bytes.
  public enum Container: Sendable, Hashable {
    /// A gzip header and checksum.
    case gzip
    /// No container, as in ZIP.
    case raw
  }

  /// Returns the expanded bytes.
  ///
  /// - Parameters:
  ///   - bytes: deflated bytes with their container.
  ///   - container: kind of the container.
  ///   - limit: maximum size of the result in bytes, at least 1. Allocations exceed it only slightly.
  public static func expand(_ bytes: UnsafeRawBufferPointer, _ container: Container, limit: Int) throws(DeflateError) -> [UInt8] {
    try expand(bytes, container, limit: limit, isBeginning: false)
  }

  /// Returns the beginning of the expanded data; `bytes` may be truncated. Returns an empty array if the data is damaged.
  ///
  /// - Parameters:
  ///   - bytes: beginning of the deflated bytes with their container.
  ///   - container: kind of the container.
  ///   - limit: maximum size of the result in bytes, at least 1.
  public static func beginning(of bytes: UnsafeRawBufferPointer, _ container: Container, limit: Int) -> [UInt8] {
    (try? expand(bytes, container, limit: limit, isBeginning: true)) ?? []
  }

  /// Returns the CRC-32 of bytes, as used by gzip, ZIP and PNG.
  public static func checksum(of bytes: [UInt8]) -> UInt32 { ic_png_checksum(bytes, bytes.count) }

  private static func expand(
    _ bytes: UnsafeRawBufferPointer, _ container: Container, limit: Int, isBeginning: Bool
  ) throws(DeflateError) -> [UInt8] {
    var out: UnsafeMutablePointer<UInt8>?
    var count = 0
    let status = ic_inflate(
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, container == .gzip ? IC_CONTAINER_GZIP : IC_CONTAINER_RAW,
      max(1, limit), isBeginning ? 1 : 0, &out, &count)
    defer { ic_inflate_free(out) }
    switch status {
    case IC_OK: return Array(UnsafeBufferPointer(start: out, count: count))
    case IC_TRUNCATED: throw .truncated
    case IC_TOO_LARGE, IC_BAD_ARGUMENT: throw .tooLong
    case IC_NO_MEMORY: throw .outOfMemory
    default: throw .damaged
    }
  }
}
