internal import CImageCodecs

/// Why deflated bytes cannot be expanded.
public enum DeflateError: Error, Sendable, Hashable {
  /// The data ends before its end.
  case truncated
  /// The data is damaged.
  case damaged
  /// There are more bytes than the limit.
  case tooLong
  /// There is no memory for the bytes.
  case outOfMemory
}

/// Expands bytes that were deflated, for formats that come in gzip or ZIP. Any thread.
public enum Deflate {
  /// What stands around the deflated bytes.
  public enum Container: Sendable, Hashable {
    /// A gzip header and checksum.
    case gzip
    /// Nothing, as in a ZIP.
    case raw
  }

  /// Returns the expanded bytes.
  ///
  /// - Parameters:
  ///   - bytes: what was deflated, with its container.
  ///   - container: what stands around it.
  ///   - limit: most bytes of the result, at least 1; never more than a little over as many are allocated.
  public static func expand(_ bytes: UnsafeRawBufferPointer, _ container: Container, limit: Int) throws(DeflateError) -> [UInt8] {
    try expand(bytes, container, limit: limit, isBeginning: false)
  }

  /// Returns the first expanded bytes of data that may go on behind `bytes`; none where it is damaged.
  ///
  /// - Parameters:
  ///   - bytes: the beginning of what was deflated, with its container.
  ///   - container: what stands around it.
  ///   - limit: most bytes of the result, at least 1.
  public static func beginning(of bytes: UnsafeRawBufferPointer, _ container: Container, limit: Int) -> [UInt8] {
    (try? expand(bytes, container, limit: limit, isBeginning: true)) ?? []
  }

  /// Returns the CRC-32 of bytes, as gzip, ZIP and PNG have it.
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
