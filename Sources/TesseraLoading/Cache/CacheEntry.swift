/// Index entry of one file of a ``DiskCache``.
struct CacheEntry: Hashable {
  /// File name in the cache's directory.
  var file: String
  /// Size of the body in bytes; the file contains nothing else.
  var size: Int
  /// XXH64 of the body.
  var checksum: UInt64
  var metadata: CacheMetadata
  /// Time of the last read or write, seconds since 1970. The journal records it with a resolution of one day.
  var usedAt: Double
}

/// One record (line) of the journal.
enum CacheRecord: Hashable {
  case put(url: String, CacheEntry)
  case confirm(url: String, CacheMetadata)
  case use(url: String, at: Double)
  case remove(url: String)

  /// The same record with the password removed from its URL.
  var withoutPassword: CacheRecord {
    switch self {
    case .put(let url, let entry): .put(url: URLText.withoutPassword(url), entry)
    case .confirm(let url, let metadata): .confirm(url: URLText.withoutPassword(url), metadata)
    case .use(let url, let time): .use(url: URLText.withoutPassword(url), at: time)
    case .remove(let url): .remove(url: URLText.withoutPassword(url))
    }
  }
}
