/// What the index of a ``DiskCache`` knows of one file.
struct CacheEntry: Hashable {
  /// Name of the file in the cache's directory.
  var file: String
  /// Bytes of the body, which is all that is in the file.
  var size: Int
  /// XXH64 of the body.
  var checksum: UInt64
  var metadata: CacheMetadata
  /// When it was last read or written, seconds since 1970; as the journal knows it to the day.
  var usedAt: Double
}

/// One line of the journal.
enum CacheRecord: Hashable {
  case put(url: String, CacheEntry)
  case confirm(url: String, CacheMetadata)
  case use(url: String, at: Double)
  case remove(url: String)

  /// The same record of the URL without its password.
  var withoutPassword: CacheRecord {
    switch self {
    case .put(let url, let entry): .put(url: URLText.withoutPassword(url), entry)
    case .confirm(let url, let metadata): .confirm(url: URLText.withoutPassword(url), metadata)
    case .use(let url, let time): .use(url: URLText.withoutPassword(url), at: time)
    case .remove(let url): .remove(url: URLText.withoutPassword(url))
    }
  }
}
